"""The sign-flip test of many columns of cluster sums from one set of flips.

A column's p-values are those that it has by itself: a flip belongs to the place of a size among the column's sorted
ones, whatever other columns there are. Sharing the flips saves drawing them again and says nothing about columns
together. Columns with at most 14 clusters that differ list all their flips.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import fsum
from typing import Literal, TypeAlias

import numpy as np

from cairn_nb.seeds import stream
from cairn_nb.stats.values import Floats

Alternative: TypeAlias = Literal["two-sided", "greater", "less"]

EXACT_CLUSTERS = 14
N_FLIPS = 9_999
# Drawn whole, also where a column needs fewer, so that the flips of a place do not depend on what else is tested.
PLACES_AT_ONCE = 64
COLUMNS_AT_ONCE = 256


@dataclass(frozen=True)
class SignFlips:
    """A p-value a column: for a mean that lies above 0, below 0, and on either side."""

    greater: Floats
    less: Floats
    two_sided: Floats


def sign_flip_table(sums: Floats, *, n_flips: int = N_FLIPS, seed: int = 0) -> SignFlips:
    """The p-values of each column.

    Parameters
    ----------
    sums
        The sum of differences in each cluster, shape (clusters, columns).
    n_flips, seed
        How many flips to draw where not all are listed, and the seed.
    """
    rounded = np.round(sums, 12)
    observed = np.array([fsum(column) for column in rounded.T])
    sizes = _sorted_sizes(rounded)
    many = (sizes > 0).sum(axis=0) > EXACT_CLUSTERS
    found = np.empty((3, sums.shape[1]))
    drawn = np.flatnonzero(many)
    for start in range(0, len(drawn), COLUMNS_AT_ONCE):
        some = drawn[start : start + COLUMNS_AT_ONCE]
        flipped = _drawn_flips(sizes[:, some], n_flips, seed)
        found[:, some] = (1 + _as_extreme(flipped, observed[some], sizes[:, some])) / (1 + n_flips)
    for column in np.flatnonzero(~many):
        flipped = _all_flips(sizes[:, column][sizes[:, column] > 0])[None, :]
        own = slice(column, column + 1)
        found[:, own] = _as_extreme(flipped, observed[own], sizes[:, own]) / flipped.shape[1]
    return SignFlips(*found)


def _sorted_sizes(sums: Floats) -> Floats:
    """Each column's sizes, the largest first, so that neither order, names nor direction move the draws."""
    return np.asarray(np.sort(np.abs(sums), axis=0)[::-1])


def _as_extreme(flipped: Floats, observed: Floats, sizes: Floats) -> Floats:
    """How many of each column's flips, a row a column, are at least as extreme as the data, for each alternative."""
    tolerance, seen = 1e-9 * sizes.sum(axis=0)[:, None], observed[:, None]
    above, below = flipped >= seen - tolerance, flipped >= -seen - tolerance
    beyond = np.abs(flipped) >= np.abs(seen) - tolerance
    return np.stack([side.sum(axis=1) for side in (above, below, beyond)]).astype(np.float64)


def _drawn_flips(sizes: Floats, n_flips: int, seed: int) -> Floats:
    """Sums with random signs, shape (columns, flips)."""
    n_places = int((sizes > 0).any(axis=1).sum())
    flipped = np.zeros((sizes.shape[1], n_flips))
    for start, heads in zip(range(0, n_places, PLACES_AT_ONCE), _heads(n_flips, seed), strict=False):
        block = sizes[start : start + PLACES_AT_ONCE]
        flipped += 2.0 * (block.T @ heads[: len(block)])
    return np.asarray(flipped - sizes.sum(axis=0)[:, None])


def _heads(n_flips: int, seed: int) -> Iterator[Floats]:
    """For the next places, 1 in the flips that keep a plus, 0 in the others; shape (places, flips)."""
    rng = stream(seed, "sign-flip")
    while True:
        drawn = rng.integers(0, 256, size=(PLACES_AT_ONCE, (n_flips + 7) // 8), dtype=np.uint8)
        yield np.unpackbits(drawn, axis=1)[:, :n_flips].astype(np.float64)


def _all_flips(sizes: Floats) -> Floats:
    flipped = np.zeros(1)
    for value in sizes:
        flipped = np.concatenate([flipped + value, flipped - value])
    return flipped
