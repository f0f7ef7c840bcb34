"""Every measure of one row as a value or the reason why there is none.

What a report makes of a question's several trials stands in `estimates`. A row that ended in an error has
a reason everywhere but in cost. Rows of earlier reports lack `support_located`, `exact_match` and the counts
of claims; there those measures are not applicable, so nothing false is recomputed from them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from cairn_nb.metrics.abstention import answered, wrong
from cairn_nb.metrics.retrieval import ndcg_at, recall_at, reciprocal_rank
from cairn_nb.records import CaseRow, Outcome, Status

Measurement: TypeAlias = float | Outcome
Measuring: TypeAlias = Callable[[CaseRow], Measurement]

CUTOFFS = (1, 3, 5, 10)


def reason(row: CaseRow, field: str) -> Outcome:
    """Why the row has no value in `field`: its own outcome where it states one, else what its status says."""
    stated = row.outcomes.get(field)
    if row.status is Status.ERROR:
        return stated if stated in (Outcome.TIMEOUT, Outcome.UNPARSED) else Outcome.ERROR
    if row.status is Status.ABSTAINED:
        return Outcome.ABSTAINED
    return Outcome.NOT_APPLICABLE if stated in (None, Outcome.SCORED) else stated


def _ranked(score: Callable[[int | None], float]) -> Measuring:
    def measure(row: CaseRow) -> Measurement:
        if row.status is Status.ERROR:
            return reason(row, "retrieved_support_rank")
        return score(row.retrieved_support_rank) if row.support_located else Outcome.NOT_APPLICABLE

    return measure


def _graded(field: str) -> Measuring:
    def measure(row: CaseRow) -> Measurement:
        if row.status is not Status.ANSWERED:
            return reason(row, field)
        value = getattr(row, field) if row.answerable else None
        return reason(row, field) if value is None else float(value)

    return measure


def _faithfulness(row: CaseRow) -> Measurement:
    if row.status is not Status.ANSWERED or row.outcomes.get("faithful") is Outcome.NOT_APPLICABLE:
        return reason(row, "faithful")
    # Earlier rows have no `faithful`; every claim verified is a validity of 1, and without claims it is null.
    return float(row.citation_validity == 1 if row.faithful is None else row.faithful)


def _citation_validity(row: CaseRow) -> Measurement:
    if row.status is not Status.ANSWERED or not row.claims_total or row.claims_supported is None:
        return reason(row, "citation_validity")
    return row.claims_supported / row.claims_total


def _answer_rate(row: CaseRow) -> Measurement:
    value = answered(row)
    return reason(row, "status") if value is None else value


def _error_rate(row: CaseRow) -> Measurement:
    value = wrong(row)
    return reason(row, "correct") if value is None else value


def _unanswerable_abstained(row: CaseRow) -> Measurement:
    rate = _answer_rate(row)
    return Outcome.NOT_APPLICABLE if row.answerable else rate if isinstance(rate, Outcome) else 1 - rate


def _answerable_answered(row: CaseRow) -> Measurement:
    return _answer_rate(row) if row.answerable else Outcome.NOT_APPLICABLE


def _cost(row: CaseRow) -> Measurement:
    return Outcome.NOT_APPLICABLE if row.cost_usd is None else row.cost_usd


def latency(row: CaseRow) -> Measurement:
    """Milliseconds from question to answer; how fast a case failed says nothing about answering."""
    if row.status is Status.ERROR:
        return reason(row, "latency_ms")
    return Outcome.NOT_APPLICABLE if row.latency_ms is None else row.latency_ms


MEASUREMENTS: dict[str, Measuring] = {
    **{f"recall_at_{k}": _ranked(lambda rank, k=k: recall_at(rank, k)) for k in CUTOFFS},  # type: ignore[misc]
    "ndcg_at_10": _ranked(ndcg_at),
    "mrr": _ranked(reciprocal_rank),
    "exact_match": _graded("exact_match"),
    "token_f1": _graded("token_f1"),
    "judge_score": _graded("judge_score"),
    "citation_validity": _citation_validity,
    "faithfulness": _faithfulness,
    "answer_rate": _answer_rate,
    "error_rate_answered": _error_rate,
    "unanswerable_abstained_rate": _unanswerable_abstained,
    "answerable_answered_rate": _answerable_answered,
    "cost_per_question_usd": _cost,
}
