"""A report's numbers with their intervals, also where an earlier cairn wrote the numbers alone."""

from __future__ import annotations

from cairn_nb.decisions.earlier import comparable_rows
from cairn_nb.decisions.measured import answer_value, citation_value, error_rate, nothing_answered
from cairn_nb.metrics.sections import estimates
from cairn_nb.records import Estimate, Report

CUTOFFS = ("1", "3", "5", "10")


def estimated(report: Report) -> dict[str, Estimate]:
    """Every measure of the catalogue: the report's aggregate, with the interval that belongs to it.

    A report of an earlier cairn has no intervals; they are computed from its rows where these hold what
    the measure needs.
    """
    known = _known(report)
    return {name: _estimate(value, known.get(name)) for name, value in aggregates(report).items()}


def aggregates(report: Report) -> dict[str, float | None]:
    """The report's sections by the catalogue's names; null where nothing was measured."""
    located, held, measured = bool(report.retrieval.n_with_support), report.abstention, report.operational
    ranked = {f"recall_at_{k}": report.retrieval.recall_at_k.get(k) for k in CUTOFFS}
    ranked |= {"ndcg_at_10": report.retrieval.ndcg_at_10, "mrr": report.retrieval.mrr}
    return {
        **{name: value if located else None for name, value in ranked.items()},
        **{name: answer_value(report, name) for name in ("exact_match", "token_f1", "judge_score")},
        "citation_validity": citation_value(report),
        "faithfulness": None if nothing_answered(report) else report.answer.faithfulness,
        "answer_rate": held.answer_rate,
        "error_rate_answered": error_rate(report),
        "unanswerable_abstained_rate": held.unanswerable_abstained_rate if _asked(report, False) else None,
        "answerable_answered_rate": held.answerable_answered_rate if _asked(report, True) else None,
        "cost_per_question_usd": measured.cost_per_question_usd,
        "latency_p50_ms": measured.latency_p50_ms,
        "latency_p95_ms": measured.latency_p95_ms,
    }


def _asked(report: Report, answerable: bool) -> bool:
    """Whether there is such a case, as far as the report says: an earlier cairn wrote 0 for a share of none."""
    return not report.per_case or any(row.answerable is answerable for row in report.per_case)


def _known(report: Report) -> dict[str, Estimate]:
    """The report's own, else computed from its rows."""
    if report.estimates or not report.per_case:
        return report.estimates
    return estimates(comparable_rows(report))


def _estimate(value: float | None, known: Estimate | None) -> Estimate:
    """The aggregate with its interval; a time keeps its fraction, which the aggregate rounds off."""
    if known is None or (value is not None and known.value is None):
        return Estimate(value=value)
    if value is None:
        return known if known.value is None else Estimate(value=None)
    is_rounding = isinstance(value, int) and value == round(known.value or 0.0)
    return known if is_rounding else known.changed(value=value)
