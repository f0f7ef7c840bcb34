"""What Krippendorff's alpha is made of: how far ratings of one item lie apart, and how far any two ratings do.

With c[u, k] ratings of value k on item u, n[u] on it, n[k] of that value and n in all,

    alpha = 1 - (n - 1) A / E,   A = sum over u of W[u],   W[u] = sum over k, l of c[u, k] c[u, l] d[k, l] / (n[u] - 1)
                                 E = sum over k, l of n[k] n[l] d[k, l]

(Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability", in sums). Where the metric d is the squared distance
of positions, sums of positions and of their squares do for both: the values themselves for ``interval``, and for
``ordinal`` the values' midranks, since n[k] + ... + n[l] less half of both ends is just the distance of midranks.
``nominal`` needs counts; only ``ratio`` needs every pair of distinct values, taken a block at a time.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cairn_nb.stats.values import Codes, Floats

BLOCK_CELLS = 1_000_000


@dataclass(frozen=True)
class Disagreement:
    """A and E, and an item's part in each: `within` is W[u], `pull` the derivative of log(A / E) (n - 1) by its weight.

    All items have at least two ratings; `n_ratings` counts them by item.
    """

    within: Floats
    expected: float
    n_ratings: Floats
    pull: Floats

    @property
    def observed(self) -> float:
        return float(self.within.sum())

    @property
    def alpha(self) -> float:
        """1 where nobody disagrees; only where ratings vary at all."""
        return 1 - (float(self.n_ratings.sum()) - 1) * self.observed / self.expected


def of_positions(positions: Floats, present: Floats) -> Disagreement:
    """Of squared distances.

    Parameters
    ----------
    positions
        Raters by items, 0 where there is no rating; best with a mean near 0.
    present
        1 where there is a rating, else 0.
    """
    n, sums = present.sum(axis=0), positions.sum(axis=0)
    squares = np.einsum("ru,ru->u", positions, positions)
    total, all_sums, all_squares = float(n.sum()), float(sums.sum()), float(squares.sum())
    within = 2 * np.maximum(n * squares - sums * sums, 0.0) / (n - 1)
    expected = 2 * (total * all_squares - all_sums**2)
    parts = 2 * (n * all_squares + total * squares - 2 * all_sums * sums)
    return _disagreement(within, expected, n, parts)


def of_ranks(codes: Codes, n_values: int) -> Disagreement:
    """Of midranks, which move with the items' weights too; `codes` (raters by items) count values up, -1 for none."""
    present = (codes >= 0).astype(np.float64)
    n_each = np.bincount(codes[codes >= 0], minlength=n_values).astype(np.float64)
    ranks = np.cumsum(n_each) - n_each / 2
    ranks -= float(ranks @ n_each) / float(n_each.sum())
    placed = ranks[codes] * present
    found = of_positions(placed, present)
    if found.expected <= 0 or found.observed <= 0:
        return found
    n, sums = found.n_ratings, placed.sum(axis=0)
    slopes = np.where(codes >= 0, (n * placed - sums) * (4 / (n - 1)), 0.0)
    by_value = np.bincount(codes[codes >= 0], slopes[codes >= 0], n_values) / found.observed
    by_value -= 4 * n_each * (float(n_each.sum()) * ranks) / found.expected
    above = by_value[::-1].cumsum()[::-1] - by_value / 2
    moved = (above[codes] * present).sum(axis=0)
    return Disagreement(found.within, found.expected, n, found.pull + moved)


def of_categories(codes: Codes, n_values: int) -> Disagreement:
    """Of values that are the same or not."""
    given = codes >= 0
    items = np.broadcast_to(np.arange(codes.shape[1]), codes.shape)[given]
    values = codes[given]
    n_each = np.bincount(values, minlength=n_values).astype(np.float64)
    n = given.sum(axis=0).astype(np.float64)
    total = float(n.sum())
    owners, counts = _counts_by_item(items, values, codes.shape[1], n_values)
    alike = np.bincount(owners, counts**2, codes.shape[1])
    parts = 2 * (total * n - np.bincount(items, n_each[values], codes.shape[1]))
    return _disagreement((n * n - alike) / (n - 1), total**2 - float(n_each @ n_each), n, parts)


def of_ratios(codes: Codes, values: Floats) -> Disagreement:
    """Of ((a - b) / (a + b)) squared, for values from 0."""
    given = codes >= 0
    n = given.sum(axis=0).astype(np.float64)
    within = np.zeros(codes.shape[1])
    for i in range(len(codes)):
        for j in range(i):
            both = given[i] & given[j]
            within[both] += 2 * ratio_distance(values[codes[i, both]], values[codes[j, both]])
    n_each = np.bincount(codes[given], minlength=len(values)).astype(np.float64)
    reach = np.empty(len(values))
    block = max(1, BLOCK_CELLS // len(values))
    for start in range(0, len(values), block):
        reach[start : start + block] = ratio_distance(values[start : start + block, None], values) @ n_each
    parts = 2 * np.where(given, reach[codes], 0.0).sum(axis=0)
    return _disagreement(within / (n - 1), float(reach @ n_each), n, parts)


def ratio_distance(a: Floats, b: Floats) -> Floats:
    """The squared distance of the ratio metric; 0 between two zeros."""
    total = a + b
    return np.square((a - b) / np.where(total > 0, total, 1.0))


def _counts_by_item(items: Codes, values: Codes, n_items: int, n_values: int) -> tuple[Codes, Floats]:
    """How often each value occurs on each item, without a table of items by values where that would be large."""
    cells = items * n_values + values
    if n_items * n_values <= 4 * len(cells):
        return np.repeat(np.arange(n_items), n_values), np.bincount(cells, minlength=n_items * n_values).astype(float)
    found, counts = np.unique(cells, return_counts=True)
    return found // n_values, counts.astype(np.float64)


def _disagreement(within: Floats, expected: float, n: Floats, parts: Floats) -> Disagreement:
    """`parts` is the derivative of E by each item's weight."""
    observed = float(within.sum())
    if expected <= 0 or observed <= 0:
        return Disagreement(within, expected, n, np.zeros_like(within))
    return Disagreement(within, expected, n, n / (float(n.sum()) - 1) + within / observed - parts / expected)
