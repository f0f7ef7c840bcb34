"""Intervals of means and ratios that resample whole clusters, many of them from one set of resamples.

The percentile bootstrap (Efron 1979) draws clusters, not values (see `resample`); a mean is the ratio of two sums, over
values and over counts, because a resample's count varies. It takes the clusters as independent and is about which
cases were asked. It is too narrow under some hundred clusters, much so under ten or when values are skewed;
``interval="auto"`` then takes the intervals of `small_sample`. It has no width where every value is the same: a
share of 0 or 1 then takes the exact interval over clusters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike

from cairn_nb.errors import InputError
from cairn_nb.records import Estimate
from cairn_nb.seeds import stream
from cairn_nb.stats.intervals import (
    BOOTSTRAP_T,
    CLOPPER_PEARSON,
    Asked,
    Interval,
    careful_interval,
    plain_interval,
    warning_of,
)
from cairn_nb.stats.ratio import Ratio, mean_of
from cairn_nb.stats.resample import cluster_totals, distinct, resampled_totals
from cairn_nb.stats.small_sample import is_very_skewed
from cairn_nb.stats.values import Codes, Floats, as_floats, check_share, cluster_codes


def bootstrap_mean(
    values: Iterable[float | None] | ArrayLike,
    clusters: Sequence[Hashable] | None = None,
    n_boot: int = 2000,
    seed: int = 0,
    level: float = 0.95,
    *,
    reasons: Sequence[str | None] | None = None,
    is_share: bool = True,
    most: float = 1.0,
    interval: Interval = "percentile",
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
    is_share, most
        Whether the values lie in 0..`most`. If so, a mean of exactly 0 or `most` takes the Clopper-Pearson interval.
    interval
        ``auto`` takes a small-sample interval where a percentile one is too narrow; `Estimate.method` names it.

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
    ratio = mean_of(array, missing=dict(missing), is_share=is_share, most=most)
    return bootstrap_ratios({"mean": ratio}, clusters, n_boot=n_boot, seed=seed, level=level, interval=interval)["mean"]


def bootstrap_ratios(
    ratios: Mapping[str, Ratio],
    clusters: Sequence[Hashable] | None = None,
    *,
    n_boot: int = 2000,
    seed: int = 0,
    level: float = 0.95,
    interval: Interval = "percentile",
) -> dict[str, Estimate]:
    """Many ratios over the same cases, from one set of resamples.

    Parameters
    ----------
    ratios
        By name; all as long as `clusters`.
    clusters, n_boot, seed, level, interval
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
    unit = {name: ratio.in_unit for name, ratio in ratios.items()}
    if not codes.size:
        return {name: Estimate(value=None, level=level, missing=dict(ratio.missing)) for name, ratio in ratios.items()}
    # Means over the same cases have one denominator, and where one document is relevant its recall and hit are one.
    columns, place = distinct(column for ratio in unit.values() for column in (ratio.numerators, ratio.denominators))
    drawn = resampled_totals(cluster_totals(columns, codes), n_boot, stream(seed, "bootstrap")).T
    asked = Asked(level, clusters is not None, n_boot, seed, interval)
    found: dict[tuple[int, int, bool], Estimate] = {}
    named = {}
    for (name, ratio), top, bottom in zip(unit.items(), place[::2], place[1::2], strict=True):
        key = (top, bottom, ratio.is_share)
        if key not in found:
            found[key] = _estimate(ratio, drawn[top], drawn[bottom], codes, asked)
        named[name] = _stretched(found[key].model_copy(update={"missing": dict(ratio.missing)}), ratios[name])
    return named


def _stretched(estimate: Estimate, ratio: Ratio) -> Estimate:
    """From shares of the largest possible value back to values."""
    if ratio.most == 1:
        return estimate
    low, high = (None if bound is None else bound * ratio.most for bound in (estimate.low, estimate.high))
    return estimate.changed(value=ratio.value, low=low, high=high)


def _estimate(ratio: Ratio, tops: Floats, bottoms: Floats, codes: Codes, asked: Asked) -> Estimate:
    value = ratio.value
    n_clusters = int(np.count_nonzero(np.bincount(codes[ratio.present])))
    low, high, method, warning = None, None, "", None
    if value is not None:
        low, high, method = plain_interval(ratio, value, tops, bottoms, n_clusters, asked.level)
        if asked.interval == "auto" and method != CLOPPER_PEARSON:
            low, high, method = careful_interval(ratio, codes, (low, high), asked)
        warning = warning_of(low, high, n_clusters, asked.grouped, method)
        if warning is None and method == BOOTSTRAP_T and is_very_skewed(*ratio.by_cluster(codes)):
            warning = "so skewed that the interval covers less often than stated"
        method += " by cluster" if asked.grouped and method else ""
    return Estimate(
        value=value,
        low=low,
        high=high,
        level=asked.level,
        n=int(ratio.present.sum()),
        n_clusters=n_clusters if asked.grouped else None,
        method=method,
        warning=warning,
    )
