"""Search of one question in one mode: to what depth, in which order, with which raw scores.

The pool of candidates has ``max(k, candidates)`` rows a list, and everything that is decided is decided in
it: what the generator is shown, what a reranker reads, what confidence is drawn from. Metrics look at ten
ranks; where the pool is shallower, the ranking goes on behind it with what deeper lists hold, so that how
deep it is measured never changes how it answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cairn_nb.retrieval.fusion import extended, fuse
from cairn_nb.retrieval.index import Index
from cairn_nb.retrieval.ordering import Ranking, Scores
from cairn_nb.retrieval.stores.protocol import Vector

METRIC_DEPTH = 10


@dataclass(frozen=True)
class Query:
    """One wording of a question, with what the mode needs of it: its vector, its BM25 scores of every row."""

    vector: Vector | None
    lexical: Scores | None


@dataclass(frozen=True)
class Pool:
    """A ranking whose first `size` rows are the candidates; what follows is there for metrics alone."""

    ranking: Ranking
    size: int


async def search(index: Index, queries: Sequence[Query], *, depth: int, rrf_k: int) -> Pool:
    """The candidates for a question, and enough behind them for metrics.

    Parameters
    ----------
    index
        What is searched.
    queries
        The question and its other wordings; their rankings are fused.
    depth
        Rows a list.
    rrf_k
        The constant of reciprocal rank fusion.
    """
    candidates = await _ranked(index, queries, depth, rrf_k)
    if len(candidates) >= METRIC_DEPTH or depth >= METRIC_DEPTH:
        return Pool(candidates, len(candidates))
    deeper = await _ranked(index, queries, METRIC_DEPTH, rrf_k)
    return Pool(extended(candidates, deeper), len(candidates))


async def _ranked(index: Index, queries: Sequence[Query], depth: int, rrf_k: int) -> Ranking:
    rankings = [await _ranked_one(index, query, depth, rrf_k) for query in queries]
    return rankings[0] if len(rankings) == 1 else fuse(rankings, rrf_k=rrf_k, ties=index.ties)


async def _ranked_one(index: Index, query: Query, depth: int, rrf_k: int) -> Ranking:
    lists = []
    if query.vector is not None:
        lists.append(await index.vectors.nearest(query.vector, depth))
    if query.lexical is not None:
        lists.append(index.lexical.search(query.lexical, depth, index.ties))
    return lists[0] if len(lists) == 1 else fuse(lists, rrf_k=rrf_k, ties=index.ties)
