"""A promise of a rate, held to the binomial tolerance of the draws behind it, and the table of many."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from scipy.stats import binom

from cairn_nb.records import Estimate

TAIL = 0.001


@dataclass(frozen=True)
class Promise:
    """The range that a rate should lie in; `draws` stand behind it."""

    about: str
    rate: float
    draws: int
    least: float | None = None
    most: float | None = None

    @property
    def kept(self) -> bool:
        low = 0.0 if self.least is None else binom.ppf(TAIL, self.draws, self.least) / self.draws
        high = 1.0 if self.most is None else binom.ppf(1 - TAIL, self.draws, self.most) / self.draws
        return bool(low <= self.rate <= high)

    def line(self) -> str:
        wanted = "–" if self.least is None and self.most is None else f"{_bound(self.least)}..{_bound(self.most)}"
        verdict = "" if wanted == "–" else "kept" if self.kept else "BROKEN"
        return f"| {self.about} | {self.rate:.3f} | {wanted} | {verdict} |"


def _bound(value: float | None) -> str:
    return "" if value is None else f"{value:.2f}"


def covers(estimate: Estimate, truth: float) -> bool:
    """Whether the interval holds the truth; a missing bound is no bound."""
    low = -np.inf if estimate.low is None else estimate.low
    high = np.inf if estimate.high is None else estimate.high
    return bool(low - 1e-12 <= truth <= high + 1e-12)


Part: TypeAlias = Callable[[int, int], Iterator[Promise]]


def tables(parts: Mapping[str, Part], about: str | None) -> None:
    """The command line: the parts asked for, a row a promise; ends with 1 where one is broken."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--draws", type=int, default=2000)
    parser.add_argument("--quick", action="store_true", help="200 draws, for a look")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", nargs="+", choices=sorted(parts), default=list(parts))
    given = parser.parse_args()
    draws = 200 if given.quick else given.draws
    print(f"{draws} draws\n\n| what | rate | promised | |\n|---|---|---|---|")
    broken = 0
    for name in given.only:
        for promise in parts[name](draws, given.seed):
            print(promise.line(), flush=True)
            broken += not promise.kept
    print(f"\n{broken} promises broken" if broken else "\nevery promise kept")
    raise SystemExit(int(broken > 0))
