"""How a number changes with another one: a least-squares slope whose interval holds for clusters.

On zeros and ones the slope is the difference of two means. Its variance is the cluster-robust one (Liang and Zeger
1986) with the correction C / (C - 1) * (n - 1) / (n - 2), and the interval Student's t with C - 1 degrees of freedom.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from math import sqrt

import numpy as np
from numpy.typing import ArrayLike

from cairn_nb.errors import InputError
from cairn_nb.records import Estimate
from cairn_nb.stats.student import t_quantile
from cairn_nb.stats.values import Codes, Floats, as_floats, check_share, cluster_codes

FEWEST = 6
FEWEST_OF_A_SIDE = 2
METHOD = "cluster-robust, Student's t"


def clustered_slope(
    y: Iterable[float | None] | ArrayLike,
    x: Iterable[float | None] | ArrayLike,
    *,
    clusters: Sequence[Hashable] | None = None,
    level: float = 0.95,
) -> Estimate:
    """The slope of `y` on `x`.

    Parameters
    ----------
    y, x
        As many of one as of the other; pairs that lack either are missing.
    clusters, level
        A label for each pair, and the coverage.

    Returns
    -------
    Estimate
        The value is null where `x` does not vary, the interval with fewer than six pairs or clusters, or fewer than
        two values on a side of an `x` that takes two.

    Raises
    ------
    InputError
        If something is no number, the lengths differ, or the level is out of range.
    """
    check_share(level, "level")
    ys, xs = as_floats(y, "y"), as_floats(x, "x")
    if len(ys) != len(xs):
        raise InputError(f"{len(xs)} values of x for {len(ys)} of y")
    kept = ~np.isnan(ys) & ~np.isnan(xs)
    codes = cluster_codes(clusters, len(ys))[kept]
    n, n_clusters = int(kept.sum()), len(np.unique(codes))
    found = Estimate(
        value=None,
        level=level,
        n=n,
        n_clusters=None if clusters is None else n_clusters,
        missing={"missing": len(ys) - n} if n < len(ys) else {},
    )
    if n == 0 or np.ptp(xs[kept]) == 0:
        return found.changed(warning="nothing to compare: all are alike" if n else None)
    slope, error = _slope(ys[kept], xs[kept], codes, n_clusters)
    found = found.changed(value=slope)
    problem = _too_few(xs[kept], n_clusters) or ("no interval: nothing varies" if error == 0 else None)
    if problem is not None:
        return found.changed(warning=problem)
    reach = t_quantile((1 + level) / 2, n_clusters - 1) * error
    return found.changed(low=slope - reach, high=slope + reach, method=METHOD)


def _slope(y: Floats, x: Floats, codes: Codes, n_clusters: int) -> tuple[float, float]:
    n, apart = len(x), x - x.mean()
    spread = float(apart @ apart)
    slope = float(apart @ y) / spread
    rest = y - y.mean() - slope * apart
    if n_clusters < 2 or n < 3 or float(rest @ rest) <= 1e-24 * n * max(1.0, float(y @ y)):
        return slope, 0.0
    scores = np.bincount(codes, apart * rest)
    factor = n_clusters / (n_clusters - 1) * (n - 1) / (n - 2)
    return slope, sqrt(factor * float(scores @ scores)) / spread


def _too_few(x: Floats, n_clusters: int) -> str | None:
    if n_clusters < FEWEST:
        return f"no interval: only {n_clusters} documents or answers"
    values, counts = np.unique(x, return_counts=True)
    if len(values) == 2 and counts.min() < FEWEST_OF_A_SIDE:
        return "no interval: one side has a single answer"
    return None
