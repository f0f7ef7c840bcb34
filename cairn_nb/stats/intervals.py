"""Which interval a mean gets: by default the percentile bootstrap's, where asked a small-sample one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from cairn_nb.stats.exact import clopper_pearson
from cairn_nb.stats.ratio import Ratio
from cairn_nb.stats.resample import percentile_interval, unanimous_interval
from cairn_nb.stats.small_sample import SMALL, bootstrap_t_interval, bounded_interval, is_small
from cairn_nb.stats.values import Codes, Floats

Interval: TypeAlias = Literal["percentile", "auto"]

FEW_CLUSTERS = 10
CLOPPER_PEARSON, PERCENTILE, BOOTSTRAP_T = "Clopper-Pearson", "percentile bootstrap", "bootstrap-t"


@dataclass(frozen=True)
class Asked:
    """What an estimate was asked to be."""

    level: float
    grouped: bool
    n_boot: int
    seed: int
    interval: Interval


def plain_interval(
    ratio: Ratio, value: float, tops: Floats, bottoms: Floats, n_clusters: int, level: float
) -> tuple[float | None, float | None, str]:
    """The percentile interval and its method's name; the exact one over clusters for a share of 0 or 1."""
    if ratio.is_share and value in (0.0, 1.0):
        return *unanimous_interval(value, n_clusters, level), CLOPPER_PEARSON
    if n_clusters < 2:
        return None, None, ""
    kept = bottoms > 0
    low, high = percentile_interval(tops[kept] / bottoms[kept], level)
    if high - low <= 1e-12 * max(1.0, abs(value)):
        return None, None, ""
    # The point lies inside by definition; a far-off resampled median must not print an interval without it.
    return min(low, value), max(high, value), PERCENTILE


def careful_interval(
    ratio: Ratio, codes: Codes, percentile: tuple[float | None, float | None], asked: Asked
) -> tuple[float | None, float | None, str]:
    """The small-sample interval where one is needed, else the percentile one."""
    sums, sizes = ratio.by_cluster(codes)
    tops, bottoms = ratio.numerators[ratio.present], ratio.denominators[ratio.present]
    if ratio.is_share and bool((tops >= 0).all() and (tops <= bottoms).all()) and is_small(sums, sizes):
        if not asked.grouped and bool((bottoms == 1).all() and np.isin(tops, (0.0, 1.0)).all()):
            return *clopper_pearson(int(tops.sum()), len(tops), asked.level), CLOPPER_PEARSON
        return *bounded_interval(sums, sizes, asked.level, n_boot=asked.n_boot, seed=asked.seed), "bounded"
    if percentile[0] is not None and len(sums) < SMALL:
        return *bootstrap_t_interval(sums, sizes, asked.level, n_boot=asked.n_boot, seed=asked.seed), BOOTSTRAP_T
    return *percentile, PERCENTILE if percentile[0] is not None else ""


def warning_of(low: float | None, high: float | None, n_clusters: int, grouped: bool, method: str) -> str | None:
    """When to distrust an interval, or why there is none."""
    unit = "clusters" if grouped else "cases"
    if low is None and high is None and method != BOOTSTRAP_T:
        return f"no interval: fewer than two {unit}" if n_clusters < 2 else "no interval: every value is the same"
    if method == BOOTSTRAP_T and (low is None or high is None):
        return f"no honest bound from {n_clusters} {unit} that vary this little"
    few = n_clusters < FEW_CLUSTERS and method == PERCENTILE
    return f"only {n_clusters} {unit}: the interval is too narrow" if few else None
