"""A report's aggregates as measurements: null where nothing was measured, also where an earlier cairn wrote 0."""

from __future__ import annotations

from cairn_nb.decisions.reading.pair import citation_measure, given
from cairn_nb.records import Report


def answer_value(report: Report, metric: str) -> float | None:
    """An answer metric; null when no answerable case was answered."""
    if report.per_case:
        empty = not any(given(row) and row.answerable for row in report.per_case)
    else:
        empty = report.abstention.answerable_answered_rate == 0 or report.abstention.answer_rate == 0
    value: float | None = getattr(report.answer, metric)
    return None if empty else value


def citation_value(report: Report) -> float | None:
    """Citation validity; null when no answer has a claim."""
    if report.per_case:
        empty = all(citation_measure(row) is None for row in report.per_case)
    else:
        empty = report.abstention.answer_rate == 0
    return None if empty else report.answer.citation_validity


def error_rate(report: Report) -> float | None:
    """The share of answers judged wrong; null when nothing was answered."""
    return None if nothing_answered(report) else report.abstention.error_rate_answered


def nothing_answered(report: Report) -> bool:
    """Whether every case abstained, refused in words or failed."""
    if report.per_case:
        return not any(given(row) for row in report.per_case)
    return report.abstention.answer_rate == 0


def retrieval_values(report: Report) -> dict[str, float | None]:
    """Recall and nDCG by the names that tables use; null when no support was located."""
    section = report.retrieval
    found: dict[str, float | None] = {f"recall@{k}": section.recall_at_k.get(k) for k in ("5", "10")}
    found["ndcg@10"] = section.ndcg_at_10
    return found if section.n_with_support else dict.fromkeys(found)


def difference(baseline: float | None, candidate: float | None) -> float | None:
    """Candidate minus baseline; null when either was not measured."""
    return None if baseline is None or candidate is None else candidate - baseline


def relative_rise(baseline: float | None, candidate: float | None) -> float | None:
    """The rise as a share of the baseline; null when it has none (a zero or unmeasured baseline)."""
    if baseline is None or candidate is None or baseline <= 0:
        return None
    return (candidate - baseline) / baseline
