"""Search of questions in one mode: to what depth, in which order.

The pool of candidates has ``max(k, candidates)`` rows a list, and everything that is decided is decided in
it: what the generator is shown, what a reranker reads, what confidence is drawn from. Metrics look at ten
ranks; where the pool is shallower, the ranking goes on behind it with what deeper lists hold, so that how
deep it is measured never changes how it answers.
"""

from __future__ import annotations

from dataclasses import dataclass

from cairn_nb.retrieval.fusion import extended, fuse
from cairn_nb.retrieval.index import Index
from cairn_nb.retrieval.ordering import Rankings, Rows, Scores
from cairn_nb.retrieval.stores.protocol import Vectors

METRIC_DEPTH = 10


@dataclass(frozen=True)
class Queries:
    """The wordings of some questions, question by question, with what the mode needs of them.

    Parameters
    ----------
    vectors
        Shape (queries, dim); None where the mode has none.
    lexical
        BM25 scores of every row, shape (queries, rows); None where the mode has none.
    wordings
        How many queries each question has; the first is the question as it was asked.
    """

    vectors: Vectors | None
    lexical: Scores | None
    wordings: int = 1


@dataclass(frozen=True)
class Pool:
    """A ranking a question. The first `sizes` rows are the candidates; what follows is there for metrics alone."""

    rankings: Rankings
    sizes: Rows


async def search(index: Index, queries: Queries, *, depth: int, rrf_k: int) -> Pool:
    """The candidates for each question, and enough behind them for metrics.

    Parameters
    ----------
    index
        What is searched.
    queries
        The rankings of one question's wordings are fused.
    depth
        Rows a list.
    rrf_k
        The constant of reciprocal rank fusion.
    """
    candidates = await _ranked(index, queries, depth, rrf_k)
    sizes = candidates.starts[1:] - candidates.starts[:-1]
    if depth >= METRIC_DEPTH or (sizes >= METRIC_DEPTH).all():
        return Pool(candidates, sizes)
    return Pool(extended(candidates, await _ranked(index, queries, METRIC_DEPTH, rrf_k)), sizes)


async def _ranked(index: Index, queries: Queries, depth: int, rrf_k: int) -> Rankings:
    lists = []
    if queries.vectors is not None:
        lists.append(await index.vectors.nearest(queries.vectors, depth))
    if queries.lexical is not None:
        lists.append(index.lexical.search(queries.lexical, depth, index.ties))
    ranked = lists[0] if len(lists) == 1 else fuse(lists, rrf_k=rrf_k, ties=index.ties)
    if queries.wordings == 1:
        return ranked
    return fuse([ranked], rrf_k=rrf_k, ties=index.ties, wordings=queries.wordings)
