"""What changed between two reports, by the names that tables and JSON use."""

from __future__ import annotations

from cairn_nb.decisions.gate.comparison import CITATION, primary_metric
from cairn_nb.decisions.reading.measured import (
    citation_value,
    difference,
    error_rate,
    relative_rise,
    retrieval_values,
)
from cairn_nb.decisions.reading.pair import Pair
from cairn_nb.decisions.reading.primary import primary_value
from cairn_nb.decisions.reading.timed import compared_p95


def deltas(pair: Pair) -> dict[str, float | None]:
    """Candidate minus baseline; null where a side was not measured, or a relative rise has a zero baseline."""
    before, after = pair.baseline, pair.candidate
    metric = primary_metric(pair)
    latency = compared_p95(pair)
    found, sought = retrieval_values(before), retrieval_values(after)
    return {
        metric: difference(primary_value(before, metric), primary_value(after, metric)),
        CITATION: difference(citation_value(before), citation_value(after)),
        "cost_per_question_usd_relative": relative_rise(
            before.operational.cost_per_question_usd, after.operational.cost_per_question_usd
        ),
        "latency_p95_ms_relative": relative_rise(latency.before, latency.after),
        "answer_rate": difference(before.abstention.answer_rate, after.abstention.answer_rate),
        "error_rate_answered": difference(error_rate(before), error_rate(after)),
        "recall@5": difference(found["recall@5"], sought["recall@5"]),
        "ndcg@10": difference(found["ndcg@10"], sought["ndcg@10"]),
    }
