"""Retrieval measures of one run beside pytrec_eval, ir_measures and ranx: CPU time and memory.

    python benchmarks/retrieval_metrics_speed.py [--queries 100000] [--depth 100] [--rounds 3]

The tools run in turn, each in a process and an environment of its own, over the same made-up run, and give recall,
precision, hit, MRR and nDCG at 10 (trec_eval's MRR has no cutoff). From DataFrames pytrec_eval is given dicts made by
`groupby`, the way that is usually shown, and once more by the leanest loop there is; the time to make them counts,
since a table is what there is. Exits 1 when ours takes over a fifth of the fastest tool's time from DataFrames (the
leanest loop is shown and not held to it), more than 1 / 2.5 of it from dicts, or when the tools disagree.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from statistics import median

from peer_environment import environment, machine

CANDIDATE = Path(__file__).with_name("retrieval_metrics_candidate.py")
# pandas 2: ranx takes ids as objects.
PEERS = ("pytrec-eval-terrier==0.5.11", "ir-measures==0.4.3", "ranx==0.3.21", "pandas==2.3.3")
TOOLS = {
    "frames": ("cairn", "cairn_four_cutoffs", "pytrec_eval", "pytrec_eval_lean", "ir_measures", "ranx"),
    "dicts": ("cairn", "cairn_four_cutoffs", "pytrec_eval", "ir_measures", "ranx"),
}
WANTED = {"frames": 5.0, "dicts": 2.5}
NOT_HELD = {"cairn", "cairn_four_cutoffs", "pytrec_eval_lean"}


def measured(tool: str, given: str, queries: int, depth: int, peers: Path) -> dict[str, float]:
    """What one process says of itself."""
    python = sys.executable if tool.startswith("cairn") else str(peers / "python")
    command = [python, str(CANDIDATE), tool, given, str(queries), str(depth)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def table(given: str, args: argparse.Namespace, peers: Path) -> bool:
    """Print one input's table; whether ours is as fast as is asked, and the tools agree."""
    rounds = [
        {tool: measured(tool, given, args.queries, args.depth, peers) for tool in TOOLS[given]}
        for _ in range(args.rounds)
    ]
    cpu_s = {tool: median(one[tool]["cpu_s"] for one in rounds) for tool in TOOLS[given]}
    print(f"from {given}: CPU s, times ours, MB by which the peak rose, mean recall@10")
    for tool, taken in cpu_s.items():
        last = rounds[-1][tool]
        ratio = taken / cpu_s["cairn"]
        print(f"  {tool:20} {taken:8.2f} {ratio:7.2f} x {last['peak_rose_mb']:7.0f} MB   {last['recall']:.12f}")
    agree = max(one["recall"] for one in rounds[0].values()) - min(one["recall"] for one in rounds[0].values()) < 1e-9
    fastest = min(taken for tool, taken in cpu_s.items() if tool not in NOT_HELD)
    print(f"  the fastest of them takes {fastest / cpu_s['cairn']:.2f} times ours; {WANTED[given]} is asked\n")
    return agree and fastest >= WANTED[given] * cpu_s["cairn"]


def main() -> int:
    """Both inputs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--queries", type=int, default=100_000)
    parser.add_argument("--depth", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    peers = environment("retrieval_metrics", PEERS)
    print(f"{args.queries:,} queries x {args.depth} documents; {machine()}; medians of {args.rounds}\n")
    fast = [table(given, args, peers) for given in TOOLS]
    return 0 if all(fast) else 1


if __name__ == "__main__":
    sys.exit(main())
