"""How well a judge's yes or no agrees with people's, each number with an interval that holds for clusters."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Literal

import numpy as np

from cairn_nb.errors import InputError
from cairn_nb.records import Estimate
from cairn_nb.stats.effective_counts import clustered_share
from cairn_nb.stats.exact import Side
from cairn_nb.stats.student import t_quantile
from cairn_nb.stats.values import Floats, as_floats, check_share, cluster_codes
from cairn_nb.stats.verdicts import Verdicts, as_pairs


@dataclass(frozen=True)
class SensitivitySpecificity:
    """`sensitivity`: the share of people's yes that the judge says yes to; `specificity`: of people's no, no."""

    sensitivity: Estimate
    specificity: Estimate

    @property
    def youden(self) -> float | None:
        """Sensitivity + specificity - 1: 0 for a judge who knows nothing."""
        if self.sensitivity.value is None or self.specificity.value is None:
            return None
        return self.sensitivity.value + self.specificity.value - 1


def sensitivity_specificity(
    judge: Verdicts,
    human: Verdicts,
    *,
    clusters: Sequence[Hashable] | None = None,
    level: float = 0.95,
    side: Side = "two-sided",
) -> SensitivitySpecificity:
    """Both with exact intervals.

    Parameters
    ----------
    judge, human
        Yes or no for each answer; None where missing. Answers without a human verdict enter neither.
    clusters
        A label for each answer (its document): then the interval is that of `clustered_share`.
    level, side
        ``lower`` gives the one-sided bounds by which a judge is certified.

    Raises
    ------
    InputError
        If a verdict is neither yes nor no, the lengths differ, or the level is out of range.
    """
    said, true = as_pairs(judge, human)
    labels = None if clusters is None else list(clusters)
    if labels is not None and len(labels) != len(true):
        raise InputError(f"{len(labels)} cluster labels for {len(true)} answers")
    yes, no = (
        clustered_share(
            said[where] if of else 1 - said[where],
            None if labels is None else [labels[int(i)] for i in np.flatnonzero(where)],
            level=level,
            side=side,
        )
        for of, where in ((True, true == 1), (False, true == 0))
    )
    return SensitivitySpecificity(yes, no)


def cohen_kappa(
    a: Sequence[float | None] | Floats,
    b: Sequence[float | None] | Floats,
    *,
    weights: Literal["none", "linear", "quadratic"] = "none",
    clusters: Sequence[Hashable] | None = None,
    level: float = 0.95,
) -> Estimate:
    """Cohen's kappa of two raters: agreement beyond what their own frequencies would give by chance.

    Cohen (1960; 1968 with weights). Its standard error is linearised, by cluster where given (for independent items it
    is that of Fleiss, Cohen and Everitt 1969), with Student's t.

    Parameters
    ----------
    a, b
        Their ratings as numbers; items without both are missing.
    weights
        How near misses count: not at all, by distance, or by its square; distances are of ratings as numbers.
    clusters, level
        As in `sensitivity_specificity`.

    Raises
    ------
    InputError
        If ratings are not numbers, the lengths differ, or a parameter is out of range.
    """
    check_share(level, "level")
    one, two = as_floats(a, "a"), as_floats(b, "b")
    if len(one) != len(two):
        raise InputError(f"{len(one)} ratings beside {len(two)}")
    both = ~np.isnan(one) & ~np.isnan(two)
    codes = cluster_codes(clusters, len(one))[both]
    n, n_clusters = int(both.sum()), len(np.unique(codes))
    found = Estimate(
        value=None,
        level=level,
        n=n,
        n_clusters=None if clusters is None else n_clusters,
        missing={"missing": len(one) - n} if n < len(one) else {},
    )
    kappa, pulls = _kappa(one[both], two[both], weights)
    if kappa is None:
        return found.changed(
            warning="both gave the same rating always: nothing tells agreement from chance" if n else None
        )
    if n_clusters < 2:
        return found.changed(value=kappa, warning="no interval: fewer than two items or clusters")
    by_cluster = np.bincount(codes, pulls)
    error = sqrt(float(by_cluster @ by_cluster) * n_clusters / (n_clusters - 1))
    if error == 0:
        return found.changed(value=kappa, warning="no interval: the raters never differ")
    reach = t_quantile((1 + level) / 2, n_clusters - 1) * error
    method = "linearised, Student's t" + ("" if clusters is None else " by cluster")
    return found.changed(value=kappa, low=max(kappa - reach, -1.0), high=min(kappa + reach, 1.0), method=method)


def _kappa(a: Floats, b: Floats, weights: str) -> tuple[float | None, Floats]:
    """Kappa, and each item's part in its error; 1 - observed over expected disagreement."""
    values, codes = np.unique(np.concatenate([a, b]), return_inverse=True)
    if len(values) < 2:
        return None, np.zeros(len(a))
    n, apart = len(a), np.abs(values[:, None] - values)
    far = {"none": (apart > 0).astype(np.float64), "linear": apart, "quadratic": apart**2}[weights]
    first, second = codes[:n], codes[n:]
    row, column = (np.bincount(side, minlength=len(values)) / n for side in (first, second))
    observed, expected = float(far[first, second].mean()), float(row @ far @ column)
    if expected == 0:
        return None, np.zeros(n)
    ratio = observed / expected
    chance = (far @ column)[first] + (row @ far)[second] - 2 * expected
    return 1 - ratio, (far[first, second] - observed - ratio * chance) / (expected * n)
