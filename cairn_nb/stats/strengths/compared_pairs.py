"""Comparisons by twos as arrays: who met whom on which question, and how the points were shared."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from cairn_nb.errors import InputError
from cairn_nb.stats.strengths.strengths import win_matrix
from cairn_nb.stats.values import Codes, Floats, as_floats, cluster_codes


@dataclass(frozen=True)
class Pairings:
    """One entry a comparison: `points` (0..1) for `first`, the rest of 1 for `second`; `clusters` numbers questions."""

    first: Codes
    second: Codes
    points: Floats
    clusters: Codes
    n_systems: int

    @property
    def n_clusters(self) -> int:
        return int(self.clusters.max(initial=-1)) + 1

    @property
    def wins(self) -> Floats:
        """The points by pair of systems."""
        return win_matrix(self.first, self.second, self.points, self.n_systems)


def pairings(
    first: ArrayLike,
    second: ArrayLike,
    points: ArrayLike,
    clusters: Sequence[Hashable] | None = None,
    *,
    n_systems: int | None = None,
) -> Pairings:
    """Comparisons, checked.

    Parameters
    ----------
    first, second
        The number of each system, from 0.
    points
        What the first won: 1 a win, 0.5 a draw, 0 a loss, or anything between.
    clusters
        The question of each comparison, or its document; None takes each comparison as independent.
    n_systems
        By default the highest number and one.

    Raises
    ------
    InputError
        If the lengths differ, a system meets itself or is out of range, or points lie outside 0..1 or are missing.
    """
    one, two = _systems(first, "first"), _systems(second, "second")
    shares = as_floats(np.asarray(points), "points")
    if not len(one) == len(two) == len(shares):
        raise InputError(f"{len(one)} first systems, {len(two)} second ones and {len(shares)} points")
    highest = int(max(one.max(initial=-1), two.max(initial=-1))) + 1
    n = highest if n_systems is None else n_systems
    if highest > n:
        raise InputError(f"system {highest - 1} of only {n}")
    if (one == two).any():
        raise InputError(f"comparison {int(np.flatnonzero(one == two)[0])} is of a system with itself")
    if not ((shares >= 0) & (shares <= 1)).all():
        raise InputError("points must lie between 0 and 1; leave comparisons without a verdict out")
    return Pairings(one, two, shares, cluster_codes(clusters, len(one)), n)


def _systems(numbers: ArrayLike, name: str) -> Codes:
    array = np.asarray(numbers)
    if array.ndim != 1 or (array.size and array.dtype.kind not in "iu") or (array < 0).any():
        raise InputError(f"{name} must be the numbers of systems, whole and from 0")
    return array.astype(np.int64)
