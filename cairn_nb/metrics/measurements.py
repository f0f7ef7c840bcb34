"""Every measure of one row as a value or the reason why there is none.

What a report makes of a question's several trials stands in `estimates`. A row that ended in an error has
a reason everywhere but in cost. Rows of earlier reports lack `support_located`, `exact_match`, the counts of
claims, `refused` and all that the method adds; there those measures are not applicable, so nothing false is recomputed.
"""

from __future__ import annotations

from collections.abc import Callable

from cairn_nb.metrics.abstention import answered, refused_answerable, refused_rightly, refused_unanswerable, wrong
from cairn_nb.metrics.documents import CUTOFFS, DOCUMENTS
from cairn_nb.metrics.reasons import Measurement, Measuring, is_given, reason
from cairn_nb.metrics.retrieval import ndcg_at, recall_at, reciprocal_rank
from cairn_nb.records import AXES, CaseRow, Outcome, Status

__all__ = ["AXIS_MEASURES", "CUTOFFS", "MEASUREMENTS", "Measurement", "Measuring", "latency", "reason"]

AXIS_MEASURES = {f"axis_{axis}": axis for axis in AXES}


def _ranked(score: Callable[[int | None], float]) -> Measuring:
    def measure(row: CaseRow) -> Measurement:
        if row.status is Status.ERROR:
            return reason(row, "retrieved_support_rank")
        return score(row.retrieved_support_rank) if row.support_located else Outcome.NOT_APPLICABLE

    return measure


def _graded(field: str) -> Measuring:
    def measure(row: CaseRow) -> Measurement:
        if not is_given(row):
            return reason(row, field)
        value = getattr(row, field) if row.answerable else None
        return reason(row, field) if value is None else float(value)

    return measure


def _faithfulness(row: CaseRow) -> Measurement:
    if not is_given(row) or row.outcomes.get("faithful") is Outcome.NOT_APPLICABLE:
        return reason(row, "faithful")
    # Earlier rows have no `faithful`; every claim verified is a validity of 1, and without claims it is null.
    return float(row.citation_validity == 1 if row.faithful is None else row.faithful)


def _citation_validity(row: CaseRow) -> Measurement:
    if not is_given(row) or not row.claims_total or row.claims_supported is None:
        return reason(row, "citation_validity")
    return row.claims_supported / row.claims_total


def _of_claims(field: str) -> Measuring:
    """Over answers that were given and have a claim that was checked, to unanswerable questions too."""

    def measure(row: CaseRow) -> Measurement:
        value = getattr(row, field) if is_given(row) else None
        return reason(row, "claim_support_rate") if value is None else float(value)

    return measure


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


def _points(read: Callable[[CaseRow], float | None]) -> Measuring:
    """Over all rows that were graded: refusals are, too."""

    def measure(row: CaseRow) -> Measurement:
        value = None if row.status is Status.ERROR else read(row)
        if value is not None:
            return value
        stated = row.outcomes.get("answer_score", Outcome.NOT_APPLICABLE)
        return reason(row, "answer_score") if row.status is Status.ERROR or stated is Outcome.SCORED else stated

    return measure


def _refusals(read: Callable[[CaseRow], float | None]) -> Measuring:
    def measure(row: CaseRow) -> Measurement:
        value = read(row)
        if value is not None:
            return value
        return reason(row, "status") if row.status is Status.ERROR else Outcome.NOT_APPLICABLE

    return measure


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
    **DOCUMENTS,
    **{name: _graded(name) for name in ("exact_match_uncited", "token_f1_uncited", "keyword_recall")},
    "answer_score": _points(lambda row: row.answer_score),
    **{name: _points(lambda row, axis=axis: row.axes.get(axis)) for name, axis in AXIS_MEASURES.items()},  # type: ignore[misc]
    **{name: _of_claims(name) for name in ("claim_support_rate", "unsupported_claims")},
    "abstain_precision": _refusals(refused_rightly),
    "abstain_recall": _refusals(refused_unanswerable),
    "false_refusal_rate": _refusals(refused_answerable),
}
