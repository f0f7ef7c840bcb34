"""A gate's verdict on two reports."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cairn_nb.records.base import Record
from cairn_nb.records.estimate import Estimate


class Comparison(Record):
    """One paired measurement of a drop: `difference` is candidate minus baseline, over the cases both score.

    `outcome` is ``worse`` (evidence that it dropped by more than `margin`: `p_regressed` is at most 1 - level),
    ``not_worse`` (evidence that it did not: `p_noninferior` is) or ``cannot_tell``. `p_value` is about any
    difference at all. The three come from sign flips by cluster and are null under six clusters;
    `p_regressed` is adjusted for the number of metrics tested. `smallest_visible` is the smallest drop this
    golden set could have shown with 80% power. `case_ids` are the rows that moved against the candidate.
    """

    metric: str
    difference: Estimate
    margin: float = 0.0
    p_value: float | None
    p_bootstrap: float | None = None
    p_regressed: float | None = None
    p_noninferior: float | None = None
    wins: int
    ties: int
    losses: int
    smallest_visible: float | None = None
    outcome: Literal["worse", "not_worse", "cannot_tell"]
    case_ids: tuple[str, ...] = ()


class Reason(Record):
    """One sentence with its numbers, the check it comes from, and the rows behind it."""

    check: str
    sentence: str
    case_ids: tuple[str, ...] = ()


class CheckResult(Record):
    """What became of one check: ``not_gated`` is a check that was switched off or does not apply here.

    `sentences` are its reasons when it failed, and why it could not be decided when it is undecided.
    """

    check: str
    outcome: Literal["passed", "failed", "undecided", "not_gated"]
    sentences: tuple[str, ...] = ()


class GateVerdict(Record):
    """Whether the candidate may replace the baseline, and why.

    `promote` is null when no verdict is possible; `undecided` then says why. `details` are the reasons
    once more, each with its check and the rows behind it; `checks` says what became of every check.
    """

    shown_fields = ("promote", "baseline", "candidate", "primary_metric", "reasons", "undecided", "notes")

    promote: bool | None
    baseline: str
    candidate: str
    primary_metric: str
    reasons: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    undecided: tuple[str, ...] = ()
    deltas: dict[str, float | None] = Field(default_factory=dict)
    details: tuple[Reason, ...] = ()
    comparisons: tuple[Comparison, ...] = ()
    checks: tuple[CheckResult, ...] = ()
    quality_test: str = "point"

    @property
    def exit_code(self) -> int:
        """0 promote, 1 roll back, 2 no verdict."""
        return {True: 0, False: 1, None: 2}[self.promote]
