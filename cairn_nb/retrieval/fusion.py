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
    ranks = np.concatenate([np.arange(1, len(ranking) + 1) for ranking in rankings])
    rows, places = np.unique(np.concatenate([ranking.rows for ranking in rankings]), return_inverse=True)
    sums = np.zeros(len(rows), dtype=np.int64)
    np.add.at(sums, places, (FINE + (rrf_k + ranks) // 2) // (rrf_k + ranks))
    steps = (sums + COARSE // 2) // COARSE
    order = np.lexsort((ties[rows], -steps))
    return Ranking(rows[order], steps[order] / (FINE // COARSE))


def extended(ranking: Ranking, deeper: Ranking) -> Ranking:
    """A ranking with the rows of a deeper one that it lacks behind it, in their order."""
    more = ~np.isin(deeper.rows, ranking.rows)
    return Ranking(
        np.concatenate([ranking.rows, deeper.rows[more]]), np.concatenate([ranking.scores, deeper.scores[more]])
    )
