"""Reciprocal rank fusion: lists are put together by the ranks in them alone.

Source: Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion outperforms Condorcet and individual Rank
Learning Methods", SIGIR 2009.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cairn_nb.retrieval.ordering import Ranking, Rows

# Reciprocals are added up as whole multiples of 1e-15, so that the order of the lists cannot change a sum,
# and sums are told apart in steps of 1e-12, so that the rounding of a reciprocal cannot break a tie.
FINE = 10**15
COARSE = 1000


def fuse(rankings: Sequence[Ranking], *, rrf_k: int, ties: Rows) -> Ranking:
    """All rows of some rankings by ``sum(1 / (rrf_k + rank))``, ranks from 1; equal sums by `ties`.

    Parameters
    ----------
    rankings
        Their scores are not looked at.
    rrf_k
        How slowly a rank's weight falls.
    ties
        `tie_ranks` of the chunk table.
    """
    sums_by_row: dict[int, int] = {}
    for ranking in rankings:
        for place, row in enumerate(ranking.rows.tolist(), rrf_k + 1):
            sums_by_row[row] = sums_by_row.get(row, 0) + (FINE + place // 2) // place
    rows = np.fromiter(sums_by_row, dtype=np.int64, count=len(sums_by_row))
    sums = np.fromiter(sums_by_row.values(), dtype=np.int64, count=len(sums_by_row))
    steps = (sums + COARSE // 2) // COARSE
    order = np.lexsort((ties[rows], -steps))
    return Ranking(rows[order], steps[order] / (FINE // COARSE))


def extended(ranking: Ranking, deeper: Ranking) -> Ranking:
    """A ranking with the rows of a deeper one that it lacks behind it, in their order."""
    more = ~np.isin(deeper.rows, ranking.rows)
    return Ranking(
        np.concatenate([ranking.rows, deeper.rows[more]]), np.concatenate([ranking.scores, deeper.scores[more]])
    )
