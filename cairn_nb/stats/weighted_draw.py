"""What a draw with unequal chances says of all: each drawn item stands for `weight` items.

A share has Korn and Graubard's (1998) interval: Clopper and Pearson's with as many trials as independent ones with
equal chances would tell as much. A mean is sharpened by the judge, who scored every item: the mean of the judge over
all, plus the weighted mean of what people said beyond the judge (the difference estimator, Cochran 1977, 7.6), with
Student's t over clusters.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import sqrt

import numpy as np

from cairn_nb.errors import InputError
from cairn_nb.records import Estimate
from cairn_nb.stats.effective_counts import EffectiveCount
from cairn_nb.stats.exact import Side
from cairn_nb.stats.student import t_quantile
from cairn_nb.stats.values import Codes, Floats, check_share, cluster_codes

FEWEST = 6
TINY = 1e-300


def weighted_share(
    values: Floats,
    weights: Floats,
    clusters: Sequence[Hashable] | None = None,
    *,
    level: float = 0.95,
    side: Side = "two-sided",
) -> Estimate:
    """A share of zeros and ones; null over nothing.

    Parameters
    ----------
    values, weights
        Zeros and ones, and how many items each stands for (above 0).
    clusters, level, side
        As in `clustered_share`.

    Raises
    ------
    InputError
        If lengths differ, a weight is not above 0, or the level is out of range.
    """
    check_share(level, "level")
    _check_weights(values, weights)
    n_clusters = len(values) if clusters is None else len(set(clusters))
    method = "Korn-Graubard" + ("" if side == "two-sided" else f", one-sided {side}")
    found = Estimate(value=None, level=level, n=len(values), n_clusters=n_clusters if clusters is not None else None)
    if not len(values):
        return found.changed(method=method)
    share = float(weights @ values) / float(weights.sum())
    low, high = weighted_count(values, weights, clusters, level=level).interval(level, side)
    return found.changed(value=share, low=min(low, share), high=max(high, share), method=method)


def weighted_count(
    values: Floats, weights: Floats, clusters: Sequence[Hashable] | None = None, *, level: float = 0.95
) -> EffectiveCount:
    """As many independent trials as tell as much, of one value or more; parameters as in `weighted_share`."""
    codes = _codes(clusters, len(values))
    share = float(weights @ values) / float(weights.sum())
    n, n_clusters = len(values), int(codes.max()) + 1
    sums = np.bincount(codes, weights)
    if share in (0.0, 1.0) or n_clusters < 2:
        alike = float(sums.sum()) ** 2 / float(sums @ sums)
        return EffectiveCount(share * alike, alike)
    pulls = np.bincount(codes, weights * (values - share)) / float(weights.sum())
    # Where each item is its own cluster, equal weights must give Clopper and Pearson's interval itself.
    variance = float(pulls @ pulls) * (1 if n_clusters == n else n_clusters / (n_clusters - 1))
    upper = (1 + level) / 2
    fewer = (t_quantile(upper, n - 1) / t_quantile(upper, n_clusters - 1)) ** 2
    kept = min(share * (1 - share) / max(variance, TINY) * fewer, float(n))
    return EffectiveCount(share * kept, kept)


def _codes(clusters: Sequence[Hashable] | None, n: int) -> Codes:
    """From 0 on without a gap."""
    return np.unique(cluster_codes(clusters, n), return_inverse=True)[1].astype(np.int64)


def weighted_difference_mean(
    judged: Floats,
    drawn: Sequence[int],
    human: Floats,
    weights: Floats,
    *,
    clusters: Sequence[Hashable] | None = None,
    level: float = 0.95,
) -> Estimate:
    """The mean that people would give to all items.

    Parameters
    ----------
    judged
        The judge's score of every item.
    drawn, human, weights
        The places in `judged` of the items that people scored, their scores, and how many items each stands for.
    clusters, level
        A label for each of `judged`, and the coverage.

    Returns
    -------
    Estimate
        `n` counts the labels. The value is null without any; the interval with fewer than six clusters of them, or
        where people and judge differ by the same on all.

    Raises
    ------
    InputError
        If lengths differ, a weight is not above 0, or the level is out of range.
    """
    check_share(level, "level")
    _check_weights(human, weights)
    if len(drawn) != len(human):
        raise InputError(f"{len(human)} scores of people for {len(drawn)} items")
    codes, places = cluster_codes(clusters, len(judged)), np.asarray(drawn, dtype=np.int64)
    n_clusters = len(np.unique(codes[places]))
    found = Estimate(value=None, level=level, n=len(human), n_clusters=None if clusters is None else n_clusters)
    if not len(human):
        return found
    beyond = human - judged[places]
    mean = float(weights @ beyond) / float(weights.sum())
    found = found.changed(value=float(judged.mean()) + mean, method="weighted difference, Student's t")
    if n_clusters < FEWEST or np.ptp(beyond) == 0:
        why = (
            f"only {n_clusters} labelled" if n_clusters < FEWEST else "people differ from the judge by the same on all"
        )
        return found.changed(method="weighted difference", warning=f"no interval: {why}")
    pulls = np.bincount(codes, (judged - judged.mean()) / len(judged)).astype(np.float64)
    np.add.at(pulls, codes[places], weights * (beyond - mean) / float(weights.sum()))
    error = sqrt(float(pulls @ pulls) * n_clusters / (n_clusters - 1))
    reach, value = t_quantile((1 + level) / 2, n_clusters - 1) * error, float(judged.mean()) + mean
    return found.changed(low=value - reach, high=value + reach)


def _check_weights(values: Floats, weights: Floats) -> None:
    if len(values) != len(weights):
        raise InputError(f"{len(weights)} weights for {len(values)} values")
    if not (weights > 0).all():
        raise InputError("a weight must be above 0")
