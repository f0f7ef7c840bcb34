"""A mean difference with its interval and its bootstrap p-value, from the resampled differences."""

from __future__ import annotations

from typing import TypeAlias

from cairn_nb.records import Estimate
from cairn_nb.stats.intervals import FEW_CLUSTERS
from cairn_nb.stats.paired.pair_sums import PairSums
from cairn_nb.stats.paired.paired_draws import orientation
from cairn_nb.stats.paired.paired_settings import PairedSettings
from cairn_nb.stats.resample import percentile_interval, unanimous_interval
from cairn_nb.stats.small_sample import SMALL, student_interval
from cairn_nb.stats.values import Floats

Bounds: TypeAlias = tuple[float | None, float | None]


def difference(pair: PairSums, draws: Floats | None, settings: PairedSettings) -> Estimate:
    """The mean difference; `draws` are turned as `paired_draws` says, null where nothing was resampled."""
    n_clusters = len(pair.sums)
    (low, high), method = _bounds(pair, draws, settings)
    few = n_clusters < FEW_CLUSTERS and (settings.interval == "percentile" or low is None)
    return Estimate(
        value=float(pair.sums.sum() / pair.sizes.sum()),
        low=low,
        high=high,
        level=settings.level,
        n=len(pair.differences),
        n_clusters=n_clusters,
        missing=pair.missing,
        method=method,
        warning=f"only {n_clusters} clusters: the interval is too narrow" if few else None,
    )


def _bounds(pair: PairSums, draws: Floats | None, settings: PairedSettings) -> tuple[Bounds, str]:
    by_cluster = " by cluster" if pair.grouped else ""
    if not pair.moved:
        if pair.most is None:
            return (None, None), ""
        reach = pair.most * unanimous_interval(0.0, len(pair.sums), settings.level)[1]
        return (-reach, reach), "Clopper-Pearson for a pair that differs"
    if draws is None:
        return (None, None), ""
    if settings.interval == "auto" and len(pair.sums) < SMALL:
        bounds = _within(student_interval(pair.sums, pair.sizes, settings.level), pair.most)
        return bounds, f"Student's t of paired differences{by_cluster}"
    low, high = percentile_interval(draws, settings.level)
    turned = (low, high) if orientation(pair.sums) > 0 else (-high, -low)
    return turned, f"percentile bootstrap of paired differences{by_cluster}"


def _within(bounds: Bounds, most: float | None) -> Bounds:
    """A difference of values in 0..most lies in -most..most, which Student's t does not know."""
    low, high = bounds
    if low is None or high is None or most is None:
        return bounds
    return max(low, -most), min(high, most)


def bootstrap_p(pair: PairSums, draws: Floats | None) -> float | None:
    """Twice the smaller share of draws at or beyond 0, never exactly 0."""
    if draws is None:
        return None if pair.moved else 1.0
    beyond = min(int((draws <= 1e-12).sum()), int((draws >= -1e-12).sum()))
    return min(1.0, 2 * (1 + beyond) / (1 + len(draws)))
