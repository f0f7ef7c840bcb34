"""One order for everything that is ranked: by score, quantised so that machines agree, then by chunk id."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

QUANTUM = 1e-6

Rows: TypeAlias = NDArray[np.int64]
Scores: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True)
class Ranking:
    """Rows of the chunk table, best first, each with its score."""

    rows: Rows
    scores: Scores

    def __len__(self) -> int:
        return len(self.rows)

    def first(self, n: int) -> Ranking:
        """The first `n` of it."""
        return Ranking(self.rows[:n], self.scores[:n])


NOTHING = Ranking(np.zeros(0, dtype=np.int64), np.zeros(0))


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


def best(rows: Rows, scores: Scores, n: int, ties: Rows) -> Ranking:
    """The `n` best of some rows; equal quantised scores are ordered by `ties`.

    Parameters
    ----------
    rows
        Rows of the chunk table.
    scores
        Their scores, higher is better.
    ties
        `tie_ranks` of the whole table.

    Returns
    -------
    Ranking
        With the scores rounded to the quantum.
    """
    steps = quantised(scores)
    if n < len(rows):
        bar = np.partition(steps, len(steps) - n)[len(steps) - n]
        kept = np.flatnonzero(steps >= bar)
        rows, steps = rows[kept], steps[kept]
    order = np.lexsort((ties[rows], -steps))[:n]
    return Ranking(rows[order], np.round(steps[order] * QUANTUM, 6))
