"""Judge minus human: its mean with an interval that is never of no width."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np

from cairn_nb.records import Estimate
from cairn_nb.stats.small_sample import FEWEST_FOR_T, bounded_interval, student_interval
from cairn_nb.stats.values import Floats, cluster_codes

LEVEL = 0.95
STUDENT, BOUNDED = "Student's t by cluster", "bounded mean by cluster"


def mean_difference(values: Floats, clusters: Sequence[Hashable], *, most: float, seed: int = 0) -> Estimate:
    """The mean of differences that lie in -`most`..`most`; null over nothing.

    Student's t over clusters. Under six of them, or where no two differ, the interval of a bounded mean instead
    (`cairn_nb.stats.small_sample.bounded_interval`), which is wide and needs no variance.
    """
    if not len(values):
        return Estimate(value=None, level=LEVEL)
    codes = cluster_codes(clusters, len(values))
    sizes = np.bincount(codes).astype(np.float64)
    sums = np.bincount(codes, values).astype(np.float64).round(12)
    value = float(sums.sum() / sizes.sum())
    found = Estimate(value=value, level=LEVEL, n=len(values), n_clusters=len(sizes))
    if len(sizes) >= FEWEST_FOR_T and np.ptp(sums / sizes) > 0:
        low, high = student_interval(sums, sizes, LEVEL)
        return found.changed(low=low, high=high, method=STUDENT)
    share_low, share_high = bounded_interval((sums + most * sizes) / (2 * most), sizes, LEVEL, seed=seed)
    return found.changed(low=2 * most * share_low - most, high=2 * most * share_high - most, method=BOUNDED)
