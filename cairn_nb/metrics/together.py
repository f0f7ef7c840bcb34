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
CLAIMED = ("citation_validity", "faithfulness", "claim_support_rate", "unsupported_claims")
ANSWERING = (
    *("answer_rate", "error_rate_answered", "unanswerable_abstained_rate", "answerable_answered_rate"),
    *("abstain_precision", "abstain_recall", "false_refusal_rate"),
)

_GRADES = attrgetter(*GRADED)
_CLAIMED = tuple(MEASUREMENTS[name] for name in CLAIMED)
# Where a row states why it has none of `CLAIMED`.
_CLAIMED_IN = ("citation_validity", "faithful", "claim_support_rate", "claim_support_rate")
# All that `ANSWERING` reads of a row, and its values for each combination that was met: there are few.
_ANSWERED = attrgetter("status", "refused", "answerable", "correct")
_of_answered: dict[tuple[object, ...], tuple[Measurement, ...]] = {}


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
    return _shares_of_ranks(row.evidence_ranks)


@lru_cache(maxsize=4096)
def _shares_of_ranks(ranks: tuple[int | None, ...]) -> tuple[float, ...]:
    found = sorted(rank for rank in ranks if rank is not None)
    return tuple(bisect(found, k) / len(ranks) for k in CUTOFFS)


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
    return tuple([reason(row, name) if value is None else float(value) for name, value in given])


def of_claims(row: CaseRow) -> tuple[Measurement, ...]:
    """`CLAIMED` of a row."""
    if not is_given(row):
        return tuple([reason(row, field) for field in _CLAIMED_IN])
    return tuple([measuring(row) for measuring in _CLAIMED])


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


def of_answering(row: CaseRow) -> tuple[Measurement, ...]:
    """`ANSWERING` of a row."""
    stated = row.outcomes.get
    key = (*_ANSWERED(row), stated("status"), stated("correct"))
    if key not in _of_answered:
        _of_answered[key] = tuple(MEASUREMENTS[name](row) for name in ANSWERING)
    return _of_answered[key]


def _together(names: tuple[str, ...], of_row: Reading) -> Together:
    return Together(tuple(MEASUREMENTS[name] for name in names), of_row)


ALL_TOGETHER = (
    Together(OF_RANKING, of_ranking),
    _together(SUPPORT_RANK, of_support_rank),
    _together(EVIDENCE, of_evidence),
    _together(CONTEXT, of_context),
    _together(GRADED, of_answer),
    _together(CLAIMED, of_claims),
    _together(POINTS, of_points),
    _together(ANSWERING, of_answering),
)
TOGETHER: dict[Measuring, Together] = {measuring: one for one in ALL_TOGETHER for measuring in one.measures}
