"""Measures that read the same fields of a row, taken in one reading: a report has some fifty of each of its rows.

Each equals its function in `cairn_nb.metrics.measurements`, which is the definition. Those of a ranking of documents
are read in `cairn_nb.metrics.documents`.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter

from cairn_nb.metrics.documents import CUTOFFS, GIVEN, OF_RANKING, RANKED, is_told, of_ranking
from cairn_nb.metrics.measurements import AXIS_MEASURES, MEASUREMENTS
from cairn_nb.metrics.reasons import Measurement, Measuring, is_given, reason
from cairn_nb.metrics.retrieval import ndcg_at, recall_at, reciprocal_rank
from cairn_nb.metrics.retrieval.context import context_precision, context_recall
from cairn_nb.records import CaseRow, Outcome, Status

Reading = Callable[[CaseRow], tuple[Measurement, ...]]

SUPPORT_RANK = (*(f"recall_at_{k}" for k in CUTOFFS), "ndcg_at_10", "mrr")
EVIDENCE = tuple(f"evidence_recall_at_{k}" for k in CUTOFFS)
CONTEXT = ("context_recall", "context_precision")
GRADED = ("exact_match", "token_f1", "judge_score", "exact_match_uncited", "token_f1_uncited", "keyword_recall")
POINTS = ("answer_score", *AXIS_MEASURES)

_GRADES = attrgetter(*GRADED)


@dataclass(frozen=True)
class Together:
    """Some measures, and what reads all of them from a row, in their order."""

    measures: tuple[Measuring, ...]
    of_row: Reading


def of_support_rank(row: CaseRow) -> tuple[Measurement, ...]:
    """`SUPPORT_RANK` of a row."""
    if row.status is Status.ERROR:
        return (reason(row, "retrieved_support_rank"),) * len(SUPPORT_RANK)
    if not row.support_located:
        return (Outcome.NOT_APPLICABLE,) * len(SUPPORT_RANK)
    return _scores_of_rank(row.retrieved_support_rank)


@lru_cache(maxsize=1024)
def _scores_of_rank(rank: int | None) -> tuple[float, ...]:
    return (*(recall_at(rank, k) for k in CUTOFFS), ndcg_at(rank), reciprocal_rank(rank))


def of_evidence(row: CaseRow) -> tuple[Measurement, ...]:
    """`EVIDENCE` of a row."""
    if row.status is Status.ERROR:
        return (reason(row, RANKED),) * len(EVIDENCE)
    if not row.evidence_ranks:
        return (Outcome.NOT_APPLICABLE,) * len(EVIDENCE)
    found = sorted(rank for rank in row.evidence_ranks if rank is not None)
    return tuple(bisect(found, k) / len(row.evidence_ranks) for k in CUTOFFS)


def of_context(row: CaseRow) -> tuple[Measurement, ...]:
    """`CONTEXT` of a row."""
    if row.status is Status.ERROR:
        return (reason(row, GIVEN),) * len(CONTEXT)
    if not is_told(row):
        return (Outcome.NOT_APPLICABLE,) * len(CONTEXT)
    scores = (score(row.given_documents, row.relevant_documents) for score in (context_recall, context_precision))
    return tuple(Outcome.NOT_APPLICABLE if value is None else value for value in scores)


def of_answer(row: CaseRow) -> tuple[Measurement, ...]:
    """`GRADED` of a row."""
    if not is_given(row) or not row.answerable:
        return tuple(reason(row, name) for name in GRADED)
    given = zip(GRADED, _GRADES(row), strict=True)
    return tuple(reason(row, name) if value is None else float(value) for name, value in given)


def of_points(row: CaseRow) -> tuple[Measurement, ...]:
    """`POINTS` of a row."""
    if row.status is Status.ERROR:
        return (reason(row, "answer_score"),) * len(POINTS)
    found = (row.answer_score, *map(row.axes.get, AXIS_MEASURES.values()))
    if None not in found:
        return found  # type: ignore[return-value]
    stated = row.outcomes.get("answer_score", Outcome.NOT_APPLICABLE)
    missing = reason(row, "answer_score") if stated is Outcome.SCORED else stated
    return tuple(missing if value is None else value for value in found)


def _together(names: tuple[str, ...], of_row: Reading) -> Together:
    return Together(tuple(MEASUREMENTS[name] for name in names), of_row)


ALL_TOGETHER = (
    Together(OF_RANKING, of_ranking),
    _together(SUPPORT_RANK, of_support_rank),
    _together(EVIDENCE, of_evidence),
    _together(CONTEXT, of_context),
    _together(GRADED, of_answer),
    _together(POINTS, of_points),
)
TOGETHER: dict[Measuring, Together] = {measuring: one for one in ALL_TOGETHER for measuring in one.measures}
