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

from cairn_nb.stats.agreement.rating_counts import Counts
from cairn_nb.stats.values import Floats

BLOCK_CELLS = 1_000_000
DUST = 1e-12


@dataclass(frozen=True)
class Disagreement:
    """A and E, and an item's part in each: `within` is W[u], `pull` the derivative of log(A (n - 1) / E) by its weight.

    All items have at least two ratings; `n_ratings` counts them by item.
    """

    within: Floats
    expected: float
    n_ratings: Floats
    pull: Floats

    @property
    def observed(self) -> float:
        """A."""
        return float(self.within.sum())

    @property
    def alpha(self) -> float:
        """1 where nobody disagrees; only where ratings vary at all."""
        return 1 - (float(self.n_ratings.sum()) - 1) * self.observed / self.expected


def of_positions(n: Floats, sums: Floats, squares: Floats) -> Disagreement:
    """Of squared distances, from each item's number of ratings, sum and sum of squares; the mean should be near 0."""
    total, all_sums, all_squares = float(n.sum()), float(sums.sum()), float(squares.sum())
    within = n * squares
    spread = DUST * within
    within -= sums * sums
    within[within <= spread] = 0.0
    within /= n - 1
    within *= 2
    expected = 2 * (total * all_squares - all_sums**2)
    parts = n * (2 * all_squares)
    parts += squares * (2 * total)
    parts -= sums * (4 * all_sums)
    return _disagreement(within, expected if expected > DUST * total * all_squares else 0.0, n, parts)


def of_ranks(counts: Counts) -> Disagreement:
    """Of midranks, which move with the items' weights too; the columns of `counts` go up."""
    n, each = counts.by_item, counts.by_value
    ranks = np.cumsum(each) - each / 2 - n.sum() / 2
    sums = counts.table @ ranks
    found = of_positions(n, sums, counts.table @ ranks**2)
    if found.expected <= 0 or found.observed <= 0:
        return found
    slopes = ranks * (counts.table.T @ (4 * n / (n - 1))) - counts.table.T @ (4 * sums / (n - 1))
    by_value = slopes / found.observed - 4 * each * (n.sum() * ranks) / found.expected
    above = by_value[::-1].cumsum()[::-1] - by_value / 2
    return Disagreement(found.within, found.expected, n, found.pull + counts.table @ above)


def of_categories(counts: Counts) -> Disagreement:
    """Of values that are the same or not."""
    n, each = counts.by_item, counts.by_value
    within = (n * n - counts.squares_by_item) / (n - 1)
    total = float(n.sum())
    parts = 2 * (total * n - counts.table @ each)
    return _disagreement(within, total**2 - float(each @ each), n, parts)


def of_ratios(counts: Counts, values: Floats) -> Disagreement:
    """Of ((a - b) / (a + b)) squared, for values from 0."""
    n, each = counts.by_item, counts.by_value
    within, reach = np.zeros(len(n)), np.empty(len(values))
    block = max(1, BLOCK_CELLS // max(len(n), len(values), 1))
    for start in range(0, len(values), block):
        part = slice(start, start + block)
        apart = ratio_distance(values[:, None], values[part])
        reach[part] = each @ apart
        within += ((counts.table @ apart) * counts.columns(part)).sum(axis=1)
    parts = 2 * (counts.table @ reach)
    return _disagreement(within / (n - 1), float(reach @ each), n, parts)


def ratio_distance(a: Floats, b: Floats) -> Floats:
    """The squared distance of the ratio metric; 0 between two zeros."""
    total = a + b
    return np.square((a - b) / np.where(total > 0, total, 1.0))


def _disagreement(within: Floats, expected: float, n: Floats, parts: Floats) -> Disagreement:
    """`parts` is the derivative of E by each item's weight, and becomes that of the logarithm."""
    observed = float(within.sum())
    if expected <= 0 or observed <= 0:
        return Disagreement(within, expected, n, np.zeros_like(within))
    parts /= -expected
    parts += within / observed
    parts += n / (float(n.sum()) - 1)
    return Disagreement(within, expected, n, parts)
