"""Ratings made ready for one metric: the items that count, their disagreement, and what resamples of them need."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cairn_nb.errors import InputError
from cairn_nb.stats.disagreement import (
    Disagreement,
    of_categories,
    of_positions,
    of_ranks,
    of_ratios,
    ratio_distance,
)
from cairn_nb.stats.krippendorff_interval import QuadraticTotals, Resampled
from cairn_nb.stats.midranks_resampled import RankTotals
from cairn_nb.stats.ratings import is_numeric, label_codes, numeric_ratings, value_codes
from cairn_nb.stats.values import Codes, Floats

Metric: TypeAlias = Literal["nominal", "ordinal", "interval", "ratio"]
# Sums of n, x and x^2: T' M T = 2 (sum n sum x^2 - (sum x)^2).
SQUARED_DISTANCE = np.array([[0.0, 0.0, 1.0], [0.0, -2.0, 0.0], [1.0, 0.0, 0.0]])
MOST_CELLS = 2_000_000


@dataclass(frozen=True)
class Prepared:
    """`kept` marks the items with two ratings or more; `totals` makes their sums by cluster code, for resampling."""

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
        codes, n_values = label_codes(ratings)
        return _categories(codes, n_values)
    codes, values = value_codes(numeric_ratings(ratings))
    if metric == "nominal":
        return _categories(codes, len(values))
    if metric == "ordinal":
        return _ranks(codes, len(values))
    if values.size and values[0] < 0:
        raise InputError(f"the ratio metric is for ratings from 0, and one is {values[0]:g}")
    return _ratios(codes, values)


def _distances(table: Floats) -> Prepared:
    present = ~np.isnan(table)
    kept = present.sum(axis=0) >= 2
    if not kept.all():
        table, present = table[:, kept], present[:, kept]
    ones = present.astype(np.float64)
    if not present.all():
        table = np.where(present, table, 0.0)
    centre = float(table.sum()) / max(float(ones.sum()), 1.0)
    positions = (table - centre) * ones
    found = of_positions(positions, ones)

    def totals(codes: Codes) -> Resampled:
        parts = np.stack([found.n_ratings, positions.sum(axis=0), np.square(positions).sum(axis=0)], axis=1)
        return QuadraticTotals(parts, SQUARED_DISTANCE, found.within, found.n_ratings).by_cluster(codes)

    return Prepared(kept, found, totals)


def _categories(codes: Codes, n_values: int) -> Prepared:
    kept, codes = _pairable(codes)
    found = of_categories(codes, n_values)
    return Prepared(kept, found, _quadratic(codes, 1.0 - np.eye(n_values), found) if _fits(codes, n_values) else None)


def _ratios(codes: Codes, values: Floats) -> Prepared:
    kept, codes = _pairable(codes)
    found = of_ratios(codes, values)
    if not _fits(codes, len(values)):
        return Prepared(kept, found, None)
    return Prepared(kept, found, _quadratic(codes, ratio_distance(values[:, None], values), found))


def _ranks(codes: Codes, n_values: int) -> Prepared:
    kept, codes = _pairable(codes)
    found = of_ranks(codes, n_values)
    if not _fits(codes, n_values):
        return Prepared(kept, found, None)
    return Prepared(kept, found, lambda clusters: RankTotals(*_sorted(_table(codes, n_values), clusters)))


def _quadratic(codes: Codes, metric: Floats, found: Disagreement) -> Callable[[Codes], Resampled]:
    table = _table(codes, len(metric))
    return lambda clusters: QuadraticTotals(table, metric, found.within, found.n_ratings).by_cluster(clusters)


def _pairable(codes: Codes) -> tuple[NDArray[np.bool_], Codes]:
    kept = (codes >= 0).sum(axis=0) >= 2
    return kept, codes[:, kept]


def _fits(codes: Codes, n_values: int) -> bool:
    return int(max(codes.shape[1], n_values)) * n_values <= MOST_CELLS


def _table(codes: Codes, n_values: int) -> Floats:
    """How often each value occurs on each item."""
    n_items = codes.shape[1]
    cells = (np.arange(n_items) * n_values + codes)[codes >= 0]
    return np.bincount(cells, minlength=n_items * n_values).reshape(n_items, n_values).astype(np.float64)


def _sorted(table: Floats, clusters: Codes) -> tuple[Floats, Codes]:
    """Clusters numbered by their sums, so that their order and names change no draw."""
    sums = np.stack([np.bincount(clusters, column) for column in table.T], axis=1)
    number = np.empty(len(sums), dtype=np.int64)
    number[np.lexsort(sums.T[::-1])] = np.arange(len(sums))
    return table, number[clusters]
