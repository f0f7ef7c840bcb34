"""SQuAD's token F1 and exact match of many pairs beside the usual script and torchmetrics: CPU time.

    python benchmarks/token_f1_speed.py [--pairs 100000] [--rounds 3]

Each runs in a process of its own, in turn, over the same made-up pairs. The bars are held to `match_and_f1_pairs`; the
same measures pair by pair are shown too. Exits 1 when the usual script takes less than 5 times as long or torchmetrics
less than 15 times, or when they disagree.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from statistics import median

from peer_environment import environment, machine

CANDIDATE = Path(__file__).with_name("token_f1_candidate.py")
PEERS = ("torch==2.13.0", "torchmetrics==1.9.0")
WANTED = {"usual": 5.0, "torchmetrics": 15.0}
TOOLS = ("cairn", "cairn_one_by_one", "usual", "torchmetrics")
# torchmetrics sums in single precision.
AGREE = 1e-4


def measured(tool: str, pairs: int, peers: Path) -> dict[str, float]:
    """What one process says of itself."""
    python = str(peers / "python") if tool == "torchmetrics" else sys.executable
    command = [python, str(CANDIDATE), tool, str(pairs)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    peers = environment("token_f1", PEERS)
    rounds = [{tool: measured(tool, given.pairs, peers) for tool in TOOLS} for _ in range(given.rounds)]
    print(machine())
    print(f"{given.pairs} pairs: CPU s, times ours, mean exact match, mean token F1")
    ours = median(one["cairn"]["cpu_s"] for one in rounds)
    ratios = {}
    for tool in TOOLS:
        taken, last = median(one[tool]["cpu_s"] for one in rounds), rounds[-1][tool]
        ratios[tool] = taken / ours
        print(f"  {tool:18} {taken:7.2f} {ratios[tool]:7.2f} x   {last['exact_match']:.6f}   {last['token_f1']:.6f}")
    agree = all(
        abs(rounds[-1][tool][name] - rounds[-1]["usual"][name]) < AGREE
        for tool in TOOLS
        for name in ("exact_match", "token_f1")
    )
    for tool, wanted in WANTED.items():
        print(f"  {tool} takes {ratios[tool]:.1f} times ours; {wanted:.0f} is asked")
    print("  they agree" if agree else "  they disagree")
    return 0 if agree and all(ratios[tool] >= wanted for tool, wanted in WANTED.items()) else 1


if __name__ == "__main__":
    sys.exit(main())
