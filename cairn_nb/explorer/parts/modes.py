"""The choices of the matrix of systems and cases."""

from __future__ import annotations

from cairn_nb.explorer.runs import Runs
from cairn_nb.explorer.view import Mode

# Two of the five points of a graded scale, and the same as a share of it.
POINTS_APART, APART = 2.0, 0.4


def modes(runs: Runs, score: str) -> tuple[Mode, ...]:
    """Failures, disagreements, and scores far apart; of a single run the failures alone."""
    failures = Mode(name="failures", label="failures")
    if runs.mode == "one":
        return (failures,)
    by = POINTS_APART if score == "points" else APART
    return (
        failures,
        Mode(name="different", label="verdicts differ"),
        Mode(name="apart", label=f"scores at least {by:g} apart", key=score, by=by),
    )
