"""CPU time of a function, candidates in turn, as medians."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median
from typing import Any

ROUNDS = 3


def cpu_ms(candidates: dict[str, Callable[[], Any]], *, rounds: int = ROUNDS) -> dict[str, float]:
    """The median CPU milliseconds of each candidate, all threads included, after one call that is not counted."""
    taken: dict[str, list[float]] = {name: [] for name in candidates}
    for number in range(rounds + 1):
        for name, run in candidates.items():
            started = time.process_time()
            run()
            if number:
                taken[name].append(1000 * (time.process_time() - started))
    return {name: median(values) for name, values in taken.items()}


def show(title: str, measured: dict[str, float], *, unit: str = "ms", per: float = 1.0) -> None:
    """Each candidate's time, and how many times that of the first it is."""
    first = next(iter(measured.values()))
    print(title)
    for name, ms in measured.items():
        print(f"  {name:34} {ms / per:10.3f} {unit}   {ms / first:7.2f} x")
