"""The report's sections from its rows: the one place that computes them, for a run and for whoever checks it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cairn_nb.metrics.abstention import guarantee_met
from cairn_nb.metrics.documents import MEASURES
from cairn_nb.metrics.estimates import estimates, estimates_by, ratio, smallest_visible_drops
from cairn_nb.metrics.measured import MeasuredRows, measure
from cairn_nb.metrics.measurements import AXIS_MEASURES, CUTOFFS, MEASUREMENTS, latency
from cairn_nb.metrics.operational import cache_hit_rate, percentile_ms, total
from cairn_nb.metrics.trials import trials_section
from cairn_nb.records import (
    AbstentionSection,
    AnswerSection,
    CaseRow,
    DocumentsSection,
    OperationalSection,
    RetrievalSection,
)

__all__ = [
    "MeasuredRows",
    "abstention_section",
    "answer_section",
    "documents_section",
    "estimates",
    "estimates_by",
    "failure_counts",
    "operational_section",
    "outcome_counts",
    "retrieval_section",
    "smallest_visible_drops",
    "trials_section",
]

ANSWERS = (
    *("exact_match", "token_f1", "judge_score", "citation_validity", "faithfulness"),
    *("exact_match_uncited", "token_f1_uncited", "keyword_recall", "claim_support_rate", "unsupported_claims"),
)


def retrieval_section(rows: Sequence[CaseRow]) -> RetrievalSection:
    """Over rows whose support was located; null where there are none. Unlocated cases are counted beside them."""
    unlocated = tuple(dict.fromkeys(row.case_id for row in rows if row.answerable and row.support_located is False))
    return RetrievalSection(
        recall_at_k={str(k): ratio(rows, f"recall_at_{k}").value for k in CUTOFFS},
        ndcg_at_10=ratio(rows, "ndcg_at_10").value,
        mrr=ratio(rows, "mrr").value,
        n_with_support=int(ratio(rows, "mrr").present.sum()),
        n_unlocated=len(unlocated),
        unlocated_ids=unlocated,
    )


def documents_section(rows: Sequence[CaseRow]) -> DocumentsSection:
    """Over rows with relevant documents and a ranking of documents; null where there are none."""
    by_cutoff = {
        f"{name}_at_k": {str(k): ratio(rows, f"document_{name}_at_{k}").value for k in CUTOFFS} for name in MEASURES
    }
    return DocumentsSection.model_validate(
        {
            **by_cutoff,
            "evidence_recall_at_k": {str(k): ratio(rows, f"evidence_recall_at_{k}").value for k in CUTOFFS},
            "context_recall": ratio(rows, "context_recall").value,
            "context_precision": ratio(rows, "context_precision").value,
            "n_labelled": int(ratio(rows, "document_recall_at_1").present.sum()),
        }
    )


def answer_section(rows: Sequence[CaseRow]) -> AnswerSection:
    """Answers over answered, answerable rows; citations over answered ones; points over all that were graded."""
    axes = {axis: ratio(rows, name).value for name, axis in AXIS_MEASURES.items()}
    return AnswerSection(
        **{name: ratio(rows, name).value for name in ANSWERS},
        answer_score=ratio(rows, "answer_score").value,
        axes=axes if any(value is not None for value in axes.values()) else {},
    )


def abstention_section(rows: Sequence[CaseRow], *, alpha: float, threshold: float | None) -> AbstentionSection:
    """Rates over rows without an error, beside the target and the threshold in force."""
    error_rate = ratio(rows, "error_rate_answered").value
    return AbstentionSection(
        alpha=alpha,
        threshold=threshold,
        answer_rate=ratio(rows, "answer_rate").value,
        error_rate_answered=error_rate,
        guarantee_met=guarantee_met(error_rate, alpha),
        unanswerable_abstained_rate=ratio(rows, "unanswerable_abstained_rate").value,
        answerable_answered_rate=ratio(rows, "answerable_answered_rate").value,
        abstain_precision=ratio(rows, "abstain_precision").value,
        abstain_recall=ratio(rows, "abstain_recall").value,
        false_refusal_rate=ratio(rows, "false_refusal_rate").value,
    )


def operational_section(
    rows: Sequence[CaseRow],
    *,
    spent_usd: float | None = None,
    avoided_usd: float | None = None,
    ingestion_cost_usd: float | None = None,
) -> OperationalSection:
    """Cost over all rows, latency over rows without an error, prefix reuse in the order of the rows.

    Parameters
    ----------
    rows
        In planned order, which is the golden set's.
    spent_usd, avoided_usd, ingestion_cost_usd
        What the run paid, what cached replies would have cost, and what building the index costs; the rows do not say.
    """
    cost = total(row.cost_usd for row in rows)
    latencies = [value for row in rows if isinstance(value := latency(row), float)]
    tokens = total(row.tokens for row in rows)
    return OperationalSection(
        cost_usd_total=cost,
        cost_per_question_usd=None if cost is None else cost / len(rows),
        latency_p50_ms=percentile_ms(latencies, 50),
        latency_p95_ms=percentile_ms(latencies, 95),
        tokens_total=None if tokens is None else int(tokens),
        cache_hit_rate=cache_hit_rate(row.prefix_hash for row in rows),
        judge_cost_usd=total(row.judge_cost_usd for row in rows),
        spent_usd=spent_usd,
        avoided_usd=avoided_usd,
        ingestion_cost_usd=ingestion_cost_usd,
    )


def outcome_counts(rows: Sequence[CaseRow]) -> dict[str, dict[str, int]]:
    """For each measure how many rows have a value (``scored``) and how many have none, by reason."""
    counted = {}
    for name, measuring in MEASUREMENTS.items():
        values, missing = measure(rows, measuring)
        scored = len(values) - sum(missing.values())
        counted[name] = dict(Counter({"scored": scored}) + Counter(missing))
    return counted


def failure_counts(rows: Sequence[CaseRow]) -> dict[str, int]:
    """How many rows there are of each failure type, the most frequent first; rows without a type are not counted."""
    counted = Counter(row.failure_type for row in rows if row.failure_type)
    return dict(sorted(counted.items(), key=lambda found: (-found[1], found[0])))
