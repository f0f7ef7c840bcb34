"""A report's sections by the catalogue's names; null over nothing, also where an earlier cairn wrote 0."""

from __future__ import annotations

from cairn_nb.decisions.reading.measured import answer_value, citation_value, error_rate, nothing_answered
from cairn_nb.metrics.documents import MEASURES
from cairn_nb.records import Report
from cairn_nb.records.axis_verdict import AXES

CUTOFFS = ("1", "3", "5", "10")
ANSWERS = ("exact_match", "token_f1", "judge_score", "exact_match_uncited", "token_f1_uncited", "keyword_recall")


def aggregates(report: Report) -> dict[str, float | None]:
    """Every measure of the catalogue."""
    return {
        **_ranked(report),
        **_documents(report),
        **{name: answer_value(report, name) for name in ANSWERS},
        "citation_validity": citation_value(report),
        "faithfulness": None if nothing_answered(report) else report.answer.faithfulness,
        "answer_score": report.answer.answer_score,
        **{f"axis_{axis}": report.answer.axes.get(axis) for axis in AXES},
        "claim_support_rate": report.answer.claim_support_rate,
        "unsupported_claims": report.answer.unsupported_claims,
        **_abstention(report),
        "cost_per_question_usd": report.operational.cost_per_question_usd,
        "latency_p50_ms": report.operational.latency_p50_ms,
        "latency_p95_ms": report.operational.latency_p95_ms,
    }


def _ranked(report: Report) -> dict[str, float | None]:
    section = report.retrieval
    found = {f"recall_at_{k}": section.recall_at_k.get(k) for k in CUTOFFS}
    found |= {"ndcg_at_10": section.ndcg_at_10, "mrr": section.mrr}
    return found if section.n_with_support else dict.fromkeys(found)


def _documents(report: Report) -> dict[str, float | None]:
    section = report.documents
    found = {f"document_{name}_at_{k}": getattr(section, f"{name}_at_k").get(k) for name in MEASURES for k in CUTOFFS}
    found |= {f"evidence_recall_at_{k}": section.evidence_recall_at_k.get(k) for k in CUTOFFS}
    return {**found, "context_recall": section.context_recall, "context_precision": section.context_precision}


def _abstention(report: Report) -> dict[str, float | None]:
    held = report.abstention
    return {
        "answer_rate": held.answer_rate,
        "error_rate_answered": error_rate(report),
        "unanswerable_abstained_rate": held.unanswerable_abstained_rate if _asked(report, False) else None,
        "answerable_answered_rate": held.answerable_answered_rate if _asked(report, True) else None,
        "abstain_precision": held.abstain_precision,
        "abstain_recall": held.abstain_recall,
        "false_refusal_rate": held.false_refusal_rate,
    }


def _asked(report: Report, answerable: bool) -> bool:
    """Whether there is such a case, as far as the report says: an earlier cairn wrote 0 for a share of none."""
    return not report.per_case or any(row.answerable is answerable for row in report.per_case)
