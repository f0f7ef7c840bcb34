"""The rows that a number opens: those that count against it, said in the terms of the table's filters."""

from __future__ import annotations

from cairn_nb.explorer.rows.cells import DEEPER, MISSED, RANKS
from cairn_nb.explorer.rows.filter import Filter
from cairn_nb.explorer.runs import Runs

BELOW_FULL = 0.999
SUPPORT = [name for _, name in RANKS]
# The first step of the support's rank that no longer counts for recall@k.
FIRST_TOO_DEEP = {"recall_at_1": 1, "recall_at_3": 2, "recall_at_5": 3, "recall_at_10": 4, "ndcg_at_10": 1, "mrr": 1}
SCORES = {
    "judge_score": ("judge", "the judge's grade is below 1"),
    "token_f1": ("f1", "token F1 is below 1"),
    "exact_match": ("em", "no exact match"),
    "keyword_recall": ("keywords", "an expected keyword is missing"),
}
CORRECT = 4.0
LARGE = {
    "cost_per_question_usd": ("cost", "at least the mean cost"),
    "latency_p50_ms": ("latency", "at least the median time"),
    "latency_p95_ms": ("latency", "at least the p95 time"),
}


def rows_behind(runs: Runs, run: int, name: str, value: float) -> Filter | None:
    """The rows that count against a measure; of a cost or a time, those of at least its value.

    Parameters
    ----------
    name
        The measure's name in the catalogue.
    value
        What it came to.
    """
    if name in FIRST_TOO_DEEP:
        return _too_deep(runs, run, FIRST_TOO_DEEP[name])
    if name in SCORES:
        key, label = SCORES[name]
        facets = {"answerable": ("yes",), runs.column("status", run): ("answered",)}
        return Filter(facets=facets, ranges={runs.column(key, run): (None, BELOW_FULL)}, label=label)
    if name in LARGE:
        key, label = LARGE[name]
        return Filter(ranges={runs.column(key, run): (value, None)}, label=label)
    return _rates(runs, run).get(name)


def _too_deep(runs: Runs, run: int, first: int) -> Filter:
    label = "the support is missed or ranked below " + ("1", "3", "5", "10")[first - 1]
    return Filter(facets={runs.column("support", run): (*SUPPORT[first:], DEEPER, MISSED)}, label=label)


def _rates(runs: Runs, run: int) -> dict[str, Filter]:
    status, refused = runs.column("status", run), runs.column("refused", run)
    return {
        "answer_score": Filter(
            ranges={runs.column("points", run): (None, CORRECT - 1e-9)}, label="an answer score below 4"
        ),
        "abstain_precision": Filter(facets={"answerable": ("yes",), refused: ("yes",)}, label="answerable and refused"),
        "abstain_recall": Filter(
            facets={"answerable": ("no",), refused: ("no",)}, label="unanswerable and not refused"
        ),
        "false_refusal_rate": Filter(
            facets={"answerable": ("yes",), refused: ("yes",)}, label="answerable and refused"
        ),
        "citation_validity": Filter(
            ranges={runs.column("citations", run): (None, BELOW_FULL)}, label="a claim is not supported"
        ),
        "faithfulness": Filter(facets={runs.column("faithful", run): ("no",)}, label="not faithful"),
        "answer_rate": Filter(facets={status: ("abstained",)}, label="abstained"),
        "error_rate_answered": Filter(
            facets={status: ("answered",), runs.column("verdict", run): ("wrong",)}, label="answered and wrong"
        ),
        "unanswerable_abstained_rate": Filter(
            facets={"answerable": ("no",), status: ("answered",)}, label="unanswerable and answered"
        ),
        "answerable_answered_rate": Filter(
            facets={"answerable": ("yes",), status: ("abstained",)}, label="answerable and abstained"
        ),
    }
