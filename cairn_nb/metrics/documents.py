"""The method's measures of one row's ranking: by documents, by quotes, and by what the generator was given of them.

A gain is ``2 ** grade - 1`` (Burges et al. 2005), discounted by log2(rank + 1) (Jarvelin and Kekalainen 2002).
Many rankings at once, from tables: `cairn_nb.metrics.retrieval.evaluate`.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from math import fsum, log2
from typing import TypeAlias

from cairn_nb.metrics.reasons import Measurement, Measuring, reason
from cairn_nb.metrics.retrieval.context import context_precision, context_recall
from cairn_nb.records import CaseRow, Outcome, Status

CUTOFFS = (1, 3, 5, 10)
MEASURES = ("recall", "precision", "hit", "mrr", "ndcg")
# What a row's outcomes say of its ranking of documents, and of what the generator was given: scored, or why not.
RANKED, GIVEN = "ranked_documents", "context_recall"

Grades: TypeAlias = Mapping[str, float]
Score: TypeAlias = Callable[[Sequence[str], Grades, int], float]

_DISCOUNTS = tuple(1 / log2(rank + 1) for rank in range(1, max(CUTOFFS) + 1))


def recall(ranked: Sequence[str], relevant: Grades, k: int) -> float:
    """Relevant documents among the first `k` / all relevant documents."""
    return sum(map(relevant.__contains__, ranked[:k])) / len(relevant)


def precision(ranked: Sequence[str], relevant: Grades, k: int) -> float:
    """Relevant documents among the first `k` / `k`, also where fewer were retrieved."""
    return sum(map(relevant.__contains__, ranked[:k])) / k


def hit(ranked: Sequence[str], relevant: Grades, k: int) -> float:
    """1 when a relevant document is among the first `k`, else 0."""
    return float(any(map(relevant.__contains__, ranked[:k])))


def mrr(ranked: Sequence[str], relevant: Grades, k: int) -> float:
    """1 / rank of the first relevant document among the first `k`, else 0."""
    return next((1 / rank for rank, name in enumerate(ranked[:k], 1) if name in relevant), 0.0)


def ndcg(ranked: Sequence[str], relevant: Grades, k: int) -> float:
    """The discounted gain of the first `k` / that of the best order."""
    best = sorted(relevant.values(), reverse=True)[:k]
    return _discounted(relevant.get(name, 0.0) for name in ranked[:k]) / _discounted(best)


def _discounted(grades: Iterable[float]) -> float:
    return fsum((2.0**grade - 1) * discount for grade, discount in zip(grades, _DISCOUNTS, strict=False) if grade)


def is_ranked(row: CaseRow) -> bool:
    """Whether the row's documents can be measured: it has relevant ones, and a ranking, which may be empty."""
    return bool(row.relevant_documents) and (bool(row.ranked_documents) or row.outcomes.get(RANKED) is Outcome.SCORED)


def is_told(row: CaseRow) -> bool:
    """Whether the row says what the generator was given, which may be nothing, and has relevant documents."""
    return bool(row.relevant_documents) and (bool(row.given_documents) or row.outcomes.get(GIVEN) is Outcome.SCORED)


def _at(score: Score, k: int) -> Measuring:
    def measure(row: CaseRow) -> Measurement:
        if row.status is Status.ERROR:
            return reason(row, RANKED)
        return score(row.ranked_documents, row.relevant_documents, k) if is_ranked(row) else Outcome.NOT_APPLICABLE

    return measure


def _evidence(k: int) -> Measuring:
    def measure(row: CaseRow) -> Measurement:
        if row.status is Status.ERROR:
            return reason(row, RANKED)
        ranks = row.evidence_ranks
        return sum(rank is not None and rank <= k for rank in ranks) / len(ranks) if ranks else Outcome.NOT_APPLICABLE

    return measure


def _of_context(score: Callable[[Sequence[str], Grades], float | None]) -> Measuring:
    def measure(row: CaseRow) -> Measurement:
        if row.status is Status.ERROR:
            return reason(row, GIVEN)
        value = score(row.given_documents, row.relevant_documents) if is_told(row) else None
        return Outcome.NOT_APPLICABLE if value is None else value

    return measure


_SCORES: dict[str, Score] = {"recall": recall, "precision": precision, "hit": hit, "mrr": mrr, "ndcg": ndcg}

DOCUMENTS: dict[str, Measuring] = {
    **{f"document_{name}_at_{k}": _at(_SCORES[name], k) for name in MEASURES for k in CUTOFFS},
    **{f"evidence_recall_at_{k}": _evidence(k) for k in CUTOFFS},
    "context_recall": _of_context(context_recall),
    "context_precision": _of_context(context_precision),
}
# The measures that `of_ranking` gives together, in its order.
OF_RANKING: tuple[Measuring, ...] = tuple(DOCUMENTS[f"document_{name}_at_{k}"] for name in MEASURES for k in CUTOFFS)


def of_ranking(row: CaseRow) -> tuple[Measurement, ...]:
    """All of `OF_RANKING` from one reading of the row's ranking, equal to each of them."""
    if row.status is Status.ERROR:
        return (reason(row, RANKED),) * len(OF_RANKING)
    if not is_ranked(row):
        return (Outcome.NOT_APPLICABLE,) * len(OF_RANKING)
    relevant, first = row.relevant_documents, row.ranked_documents[: CUTOFFS[-1]]
    found = tuple([(rank, relevant[name]) for rank, name in enumerate(first, 1) if name in relevant])
    return _scores_of_found(found, tuple(sorted(relevant.values(), reverse=True)))


@lru_cache(maxsize=4096)
def _scores_of_found(found: tuple[tuple[int, float], ...], grades: tuple[float, ...]) -> tuple[float, ...]:
    """`OF_RANKING` of the ranks and grades of the relevant documents found, and of the grades of all, descending."""
    ranks = [rank for rank, _ in found]
    counts = [bisect(ranks, k) for k in CUTOFFS]
    gains = [(2.0**grade - 1) * _DISCOUNTS[rank - 1] for rank, grade in found]
    return (
        *(count / len(grades) for count in counts),
        *(count / k for count, k in zip(counts, CUTOFFS, strict=True)),
        *(float(count > 0) for count in counts),
        *(1 / ranks[0] if count else 0.0 for count in counts),
        *(fsum(gains[:count]) / _discounted(grades[:k]) for count, k in zip(counts, CUTOFFS, strict=True)),
    )
