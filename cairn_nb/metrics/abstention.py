"""Answering or abstaining, case by case: each function gives 1 or 0, or None where the rate does not count the case."""

from __future__ import annotations

from cairn_nb.records import CaseRow, Outcome, Status


def answered(row: CaseRow) -> float | None:
    """Whether the case was answered; None when it ended in an error, or where a ranking alone says nothing of it."""
    if row.status is Status.ERROR or row.outcomes.get("status") is Outcome.NOT_APPLICABLE:
        return None
    return float(row.status is Status.ANSWERED)


def wrong(row: CaseRow) -> float | None:
    """Whether the answer is wrong; None when there is none, or when it could not be judged.

    An answered unanswerable case is wrong by definition.
    """
    if row.status is not Status.ANSWERED or row.outcomes.get("status") is Outcome.NOT_APPLICABLE:
        return None
    if not row.answerable:
        return 1.0
    return None if row.correct is None else float(not row.correct)


def guarantee_met(error_rate: float | None, alpha: float) -> bool | None:
    """Whether the error rate among answered cases is at most `alpha`; None when nothing was answered."""
    return None if error_rate is None else error_rate <= alpha
