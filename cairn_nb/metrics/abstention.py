"""Answering or abstaining, case by case: each function gives 1 or 0, or None where the rate does not count the case."""

from __future__ import annotations

from cairn_nb.metrics.reasons import is_given
from cairn_nb.records import CaseRow, Outcome, Status


def answered(row: CaseRow) -> float | None:
    """Whether the case was answered, by its status; None after an error, or where a ranking alone is given."""
    if row.status is Status.ERROR or row.outcomes.get("status") is Outcome.NOT_APPLICABLE:
        return None
    return float(row.status is Status.ANSWERED)


def wrong(row: CaseRow) -> float | None:
    """Whether the answer is wrong; None when there is none, or when it could not be judged.

    An answered unanswerable case is wrong by definition.
    """
    if not is_given(row) or row.outcomes.get("status") is Outcome.NOT_APPLICABLE:
        return None
    if not row.answerable:
        return 1.0
    return None if row.correct is None else float(not row.correct)


def refused_rightly(row: CaseRow) -> float | None:
    """Whether a refusal was right, because the documents hold no answer; None for what was not refused."""
    return float(not row.answerable) if row.refused and row.status is not Status.ERROR else None


def refused_unanswerable(row: CaseRow) -> float | None:
    """Whether an unanswerable case was refused, by status or in words; None for others."""
    return None if row.answerable else _refused(row)


def refused_answerable(row: CaseRow) -> float | None:
    """Whether an answerable case was refused, by status or in words; None for others."""
    return _refused(row) if row.answerable else None


def _refused(row: CaseRow) -> float | None:
    return None if row.refused is None or row.status is Status.ERROR else float(row.refused)


def guarantee_met(error_rate: float | None, alpha: float) -> bool | None:
    """Whether the error rate among answered cases is at most `alpha`; None when nothing was answered."""
    return None if error_rate is None else error_rate <= alpha
