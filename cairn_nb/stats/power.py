"""The smallest drop that a set of cases can show: what a test that finds nothing has ruled out.

A one-sided test at 5% finds a true drop of (t_0.95 + t_0.80) standard errors with 80% power; the
standard error is that of clustered differences, the quantiles those of Student's t with one degree of
freedom fewer than clusters. Where few cases differ, the sign-flip test is the tighter limit: it needs five
clusters that lost and none that won (2^-5 < 5%), which a Poisson count reaches with 80% when 6.72 are
expected.
"""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist

import numpy as np

from cairn_nb.stats.values import Floats

LEVEL, POWER = 0.95, 0.80
# Mean of a Poisson count that is five or more with probability 0.80.
LOSSES_FOR_POWER = 6.72
MIN_CLUSTERS = 6


def t_quantile(probability: float, degrees: int) -> float:
    """Student's t quantile by its expansion in 1/degrees (Abramowitz and Stegun 26.7.5); 0.5% off at 5 degrees."""
    z = NormalDist().inv_cdf(probability)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return z + terms[0] / degrees + terms[1] / degrees**2 + terms[2] / degrees**3


def clustered_error(sums: Floats, sizes: Floats) -> float:
    """Standard error of the ratio of totals over clusters, linearised, with the factor G / (G - 1) (Cochran 1977).

    Parameters
    ----------
    sums, sizes
        Each cluster's sum of values and number of values; at least two clusters.
    """
    n_clusters = len(sums)
    residuals = sums - sizes * (sums.sum() / sizes.sum())
    return sqrt(n_clusters / (n_clusters - 1) * float(residuals @ residuals)) / float(sizes.sum())


def smallest_visible_drop(sums: Floats, sizes: Floats) -> float | None:
    """The smallest true drop of the mean difference that the one-sided 5% sign-flip test shows with 80% power.

    Parameters
    ----------
    sums, sizes
        Each cluster's sum of differences and number of pairs.

    Returns
    -------
    float or None
        None under six clusters, where no drop can be told. Where no pair differs, a changed case is
        taken to lose 1.
    """
    if len(sums) < MIN_CLUSTERS:
        return None
    quantiles = t_quantile(LEVEL, len(sums) - 1) + t_quantile(POWER, len(sums) - 1)
    changed = np.abs(sums[sums != 0])
    loss = float(changed.mean()) if changed.size else 1.0
    return max(quantiles * clustered_error(sums, sizes), LOSSES_FOR_POWER * loss / float(sizes.sum()))


def planned_visible_drop(values: Floats, codes: np.ndarray, *, correlation: float = 0.5) -> float | None:
    """The same before there is a second run: its values are taken to vary like these and correlate with them.

    Parameters
    ----------
    values
        One run's values, gaps as NaN.
    codes
        Each value's cluster, whole numbers from 0.
    correlation
        Between the two runs on one cluster; the difference's variance is 2 (1 - correlation) times a run's.
    """
    kept = ~np.isnan(values)
    used, positions = np.unique(codes[kept], return_inverse=True)
    if len(used) < MIN_CLUSTERS:
        return None
    sums = np.bincount(positions, values[kept], len(used)).astype(np.float64)
    sizes = np.bincount(positions, minlength=len(used)).astype(np.float64)
    quantiles = t_quantile(LEVEL, len(used) - 1) + t_quantile(POWER, len(used) - 1)
    spread = sqrt(2 * (1 - correlation)) * clustered_error(sums, sizes)
    return max(quantiles * spread, LOSSES_FOR_POWER / float(sizes.sum()))
