"""Reciprocal rank fusion: lists are put together by the ranks in them alone.

Source: Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion outperforms Condorcet and individual Rank
Learning Methods", SIGIR 2009.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from cairn_nb.retrieval.ordering import Ranking, Rows

DIGITS = 12  # sums of reciprocals are told apart well above this, and rounding errors lie below it


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
    parts: defaultdict[int, list[float]] = defaultdict(list)
    for ranking in rankings:
        for rank, row in enumerate(ranking.rows.tolist(), start=1):
            parts[row].append(1.0 / (rrf_k + rank))
    # fsum does not depend on the order of its terms, so the order of the lists cannot change a tie.
    scores = {row: round(math.fsum(terms), DIGITS) for row, terms in parts.items()}
    rows = sorted(scores, key=lambda row: (-scores[row], ties[row]))
    return Ranking(np.array(rows, dtype=np.int64), np.array([scores[row] for row in rows]))


def extended(ranking: Ranking, deeper: Ranking) -> Ranking:
    """A ranking with the rows of a deeper one that it lacks behind it, in their order."""
    more = ~np.isin(deeper.rows, ranking.rows)
    return Ranking(
        np.concatenate([ranking.rows, deeper.rows[more]]), np.concatenate([ranking.scores, deeper.scores[more]])
    )
