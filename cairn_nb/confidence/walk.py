"""Learn-then-Test over abstention thresholds: a label-free grid, walked down by exact tests to the first failure.

Cases are sorted by confidence, equal confidences in a seeded random order. A point of the grid is a rank m:
the m cases above the next one, the pivot, are answered. The pivot is not counted, so given where it
lies the m cases above it are independent draws of what that policy answers, and their errors are binomial
with its true error rate. The test at a point is P(Binomial(m, alpha) <= errors) <= delta.

Why walking down and stopping at the first failure keeps the chance of certifying any policy whose true
error exceeds alpha at delta (Angelopoulos, Bates, Candes, Jordan and Lei 2021, fixed-sequence testing), although
the borders come from the data: to certify wrongly, the first tested policy that is too bad has to pass.
Which policy that is depends on the confidences only, through how many cases lie above each border where
the true error crosses alpha. Between two such borders the true error is alpha on average, so given
those counts the errors above the last border are Binomial(count, alpha), and the cases between it and
the policy are worse: passing is no likelier than delta. Breaking ties at random is what makes the error
rate cross alpha without a jump; only a point that splits no group of equal confidences becomes a threshold.

The first rank is a third of the cases, or more where so few could hardly pass: the number at which an
error rate of alpha / 2 passes, up to half of the cases, and never fewer than pass without an error. An
early start finds a good head, a late start has more evidence; these numbers depend on n, alpha and delta alone.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cairn_nb.confidence.weighted import DECIMALS
from cairn_nb.records import GridPoint
from cairn_nb.stats import binomial_p_low, smallest_n_without_errors
from cairn_nb.stats.values import Floats

STEP = 10.0**-DECIMALS
START_SHARE, LATEST_START_SHARE = 1 / 3, 1 / 2


@dataclass(frozen=True)
class Walk:
    """The points in the order of their tests up to the first failure, and the last that is a threshold, if any."""

    points: tuple[GridPoint, ...]
    certified: GridPoint | None


def first_rank(n: int, alpha: float, delta: float) -> int:
    """How many cases the first policy answers; more than `n` when even no error in `n` cases would not do."""
    fewest = smallest_n_without_errors(alpha, delta)
    latest = int(np.ceil(n * LATEST_START_SHARE))
    sizes = np.arange(1, latest + 1)
    passing = binomial_p_low(np.floor(sizes * alpha / 2), sizes, alpha) <= delta
    solid = int(sizes[passing][0]) if passing.any() else latest
    return max(fewest, solid, int(np.ceil(n * START_SHARE)))


def grid_ranks(confidence: Floats, alpha: float, delta: float, grid_points: int) -> NDArray[np.int64]:
    """The ranks to test, rising: evenly spaced from the first to all cases, and the ends of the groups they split.

    Parameters
    ----------
    confidence
        Sorted from high to low.
    """
    n = len(confidence)
    start = min(n, first_rank(n, alpha, delta))
    ranks = np.round(np.linspace(start, n, grid_points)).astype(np.int64)
    # How many cases have at least the confidence of the rank's last case.
    ends = np.searchsorted(-confidence, -confidence[ranks - 1], side="right")
    return np.unique(np.concatenate([ranks, ends]))


def walk(confidence: Floats, wrong: NDArray[np.bool_], order: Floats, limits: tuple[float, float, int]) -> Walk:
    """Test the grid from the highest threshold down.

    Parameters
    ----------
    confidence
        Rounded to 1e-6, one a case.
    wrong
        Whether the case's answer is wrong.
    order
        Random numbers that know nothing of `wrong`; they order equal confidences.
    limits
        alpha, delta and the number of grid points.
    """
    alpha, delta, grid_points = limits
    by_rank = np.lexsort((-order, -confidence))
    ranked = confidence[by_rank]
    errors = np.cumsum(wrong[by_rank], dtype=np.int64)
    ranks = grid_ranks(ranked, alpha, delta, grid_points)
    passed = binomial_p_low(errors[ranks - 1], ranks, alpha) <= delta
    n_tested = len(ranks) if passed.all() else int(np.argmin(passed)) + 1
    tested, bounds = ranks[:n_tested], _bounds(errors[ranks[:n_tested] - 1], ranks[:n_tested], delta)
    points, certified = [], None
    for m, bound, good in zip(tested.tolist(), bounds.tolist(), passed.tolist(), strict=False):
        splits = m < len(ranked) and ranked[m - 1] == ranked[m]
        point = GridPoint(
            threshold=_threshold(ranked, m, splits=splits),
            n_answered=m,
            n_wrong=int(errors[m - 1]),
            bound=bound,
            certified=good and not splits,
        )
        points.append(point)
        certified = point if point.certified else certified
    return Walk(tuple(points), certified)


def _threshold(ranked: Floats, m: int, *, splits: bool) -> float:
    """The lowest confidence that the policy answers: just above the pivot, or 0 where everything is answered."""
    if m == len(ranked):
        return 0.0
    return float(ranked[m] if splits else round(ranked[m] + STEP, DECIMALS))


def _bounds(errors: NDArray[np.int64], n: NDArray[np.int64], delta: float) -> Floats:
    """One-sided Clopper-Pearson upper bounds at 1 - delta."""
    from scipy.special import betaincinv

    beyond = np.maximum(n - errors, 1)
    return np.asarray(np.where(errors < n, betaincinv(errors + 1, beyond, 1 - delta), 1.0), dtype=np.float64)
