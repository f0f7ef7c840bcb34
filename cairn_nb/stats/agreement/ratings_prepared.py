"""Ratings made ready for one metric: the items that count, their disagreement, and what resamples of them need."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cairn_nb.errors import InputError
from cairn_nb.stats.agreement.disagreement import (
    Disagreement,
    of_categories,
    of_positions,
    of_ranks,
    of_ratios,
    ratio_distance,
)
from cairn_nb.stats.agreement.krippendorff_interval import QuadraticTotals, Resampled
from cairn_nb.stats.agreement.midranks_resampled import RankTotals
from cairn_nb.stats.agreement.rating_counts import Counts
from cairn_nb.stats.agreement.ratings import is_numeric, item_sums, label_codes, numeric_ratings, value_codes
from cairn_nb.stats.values import Codes, Floats

Metric: TypeAlias = Literal["nominal", "ordinal", "interval", "ratio"]
# Sums of n, x and x^2: T' M T = 2 (sum n sum x^2 - (sum x)^2).
SQUARED_DISTANCE = np.array([[0.0, 0.0, 1.0], [0.0, -2.0, 0.0], [1.0, 0.0, 0.0]])


@dataclass(frozen=True)
class Prepared:
    """`kept` marks the items with two ratings or more.

    `totals` makes their sums by cluster, from each item's cluster code; None where the table is too large to resample.
    """

    kept: NDArray[np.bool_]
    found: Disagreement
    totals: Callable[[Codes], Resampled] | None


def prepared(ratings: Any, metric: Metric) -> Prepared:
    """The ratings for a metric.

    Raises
    ------
    InputError
        If a rating cannot be read, or is negative under ``ratio``.
    """
    if metric == "interval":
        return _distances(numeric_ratings(ratings))
    if metric == "nominal" and not is_numeric(ratings):
        return _categories(*_pairable(*label_codes(ratings)))
    codes, values = value_codes(numeric_ratings(ratings))
    kept, counts = _pairable(codes, len(values))
    if metric == "nominal":
        return _categories(kept, counts)
    if metric == "ordinal":
        return _ranks(kept, counts)
    if values.size and values[0] < 0:
        raise InputError(f"the ratio metric is for ratings from 0, and one is {values[0]:g}")
    return _ratios(kept, counts, values)


def _distances(table: Floats) -> Prepared:
    sums = item_sums(table)
    kept = sums[0] >= 2
    parts = sums if kept.all() else sums[:, kept]
    found = of_positions(*parts)
    return Prepared(kept, found, lambda clusters: _quadratic(parts.T, SQUARED_DISTANCE, found, clusters))


def _categories(kept: NDArray[np.bool_], counts: Counts) -> Prepared:
    found = of_categories(counts)
    if not counts.is_dense:
        return Prepared(kept, found, None)
    different = 1.0 - np.eye(counts.table.shape[1])
    return Prepared(kept, found, lambda clusters: _quadratic(counts.table, different, found, clusters))


def _ratios(kept: NDArray[np.bool_], counts: Counts, values: Floats) -> Prepared:
    found = of_ratios(counts, values)
    if not counts.is_dense:
        return Prepared(kept, found, None)
    apart = ratio_distance(values[:, None], values)
    return Prepared(kept, found, lambda clusters: _quadratic(counts.table, apart, found, clusters))


def _ranks(kept: NDArray[np.bool_], counts: Counts) -> Prepared:
    found = of_ranks(counts)
    if not counts.is_dense:
        return Prepared(kept, found, None)
    return Prepared(kept, found, lambda clusters: RankTotals.of(counts.table, clusters))


def _quadratic(parts: Floats, metric: Floats, found: Disagreement, clusters: Codes) -> Resampled:
    return QuadraticTotals(parts, metric, found.within, found.n_ratings).by_cluster(clusters)


def _pairable(codes: Codes, n_values: int) -> tuple[NDArray[np.bool_], Counts]:
    """The items with two ratings or more, and how often each value was given to them."""
    kept = (codes >= 0).sum(axis=0) >= 2
    return kept, Counts.of(codes if kept.all() else codes[:, kept], n_values)
