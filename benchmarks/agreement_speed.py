"""Krippendorff's alpha beside the `krippendorff` package and evalica: CPU time and memory.

    python benchmarks/agreement_speed.py [--raters 10] [--items 100000] [--rounds 5]

The `krippendorff` package is under the GPL and is only measured here: it gets an environment of its own under
`.cairn/benchmarks`. Each tool runs in a process of its own, in turn; only ours gives an interval too. Exits 1 when the
package takes less than 4 times as long for ratings of five levels under the interval metric, when ours takes over a
tenth of its memory on continuous scores, or when values differ.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from statistics import median

from peer_environment import environment, machine

CANDIDATE = Path(__file__).with_name("agreement_candidate.py")
PEERS = ("krippendorff==0.9.0", "evalica==0.4.2", "pandas==2.3.3")
TOOLS = ("cairn", "krippendorff", "evalica")
# Each of 60 items, so that a matrix of values by values still fits.
CONTINUOUS_ITEMS = 60
WANTED, WANTED_MEMORY = 4.0, 10.0


def measured(tool: str, ratings: str, raters: int, items: int, peers: Path) -> dict[str, float]:
    """What one process says of itself."""
    python = sys.executable if tool == "cairn" else str(peers / "python")
    command = [python, str(CANDIDATE), tool, ratings, str(raters), str(items)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def table(ratings: str, raters: int, items: int, rounds: int, peers: Path) -> tuple[float, float, bool]:
    """Print one input's table: the time and the memory of `krippendorff` over ours, and whether all agree."""
    found = [{tool: measured(tool, ratings, raters, items, peers) for tool in TOOLS} for _ in range(rounds)]
    cpu_ms = {tool: median(one[tool]["cpu_ms"] for one in found) for tool in TOOLS}
    peak_mb = {tool: median(one[tool]["peak_mb"] for one in found) for tool in TOOLS}
    print(f"{ratings}, {raters} raters x {items:,} items: CPU ms, times ours, MB taken at most, alpha")
    for tool in TOOLS:
        ratio = cpu_ms[tool] / cpu_ms["cairn"]
        print(
            f"  {tool:14} {cpu_ms[tool]:9.2f} {ratio:8.1f} x {peak_mb[tool]:8.1f} MB   {found[0][tool]['alpha']:.10f}"
        )
    values = [one["alpha"] for one in found[0].values()]
    slower = cpu_ms["krippendorff"] / cpu_ms["cairn"]
    peak = peak_mb["krippendorff"] / max(peak_mb["cairn"], 0.1)
    print(f"  krippendorff takes {slower:.1f} times ours, and {peak:.0f} times the memory\n")
    return slower, peak, max(values) - min(values) < 1e-9


def main() -> int:
    """Ratings of five levels, and continuous scores."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--raters", type=int, default=10)
    parser.add_argument("--items", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    peers = environment("agreement", PEERS)
    print(f"{machine()}; medians of {args.rounds}; {WANTED:.0f} times is asked for levels\n")
    faster, _, same = table("levels", args.raters, args.items, args.rounds, peers)
    _, smaller, same_too = table("continuous", args.raters, CONTINUOUS_ITEMS, args.rounds, peers)
    return 0 if faster >= WANTED and smaller >= WANTED_MEMORY and same and same_too else 1


if __name__ == "__main__":
    sys.exit(main())
