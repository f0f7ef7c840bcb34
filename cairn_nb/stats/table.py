"""Many systems and metrics at once: intervals of every column and of paired differences from shared resamples.

The method is that of `bootstrap` and `paired` (percentile bootstrap by cluster; sign-flip p-value; the two-sided
bootstrap p-value beside it, Davison and Hinkley 1997, 4.4, floor 2 / (n_boot + 1)), with the same assumption:
clusters are independent. How often each cluster is drawn is drawn once for all columns, which is where the time goes.
Two columns with the same gaps share their counts; a pair with different gaps is compared over the cases of both.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cairn_nb.errors import InputError
from cairn_nb.seeds import stream
from cairn_nb.stats.counts import count_blocks
from cairn_nb.stats.paired.paired import TIE
from cairn_nb.stats.paired.sign_flip_table import sign_flip_table
from cairn_nb.stats.power import MIN_CLUSTERS
from cairn_nb.stats.values import Codes, Floats, check_share, cluster_codes

COLUMNS_AT_ONCE = 64


@dataclass(frozen=True)
class Intervals:
    """A value with its interval a column; NaN where there is none. `n` counts the values behind it."""

    value: Floats
    low: Floats
    high: Floats
    n: NDArray[np.int64]


@dataclass(frozen=True)
class Differences:
    """Column a minus column b for each pair, over the cases that both have.

    `p_value` is the two-sided sign-flip p-value, NaN under six clusters; `p_bootstrap` the bootstrap's. Wins, ties
    and losses count cases from a's side.
    """

    intervals: Intervals
    p_value: Floats
    p_bootstrap: Floats
    wins: NDArray[np.int64]
    ties: NDArray[np.int64]
    losses: NDArray[np.int64]


@dataclass(frozen=True)
class BootstrapTable:
    """Every column, and every pair asked for."""

    columns: Intervals
    pairs: Differences


def bootstrap_table(
    values: ArrayLike,
    clusters: Sequence[Hashable] | None = None,
    *,
    pairs: Sequence[tuple[int, int]] = (),
    n_boot: int = 2000,
    seed: int = 0,
    level: float = 0.95,
    sign_flips: bool = True,
) -> BootstrapTable:
    """Means of many columns and differences of pairs of them, with intervals and p-values.

    Parameters
    ----------
    values
        Shape (cases, columns); NaN where a value is missing.
    clusters
        A label for each case; None: each case by itself.
    pairs
        Columns (a, b) to compare, a minus b.
    n_boot, seed, level
        Resamples, seed and coverage.
    sign_flips
        Whether to test the pairs; without it their `p_value` is NaN.

    Raises
    ------
    InputError
        If the shape does not fit, a value is infinite, a pair names no column, or a parameter is out of range.
    """
    table = _checked(values, pairs, n_boot)
    check_share(level, "level")
    codes = cluster_codes(clusters, len(table))
    sides = np.asarray(pairs, dtype=np.int64).reshape(-1, 2)
    differences = table[:, sides[:, 0]] - table[:, sides[:, 1]]
    differences[np.abs(differences) < TIE] = 0.0
    present = ~np.isnan(table)
    own_gaps = (present[:, sides[:, 0]] != present[:, sides[:, 1]]).any(axis=0)
    columns = np.concatenate([table, differences[:, own_gaps]], axis=1)
    means = _resampled_means(columns, codes, n_boot, stream(seed, "bootstrap table"))
    pair_means = _PairMeans(means, sides, own_gaps, table.shape[1])
    low, high, _ = _summaries(lambda rows: means[rows], table.shape[1], level)
    return BootstrapTable(
        columns=Intervals(_means(table), low, high, present.sum(axis=0)),
        pairs=_compared(differences, codes, pair_means, level=level, seed=seed, sign_flips=sign_flips),
    )


def _compared(
    differences: Floats, codes: Codes, draws: _PairMeans, *, level: float, seed: int, sign_flips: bool
) -> Differences:
    low, high, p_bootstrap = _summaries(draws.rows, differences.shape[1], level)
    present = ~np.isnan(differences)
    p_value = np.full(differences.shape[1], np.nan)
    testable = np.count_nonzero(_by_cluster(present.astype(np.float64), codes), axis=0) >= MIN_CLUSTERS
    if sign_flips and testable.any():
        p_value[testable] = sign_flip_table(_by_cluster(differences[:, testable], codes), seed=seed).two_sided
    wins, ties, losses = (np.count_nonzero(np.sign(differences) == sign, axis=0) for sign in (1, 0, -1))
    intervals = Intervals(_means(differences), low, high, present.sum(axis=0))
    return Differences(intervals, p_value, p_bootstrap, wins, ties, losses)


@dataclass(frozen=True)
class _PairMeans:
    """Resampled differences, made from those of the columns where these have the same gaps."""

    means: Floats
    sides: NDArray[np.int64]
    own_gaps: NDArray[np.bool_]
    n_columns: int

    def rows(self, chosen: slice) -> Floats:
        """The draws of some pairs, a row a pair."""
        first, second = self.sides[chosen].T
        draws: Floats = self.means[first] - self.means[second]
        own = self.own_gaps[chosen]
        places = self.n_columns + np.cumsum(self.own_gaps)[chosen] - 1
        draws[own] = self.means[places[own]]
        return draws


def _resampled_means(columns: Floats, codes: Codes, n_boot: int, rng: np.random.Generator) -> Floats:
    """Each column's resampled means, a row a column; NaN where a resample holds no value of it."""
    kinds, kind = _kinds_of_gaps(~np.isnan(columns))
    totals = _by_cluster(np.concatenate([columns, kinds], axis=1), codes).round(12)
    totals = totals[np.lexsort(totals.T[::-1])]
    n_columns = columns.shape[1]
    means = np.empty((n_columns, n_boot))
    start = 0
    for counts in count_blocks(len(totals), n_boot, rng):
        drawn = counts @ totals
        with np.errstate(invalid="ignore"):
            means[:, start : start + len(counts)] = (drawn[:, :n_columns] / drawn[:, n_columns + kind]).T
        start += len(counts)
    return means


def _kinds_of_gaps(present: NDArray[np.bool_]) -> tuple[Floats, NDArray[np.int64]]:
    """The different columns of 0 and 1 that say where there is a value, and which of them each column has."""
    places: dict[bytes, int] = {}
    kind = np.array([places.setdefault(column.tobytes(), len(places)) for column in present.T], dtype=np.int64)
    first = np.unique(kind, return_index=True)[1]
    return present[:, first].astype(np.float64), kind


def _summaries(rows: Callable[[slice], Floats], n_rows: int, level: float) -> tuple[Floats, Floats, Floats]:
    """Percentile bounds and the two-sided bootstrap p-value of each row of draws; no bounds where nothing varies."""
    found = np.full((3, n_rows), np.nan)
    for start in range(0, n_rows, COLUMNS_AT_ONCE):
        chosen = slice(start, min(start + COLUMNS_AT_ONCE, n_rows))
        draws = rows(chosen)
        low, high = _quantiles(draws, [(1 - level) / 2, (1 + level) / 2])
        flat = ~(high - low > 1e-12 * np.maximum(1.0, np.abs(high)))
        beyond = np.minimum((draws <= 1e-12).sum(axis=1), (draws >= -1e-12).sum(axis=1))
        n_draws = np.count_nonzero(~np.isnan(draws), axis=1)
        p_value = np.where(n_draws > 0, np.minimum(1.0, 2 * (1 + beyond) / (1 + n_draws)), np.nan)
        found[:, chosen] = np.where(flat, np.nan, low), np.where(flat, np.nan, high), p_value
    return found[0], found[1], found[2]


def _quantiles(draws: Floats, shares: list[float]) -> tuple[Floats, Floats]:
    """Of each row over the draws that have a value; NaN where none has."""
    if not np.isnan(draws).any():
        low, high = np.quantile(draws, shares, axis=1)
        return low, high
    some = ~np.isnan(draws).all(axis=1)
    found = np.full((2, len(draws)), np.nan)
    if some.any():
        found[:, some] = np.nanquantile(draws[some], shares, axis=1)
    return found[0], found[1]


def _means(columns: Floats) -> Floats:
    n = (~np.isnan(columns)).sum(axis=0)
    sums = np.asarray(np.nansum(columns, axis=0), dtype=np.float64)
    return np.asarray(np.where(n > 0, sums / np.maximum(n, 1), np.nan), dtype=np.float64)


def _by_cluster(columns: Floats, codes: Codes) -> Floats:
    """Sums by cluster, shape (clusters, columns), gaps as 0."""
    order = np.argsort(codes, kind="stable")
    starts = np.flatnonzero(np.diff(codes[order], prepend=-1))
    return np.asarray(np.add.reduceat(np.nan_to_num(columns)[order], starts, axis=0), dtype=np.float64)


def _checked(values: ArrayLike, pairs: Sequence[tuple[int, int]], n_boot: int) -> Floats:
    table = np.asarray(values, dtype=np.float64)
    if table.ndim != 2 or not len(table):
        raise InputError(f"values must be cases by columns, with at least one case, not of shape {table.shape}")
    if np.isinf(table).any():
        raise InputError("values hold an infinity")
    if n_boot < 1:
        raise InputError(f"n_boot must be at least 1, not {n_boot}")
    outside = [pair for pair in pairs if not all(0 <= side < table.shape[1] for side in pair)]
    if outside:
        raise InputError(f"pair {outside[0]} names a column that is not among the {table.shape[1]}")
    return table
