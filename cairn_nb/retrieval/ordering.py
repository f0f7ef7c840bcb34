"""One order for everything that is ranked: by score, quantised so that machines agree, then by chunk id."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

QUANTUM = 1e-6

Rows: TypeAlias = NDArray[np.int64]
Scores: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True)
class Rankings:
    """Rows of the chunk table for some queries: query by query, best first.

    Parameters
    ----------
    queries
        The query that each entry belongs to, ascending from 0.
    rows, scores
        What was found, and its score.
    n_queries
        Queries, those that found nothing included.
    """

    queries: Rows
    rows: Rows
    scores: Scores
    n_queries: int

    def __len__(self) -> int:
        return len(self.rows)

    @cached_property
    def starts(self) -> Rows:
        """Where each query's entries begin, and behind the last where they end; shape (queries + 1)."""
        starts: Rows = np.searchsorted(self.queries, np.arange(self.n_queries + 1))
        return starts

    @cached_property
    def places(self) -> Rows:
        """Each entry's place in its query's ranking, from 0."""
        if self.n_queries == 1:
            return np.arange(len(self))
        places: Rows = np.arange(len(self)) - self.starts[self.queries]
        return places

    def first(self, n: int) -> Rankings:
        """The first `n` entries of each query."""
        if len(self) <= n:
            return self
        return self.where(self.places < n)

    def where(self, kept: NDArray[np.bool_]) -> Rankings:
        """Some of the entries."""
        if kept.all():
            return self
        return Rankings(self.queries[kept], self.rows[kept], self.scores[kept], self.n_queries)


def joined(rankings: Sequence[Rankings]) -> Rankings:
    """Rankings of one query each as those of many."""
    queries = np.repeat(np.arange(len(rankings)), [len(ranking) for ranking in rankings])
    rows, scores = ([getattr(ranking, name) for ranking in rankings] for name in ("rows", "scores"))
    return Rankings(queries, np.concatenate(rows), np.concatenate(scores), len(rankings))


def tie_ranks(ids: Sequence[str]) -> Rows:
    """Each row's place in the order of the ids, which settles equal scores."""
    ranks = np.empty(len(ids), dtype=np.int64)
    ranks[np.array(sorted(range(len(ids)), key=ids.__getitem__), dtype=np.int64)] = np.arange(len(ids))
    return ranks


def quantised(scores: Scores) -> Rows:
    """Scores as whole multiples of 1e-6."""
    return np.rint(np.asarray(scores, dtype=np.float64) / QUANTUM).astype(np.int64)


def as_quantised(scores: Scores) -> Scores:
    """Scores rounded to 1e-6."""
    rounded: Scores = np.round(quantised(scores) * QUANTUM, 6)
    return rounded


def strongest(scores: NDArray[np.floating], n: int, *, margin: float) -> tuple[Rows, Rows]:
    """The queries and rows that can be among the `n` best of each query.

    Parameters
    ----------
    scores
        Shape (queries, rows).
    margin
        How far behind the n-th best a score may be.
    """
    n = min(n, scores.shape[1])
    bars = np.partition(scores, -n, axis=1)[:, -n]
    queries, rows = np.nonzero(scores >= (bars - margin)[:, np.newaxis])
    return queries.astype(np.int64, copy=False), rows.astype(np.int64, copy=False)


def best(queries: Rows, rows: Rows, scores: Scores, n: int, *, n_queries: int, ties: Rows) -> Rankings:
    """The `n` best of some rows for each query; equal quantised scores are ordered by `ties`.

    Parameters
    ----------
    queries
        The query of each entry, ascending.
    rows, scores
        Rows of the chunk table with their scores; higher is better.
    ties
        `tie_ranks` of the whole table.

    Returns
    -------
    Rankings
        With the scores rounded to the quantum.
    """
    steps = quantised(scores)
    order = np.lexsort((ties[rows], -steps, queries))
    return Rankings(queries, rows[order], np.round(steps[order] * QUANTUM, 6), n_queries).first(n)
