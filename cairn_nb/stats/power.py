"""The smallest drop that a set of cases can show: what a test that finds nothing has ruled out.

The test is the one-sided 5% sign-flip test over clusters, the power 80%. A drop is taken to come as cases that
lose all they had, which is the hardest form to see, because such losses add variance of their own, as
clustered as the differences or as the grades, whichever is more. With G clusters of n cases on average,
cluster sums of variance V and a true drop d it is found with 80% where

    sqrt(G) n d  =  t(0.95) sqrt(V(d) + n^2 d^2)  +  t(0.80) sqrt(V(d)),      V(d) = V + n D d (1 - d),

D being the design effect, the variance of a cluster's sum over that of as many independent cases; n^2 d^2 is
there because flipping signs does not remove the mean; t is Student's, with G - 1 degrees of freedom.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np

from cairn_nb.stats.student import t_quantile
from cairn_nb.stats.values import Codes, Floats

LEVEL, POWER = 0.95, 0.80
MIN_CLUSTERS = 6
# Halvings of the interval 0..1; the answer is good to 1e-9.
HALVINGS = 30


@dataclass(frozen=True)
class Spread:
    """How much paired differences vary: per case, and per cluster sum around the mean's share."""

    n_clusters: int
    mean_size: float
    case_variance: float
    cluster_variance: float

    @classmethod
    def of(cls, values: Floats, codes: Codes) -> Spread:
        """From one value a case, without gaps, and each case's cluster."""
        sums = np.bincount(codes, values).astype(np.float64)
        sizes = np.bincount(codes).astype(np.float64)
        mean, n_clusters = float(values.mean()), len(sums)
        residuals = sums - sizes * mean
        return cls(
            n_clusters=n_clusters,
            mean_size=len(values) / n_clusters,
            case_variance=float(values.var()),
            cluster_variance=float(residuals @ residuals) / max(n_clusters - 1, 1),
        )

    @property
    def design_effect(self) -> float:
        """Between 1, for independent cases, and the mean cluster size; 1 where nothing varies."""
        if self.case_variance <= 0:
            return 1.0
        effect = self.cluster_variance / (self.mean_size * self.case_variance)
        return min(max(effect, 1.0), max(self.mean_size, 1.0))

    def scaled(self, factor: float) -> Spread:
        """The spread of values whose variance is `factor` times as large."""
        return Spread(self.n_clusters, self.mean_size, factor * self.case_variance, factor * self.cluster_variance)


def visible_drop(spread: Spread, *, loss_effect: float = 1.0, level: float = LEVEL) -> float | None:
    """The smallest true drop that is found with 80% power, for values in 0..1.

    Parameters
    ----------
    spread
        Of the paired differences.
    loss_effect
        The least design effect that losses are taken to have; that of the grades, where they are known.
    level
        One less the one-sided risk of a false alarm.

    Returns
    -------
    float or None
        None under six clusters, or where not even the loss of everything would be found.
    """
    if spread.n_clusters < MIN_CLUSTERS:
        return None
    effect = max(spread.design_effect, loss_effect)
    low, high = 0.0, 1.0
    if not found_with_power(spread, high, effect, level):
        return None
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if found_with_power(spread, middle, effect, level) else (middle, high)
    return high


def planned_visible_drop(values: Floats, codes: Codes, *, correlation: float = 0.5) -> float | None:
    """The same before there is a second run: its values are taken to vary like these and correlate with them.

    Parameters
    ----------
    values
        One run's values in 0..1, gaps as NaN.
    codes
        Each value's cluster, whole numbers from 0.
    correlation
        Between the two runs; the difference's variance is 2 (1 - correlation) times one run's.
    """
    kept = ~np.isnan(values)
    if not kept.any():
        return None
    _, positions = np.unique(codes[kept], return_inverse=True)
    return visible_drop(Spread.of(values[kept], positions).scaled(2 * (1 - correlation)))


def found_with_power(spread: Spread, drop: float, effect: float, level: float = LEVEL) -> bool:
    """Whether a true drop is found with 80% power or more; `effect` is the design effect of lost cases."""
    degrees = spread.n_clusters - 1
    shift = spread.mean_size * drop
    variance = spread.cluster_variance + spread.mean_size * effect * drop * (1 - drop)
    needed = t_quantile(level, degrees) * sqrt(variance + shift * shift) + t_quantile(POWER, degrees) * sqrt(variance)
    return sqrt(spread.n_clusters) * shift >= needed
