"""The choices of the matrix of systems and cases."""

from __future__ import annotations

from cairn_nb.explorer.runs import Runs
from cairn_nb.explorer.view import Mode

# Two of the five points of a graded scale, as a share of it.
APART = 0.4


def modes(runs: Runs, score: str) -> tuple[Mode, ...]:
    """Failures, disagreements, and scores far apart; of a single run the failures alone."""
    failures = Mode(name="failures", label="failures")
    if runs.mode == "one":
        return (failures,)
    return (
        failures,
        Mode(name="different", label="verdicts differ"),
        Mode(name="apart", label=f"scores at least {APART:g} apart", key=score, by=APART),
    )
