"""What decides a comparison: what the answers are worth or, where only rankings were measured, what they found."""

from __future__ import annotations

from collections.abc import Sequence

from cairn_nb.decisions.reading.measured import answer_value, retrieval_values
from cairn_nb.decisions.reading.pair import Measure, answer_measure
from cairn_nb.metrics.measurements import MEASUREMENTS
from cairn_nb.records import CaseRow, Outcome, Report, Status

ANSWER_SCORE, JUDGE, TOKEN_F1 = "answer_score", "judge_score", "token_f1"
DOCUMENTS, SUPPORT = "document_ndcg_at_10", "recall_at_5"
RETRIEVAL = (DOCUMENTS, SUPPORT)


def is_ranking_alone(report: Report) -> bool:
    """Whether the report measured rankings, and nothing of any answer."""
    kept = [row for row in report.per_case if row.status is not Status.ERROR]
    return bool(kept) and all(row.outcomes.get("status") is Outcome.NOT_APPLICABLE for row in kept)


def retrieval_metric(reports: Sequence[Report]) -> str | None:
    """nDCG@10 of documents where all reports have it, else recall@5 of supporting passages, else None."""
    for metric in RETRIEVAL:
        if all(primary_value(report, metric) is not None for report in reports):
            return metric
    return None


def primary_value(report: Report, metric: str) -> float | None:
    """The report's mean of a measure that decides."""
    if metric == DOCUMENTS:
        return report.documents.ndcg_at_k.get("10")
    if metric == SUPPORT:
        return retrieval_values(report)["recall@5"]
    if metric == ANSWER_SCORE:
        return report.answer.answer_score
    return answer_value(report, metric)


def primary_measure(metric: str) -> Measure:
    """The same of one row."""
    return row_measure(metric) if metric in (*RETRIEVAL, ANSWER_SCORE) else answer_measure(metric)


def row_measure(name: str) -> Measure:
    """A measure of the catalogue as a number of one row, or None."""
    measuring = MEASUREMENTS[name]

    def measure(row: CaseRow) -> float | None:
        value = measuring(row)
        return None if isinstance(value, Outcome) else value

    return measure
