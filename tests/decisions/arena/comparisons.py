"""Comparisons for tests of the arena."""

from __future__ import annotations

from cairn_nb.records.pair_comparison import PairComparison, Verdicts

WON: Verdicts = ("1", "2")
LOST: Verdicts = ("2", "1")
TIED: Verdicts = ("tie", "tie")
FIRST: Verdicts = ("1", "1")
FAILED: Verdicts = ("1", None)


def compared(case: str, one: str, two: str, verdicts: Verdicts, **more: object) -> PairComparison:
    """What a judge said of `one`, shown first in the first order, against `two`."""
    return PairComparison.of(case, (one, two), "openai:gpt-x", verdicts, **more)
