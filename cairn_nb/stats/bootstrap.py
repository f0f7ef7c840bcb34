"""Percentile bootstrap of means and ratios that resamples whole clusters.

The values of one cluster (questions about one document, trials of one question) rise and fall together,
so a resample draws clusters with replacement, as many as there are, and takes all their values. A mean is
the ratio of two sums, over values and over counts; both are needed because a resample's count varies.
Only the clusters' sums are resampled: how often each cluster was drawn, times its sums, in blocks of at
most 1,000 resamples, so memory does not grow with their number (Davison and Hinkley 1997, chapters 2-3).

The interval is about which cases were asked. It is too narrow under about ten clusters, and it has no
width where every value is the same: a share of 0 or 1 then takes the exact interval over clusters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum

import numpy as np
from numpy.typing import ArrayLike

from cairn_nb.errors import InputError
from cairn_nb.records import Estimate
from cairn_nb.seeds import stream
from cairn_nb.stats.values import Codes, Floats, as_floats, check_share, cluster_codes

BLOCK_CELLS = 2_000_000
BLOCK_RESAMPLES = 1_000
FEW_CLUSTERS = 10


@dataclass(frozen=True)
class Ratio:
    """Sum of `numerators` over sum of `denominators`, both NaN where a value is missing.

    `is_share` says that the ratio lies in 0..1, so that an interval exists when every value is the same.
    """

    numerators: Floats
    denominators: Floats
    missing: Mapping[str, int] = field(default_factory=dict)
    is_share: bool = True

    @property
    def present(self) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        """Where there is a value."""
        return ~np.isnan(self.numerators)

    @property
    def value(self) -> float | None:
        """The ratio, or None over nothing; its sums do not depend on the order of the values."""
        total = fsum(self.denominators[self.present])
        return fsum(self.numerators[self.present]) / total if total > 0 else None


def mean_of(values: Floats, *, missing: Mapping[str, int] | None = None, is_share: bool = True) -> Ratio:
    """A mean as a ratio: each value present counts once."""
    return Ratio(values, np.where(np.isnan(values), np.nan, np.ones_like(values)), missing or {}, is_share)


def cluster_totals(columns: Sequence[Floats], codes: Codes) -> Floats:
    """Each column's sum in each cluster, shape (clusters, columns), gaps as 0, in an order that labels do not change.

    Sorting by the sums makes equal data give equal draws, however rows are ordered and clusters named.
    """
    n_clusters = int(codes.max()) + 1 if codes.size else 0
    sums = [np.bincount(codes, np.nan_to_num(column), n_clusters) for column in columns]
    totals = np.stack(sums, axis=1).astype(np.float64).round(12)
    return totals[np.lexsort(totals.T[::-1])]


def resampled_totals(totals: Floats, n_boot: int, rng: np.random.Generator) -> Floats:
    """The column sums of `n_boot` resamples of the rows of `totals`, shape (n_boot, columns)."""
    n_clusters = len(totals)
    block = max(1, min(BLOCK_RESAMPLES, BLOCK_CELLS // max(n_clusters, 1)))
    out = np.empty((n_boot, totals.shape[1]))
    for start in range(0, n_boot, block):
        size = min(block, n_boot - start)
        drawn = rng.integers(0, n_clusters, size=(size, n_clusters))
        drawn += np.arange(size)[:, None] * n_clusters
        counts = np.bincount(drawn.ravel(), minlength=size * n_clusters).reshape(size, n_clusters)
        out[start : start + size] = counts.astype(np.float64) @ totals
    return out


def bootstrap_mean(
    values: Iterable[float | None] | ArrayLike,
    clusters: Sequence[Hashable] | None = None,
    n_boot: int = 2000,
    seed: int = 0,
    level: float = 0.95,
    *,
    reasons: Sequence[str | None] | None = None,
    is_share: bool = True,
) -> Estimate:
    """The mean with a percentile bootstrap interval that resamples clusters.

    Parameters
    ----------
    values
        One number a case; None or NaN where it is missing, which leaves the mean and is counted.
    clusters
        A label for each value; values with one label are resampled together. None: each by itself.
    n_boot, seed
        Number of resamples and the seed of the draws.
    level
        Coverage of the interval, in 0..1.
    reasons
        For each value why it is missing; read where one is. Without it they are counted as ``missing``.
    is_share
        Whether the values lie in 0..1. If so, a mean of exactly 0 or 1 takes the Clopper-Pearson interval.

    Returns
    -------
    Estimate
        `value` is null over nothing; `low` and `high` are null with fewer than two clusters.

    Raises
    ------
    InputError
        If a value is not a number or infinite, the lengths differ, or a parameter is out of range.
    """
    array = as_floats(values)
    absent = np.flatnonzero(np.isnan(array))
    if reasons is not None and len(reasons) != len(array):
        raise InputError(f"{len(reasons)} reasons for {len(array)} values")
    missing = Counter("missing" if reasons is None else reasons[int(i)] or "missing" for i in absent)
    ratio = mean_of(array, missing=dict(missing), is_share=is_share)
    return bootstrap_ratios({"mean": ratio}, clusters, n_boot=n_boot, seed=seed, level=level)["mean"]


def bootstrap_ratios(
    ratios: Mapping[str, Ratio],
    clusters: Sequence[Hashable] | None = None,
    *,
    n_boot: int = 2000,
    seed: int = 0,
    level: float = 0.95,
) -> dict[str, Estimate]:
    """Many ratios over the same cases, from one set of resamples.

    Parameters
    ----------
    ratios
        By name; all as long as `clusters`.
    clusters, n_boot, seed, level
        As in `bootstrap_mean`.

    Raises
    ------
    InputError
        If the lengths differ or a parameter is out of range.
    """
    check_share(level, "level")
    if n_boot < 1:
        raise InputError(f"n_boot must be at least 1, not {n_boot}")
    lengths = {len(ratio.numerators) for ratio in ratios.values()}
    if len(lengths) > 1:
        raise InputError(f"the measures have different numbers of cases: {sorted(lengths)}")
    codes = cluster_codes(clusters, lengths.pop() if lengths else 0)
    columns = [column for ratio in ratios.values() for column in (ratio.numerators, ratio.denominators)]
    if not codes.size:
        return {name: Estimate(value=None, level=level, missing=dict(ratio.missing)) for name, ratio in ratios.items()}
    drawn = resampled_totals(cluster_totals(columns, codes), n_boot, stream(seed, "bootstrap"))
    grouped = clusters is not None
    return {
        name: _estimate(ratio, drawn[:, 2 * i], drawn[:, 2 * i + 1], codes, level, grouped)
        for i, (name, ratio) in enumerate(ratios.items())
    }


def _estimate(ratio: Ratio, tops: Floats, bottoms: Floats, codes: Codes, level: float, grouped: bool) -> Estimate:
    value = ratio.value
    n_clusters = len(np.unique(codes[ratio.present]))
    low, high, method, warning = None, None, "", None
    if value is not None:
        low, high, method = _interval(ratio, value, tops, bottoms, n_clusters, level)
        method += " by cluster" if grouped and method else ""
        warning = _warning(low, n_clusters, grouped)
    return Estimate(
        value=value,
        low=low,
        high=high,
        level=level,
        n=int(ratio.present.sum()),
        n_clusters=n_clusters if grouped else None,
        missing=dict(ratio.missing),
        method=method,
        warning=warning,
    )


def _interval(
    ratio: Ratio, value: float, tops: Floats, bottoms: Floats, n_clusters: int, level: float
) -> tuple[float | None, float | None, str]:
    if ratio.is_share and value in (0.0, 1.0):
        return *unanimous_interval(value, n_clusters, level), "Clopper-Pearson"
    if n_clusters < 2:
        return None, None, ""
    kept = bottoms > 0
    low, high = percentile_interval(tops[kept] / bottoms[kept], level)
    if high - low <= 1e-12 * max(1.0, abs(value)):
        return None, None, ""
    # The point lies inside by definition; a far-off resampled median must not print an interval without it.
    return min(low, value), max(high, value), "percentile bootstrap"


def percentile_interval(draws: Floats, level: float) -> tuple[float, float]:
    """The middle `level` of the draws."""
    low, high = np.quantile(draws, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def unanimous_interval(value: float, n: int, level: float) -> tuple[float, float]:
    """Clopper-Pearson for 0 or n of n, which needs no special function: it reaches 1 - tail^(1/n) from the value."""
    reach = 1 - ((1 - level) / 2) ** (1 / n)
    return (0.0, reach) if value == 0 else (1 - reach, 1.0)


def _warning(low: float | None, n_clusters: int, grouped: bool) -> str | None:
    unit = "clusters" if grouped else "cases"
    if low is None:
        return f"no interval: fewer than two {unit}" if n_clusters < 2 else "no interval: every value is the same"
    return f"only {n_clusters} {unit}: the interval is too narrow" if n_clusters < FEW_CLUSTERS else None
