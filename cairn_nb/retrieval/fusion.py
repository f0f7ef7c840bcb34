"""Reciprocal rank fusion: lists are put together by the ranks in them alone.

Source: Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion outperforms Condorcet and individual Rank
Learning Methods", SIGIR 2009.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cairn_nb.retrieval.ordering import Rankings, Rows

# Reciprocals are added up as whole multiples of 1e-15, so that the order of the lists cannot change a sum,
# and sums are told apart in steps of 1e-12, so that the rounding of a reciprocal cannot break a tie.
FINE = 10**15
COARSE = 1000


def fuse(lists: Sequence[Rankings], *, rrf_k: int, ties: Rows, wordings: int = 1) -> Rankings:
    """All rows of some rankings by ``sum(1 / (rrf_k + rank))``, ranks from 1; equal sums by `ties`.

    Parameters
    ----------
    lists
        For the same queries; their scores are not looked at.
    rrf_k
        How slowly a rank's weight falls.
    ties
        `tie_ranks` of the chunk table.
    wordings
        How many queries in a row ask the same; their rankings become one.
    """
    queries = np.concatenate([ranking.queries for ranking in lists]) // wordings
    rows = np.concatenate([ranking.rows for ranking in lists])
    ranks = np.concatenate([ranking.places for ranking in lists]) + (rrf_k + 1)
    n_queries = lists[0].n_queries // wordings
    cells, sums = _sums(queries * len(ties) + rows, (FINE + ranks // 2) // ranks)
    queries, rows = np.divmod(cells, len(ties))
    steps = (sums + COARSE // 2) // COARSE
    order = np.lexsort((ties[rows], -steps, queries))
    return Rankings(queries, rows[order], steps[order] / (FINE // COARSE), n_queries)


def _sums(cells: Rows, parts: Rows) -> tuple[Rows, Rows]:
    """Each different cell, ascending, and the sum of its parts."""
    order = np.argsort(cells)
    cells = cells[order]
    is_first = np.ones(len(cells), dtype=np.bool_)
    np.not_equal(cells[1:], cells[:-1], out=is_first[1:])
    first = is_first.nonzero()[0]
    return cells[first], np.add.reduceat(parts[order], first) if len(first) else parts


def extended(rankings: Rankings, deeper: Rankings) -> Rankings:
    """Rankings with the rows of deeper ones that they lack behind them, in their order."""
    span = 1 + max(int(rankings.rows.max(initial=0)), int(deeper.rows.max(initial=0)))
    more = deeper.where(~np.isin(deeper.queries * span + deeper.rows, rankings.queries * span + rankings.rows))
    order = np.argsort(np.concatenate([rankings.queries, more.queries]), kind="stable")
    queries, rows, scores = (
        np.concatenate([getattr(rankings, name), getattr(more, name)])[order] for name in ("queries", "rows", "scores")
    )
    return Rankings(queries, rows, scores, rankings.n_queries)
