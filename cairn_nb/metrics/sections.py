"""The report's sections from its rows: the one place that computes them, for a run and for whoever checks it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cairn_nb.metrics.abstention import guarantee_met
from cairn_nb.metrics.estimates import estimates, estimates_by, ratio, smallest_visible_drops
from cairn_nb.metrics.measured import MeasuredRows, measure
from cairn_nb.metrics.measurements import CUTOFFS, MEASUREMENTS, latency
from cairn_nb.metrics.operational import cache_hit_rate, percentile_ms, total
from cairn_nb.metrics.trials import trials_section
from cairn_nb.records import AbstentionSection, AnswerSection, CaseRow, OperationalSection, RetrievalSection

__all__ = [
    "MeasuredRows",
    "abstention_section",
    "answer_section",
    "estimates",
    "estimates_by",
    "operational_section",
    "outcome_counts",
    "retrieval_section",
    "smallest_visible_drops",
    "trials_section",
]


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


def answer_section(rows: Sequence[CaseRow]) -> AnswerSection:
    """Answers over answered, answerable rows; citations over answered ones."""
    names = ("exact_match", "token_f1", "judge_score", "citation_validity", "faithfulness")
    return AnswerSection(**{name: ratio(rows, name).value for name in names})


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
    )


def operational_section(
    rows: Sequence[CaseRow], *, spent_usd: float | None = None, avoided_usd: float | None = None
) -> OperationalSection:
    """Cost over all rows, latency over rows without an error, prefix reuse in the order of the rows.

    Parameters
    ----------
    rows
        In planned order, which is the golden set's.
    spent_usd, avoided_usd
        What the run paid, and what cached replies would have cost; the rows do not say.
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
    )


def outcome_counts(rows: Sequence[CaseRow]) -> dict[str, dict[str, int]]:
    """For each measure how many rows have a value (``scored``) and how many have none, by reason."""
    counted = {}
    for name, measuring in MEASUREMENTS.items():
        values, missing = measure(rows, measuring)
        scored = len(values) - sum(missing.values())
        counted[name] = dict(Counter({"scored": scored}) + Counter(missing))
    return counted
