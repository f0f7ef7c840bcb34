"""Sums by cluster, and the sums of resamples of clusters: all that a bootstrap of means and ratios needs.

The values of one cluster (questions about one document, trials of one question) rise and fall together, so a
resample draws clusters with replacement, as many as there are, and takes all their values. Only the clusters'
sums are resampled: how often each cluster was drawn, times its sums, in blocks, so that memory does not grow with
the number of resamples beyond one number for each column (Davison and Hinkley 1997, chapters 2-3).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from cairn_nb.stats.counts import count_blocks
from cairn_nb.stats.products import narrow_product
from cairn_nb.stats.values import Codes, Floats


def cluster_totals(columns: Sequence[Floats], codes: Codes) -> Floats:
    """Each column's sum in each cluster, shape (clusters, columns), gaps as 0, in an order that labels do not change.

    Sorting by the sums makes equal data give equal draws, however rows are ordered and clusters named.
    """
    n_clusters = int(codes.max()) + 1 if codes.size else 0
    sums = [np.bincount(codes, np.nan_to_num(column), n_clusters) for column in columns]
    totals = np.stack(sums, axis=1).astype(np.float64).round(12)
    return totals[np.lexsort(totals.T[::-1])]


def distinct(columns: Iterable[Floats]) -> tuple[list[Floats], list[int]]:
    """The columns that differ, in the order in which they come, and for each column the place of its equal there."""
    places: dict[bytes, int] = {}
    found: list[Floats] = []
    place_of = []
    for column in columns:
        place = places.setdefault(column.tobytes(), len(found))
        found += [column] if place == len(found) else []
        place_of.append(place)
    return found, place_of


def resampled_totals(totals: Floats, n_boot: int, rng: np.random.Generator) -> Floats:
    """The column sums of `n_boot` resamples of the rows of `totals`, shape (n_boot, columns)."""
    out = np.empty((n_boot, totals.shape[1]), order="F")  # each column is read by itself
    start = 0
    for counts in count_blocks(len(totals), n_boot, rng):
        out[start : start + len(counts)] = narrow_product(counts, totals)
        start += len(counts)
    return out


def percentile_interval(draws: Floats, level: float) -> tuple[float, float]:
    """The middle `level` of the draws."""
    low, high = np.quantile(draws, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def unanimous_interval(value: float, n: int, level: float) -> tuple[float, float]:
    """Clopper-Pearson for 0 or n of n, which needs no special function: it reaches 1 - tail^(1/n) from the value."""
    reach = 1 - ((1 - level) / 2) ** (1 / n)
    return (0.0, reach) if value == 0 else (1 - reach, 1.0)
