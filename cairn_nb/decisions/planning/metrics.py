"""What can be planned for: a measure with a value of each question, and the largest that it can have."""

from __future__ import annotations

from cairn_nb.decisions.reading.pair import Measure, answer_measure, citation_measure
from cairn_nb.errors import InputError
from cairn_nb.metrics.catalog import CATALOG
from cairn_nb.metrics.measurements import MEASUREMENTS
from cairn_nb.records import CaseRow, Outcome

ANSWERS = ("judge_score", "token_f1", "exact_match")
MEASURED = ("answer_score", "document_recall_at_5", "document_ndcg_at_10")
METRICS = (*ANSWERS, "citation_validity", *MEASURED)


def most_of(metric: str | None) -> float:
    """The largest value of a metric: 5 of an answer score, 1 of the others and where none is named.

    Raises
    ------
    InputError
        If it is none that can be planned for.
    """
    if metric is None:
        return 1.0
    if metric not in METRICS:
        raise InputError(f"{metric!r} cannot be planned for", key="metric", hint=f"one of {', '.join(METRICS)}")
    return CATALOG[metric].high or 1.0


def measure_of(metric: str) -> Measure:
    """A metric's value of a row as a share of the largest; null where it has none.

    Raises
    ------
    InputError
        If it is none that can be planned for.
    """
    most = most_of(metric)
    if metric in ANSWERS:
        return answer_measure(metric)
    return citation_measure if metric == "citation_validity" else _measured(metric, most)


def _measured(metric: str, most: float) -> Measure:
    def measure(row: CaseRow) -> float | None:
        value = MEASUREMENTS[metric](row)
        return None if isinstance(value, Outcome) else value / most

    return measure
