"""The paths that large runs spend their time on: search, reports, the gate, the explorer's page.

    python benchmarks/hot_paths.py [--chunks 10000 50000]

CPU milliseconds, candidates in turn, medians of three; and how many times the first line of a table each is.
"""

from __future__ import annotations

import argparse

import hot_reports
import hot_search
from peer_environment import machine


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--chunks", type=int, nargs="+", default=[10_000, 50_000])
    given = parser.parse_args()
    print(machine())
    hot_reports.measure()
    for chunks in given.chunks:
        hot_search.measure(chunks)


if __name__ == "__main__":
    main()
