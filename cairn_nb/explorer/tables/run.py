"""One run as tables: its numbers, and what a reader should know first."""

from __future__ import annotations

from cairn_nb.decisions.reading.timed import probed_estimates
from cairn_nb.explorer.tables.table import Table
from cairn_nb.records import Report

SHOWN = (
    ("judge score", "judge_score"),
    ("token F1", "token_f1"),
    ("exact match", "exact_match"),
    ("answer score (0 to 5)", "answer_score"),
    ("keyword recall", "keyword_recall"),
    ("citation validity", "citation_validity"),
    ("faithfulness", "faithfulness"),
    ("correctness (points)", "axis_correctness"),
    ("faithfulness (points)", "axis_faithfulness"),
    ("completeness (points)", "axis_completeness"),
    ("relevance (points)", "axis_relevance"),
    ("citation quality (points)", "axis_citation_quality"),
    ("recall@1", "recall_at_1"),
    ("recall@5", "recall_at_5"),
    ("recall@10", "recall_at_10"),
    ("nDCG@10", "ndcg_at_10"),
    ("MRR", "mrr"),
    ("documents recall@5", "document_recall_at_5"),
    ("documents nDCG@10", "document_ndcg_at_10"),
    ("documents MRR@10", "document_mrr_at_10"),
    ("evidence recall@5", "evidence_recall_at_5"),
    ("context recall", "context_recall"),
    ("context precision", "context_precision"),
    ("answer rate", "answer_rate"),
    ("error among answered", "error_rate_answered"),
    ("unanswerable abstained", "unanswerable_abstained_rate"),
    ("answerable answered", "answerable_answered_rate"),
    ("refusals that were right", "abstain_precision"),
    ("unanswerable refused", "abstain_recall"),
    ("answerable refused", "false_refusal_rate"),
    ("answering cost per question (USD)", "cost_per_question_usd"),
    ("p50 latency (ms)", "latency_p50_ms"),
    ("p95 latency (ms)", "latency_p95_ms"),
)


# Shares need three; a question may cost less than a thousandth of a dollar, and no clock is that exact.
DECIMALS = {"cost_per_question_usd": 6, "latency_p50_ms": 1, "latency_p95_ms": 1}


def numbers(report: Report) -> Table:
    """The run's numbers with their intervals; where the threshold comes from stands first."""
    source = str(report.notes.get("threshold_source", "unknown"))
    threshold = "none" if report.abstention.threshold is None else f"{report.abstention.threshold:.3f}"
    rows = [("threshold", threshold, source, "")]
    known = {**report.estimates, **probed_estimates(report)}
    for label, name in SHOWN:
        estimate = known.get(name)
        if estimate is None:
            continue
        missing = ", ".join(f"{count} {reason.replace('_', ' ')}" for reason, count in estimate.missing.items())
        counts = f"n = {estimate.n}" + (f"; without: {missing}" if missing else "")
        rows.append((label, estimate.written(decimals=DECIMALS.get(name, 3)), counts, estimate.warning or ""))
    return Table(caption="", heads=("measure", "value [95% interval]", "cases", "note"), rows=tuple(rows))


def warnings(report: Report) -> Table:
    """Everything the run wants a reader to know first."""
    return Table(caption="", heads=("warning",), rows=tuple((text,) for text in report.warnings))
