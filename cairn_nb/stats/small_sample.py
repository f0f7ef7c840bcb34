"""Intervals of a mean from few clusters, where the percentile bootstrap is too narrow.

Which one depends on what is known about the values, and each takes the clusters as independent:

`bounded_interval`, for values in 0..1. Gaffke (2005); Learned-Miller and Thomas (2019, arXiv:1905.06208). A random
    weighting of the clusters (Dirichlet, all weights alike) with one cluster more that scored 0 gives the lower
    bound, with one more that scored 1 the upper. It counts failures too rare to have been seen yet, equals
    Clopper-Pearson on zeros and ones, and no distribution is known that it covers less often than stated: a
    conjecture that simulations bear out, not a theorem. The price is width: the added cluster has weight 1 / (n + 1).
`bootstrap_t_interval`, for values without bounds (costs). Efron (1979), Hall (1988): resampled t statistics, which
    carry the skewness, but too little of it: what is left is of the order skewness^2 / n, all on the long side. The
    tail on that side is divided by 1 + 20 skewness^2 / n, at most by 6; the 20 is fitted to simulated costs, from even
    to log-normal ones with sigma 1, which are covered 94-97% at n = 20. Under six clusters, and where so many resamples
    do not vary that a quantile is infinite, a bound is null. More skewed values (sigma 1.5: 92%) carry a warning:
    without bounds no interval holds for every distribution (Bahadur and Savage 1956).
`student_interval`, for paired differences, which are nearly symmetric: Student's t over clusters.

The first two are for under 100 clusters, and the first also beyond for skewed values, by Cochran's rule
n > 25 skewness^2 (Cochran 1977, 2.15).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import isfinite, sqrt

import numpy as np

from cairn_nb.seeds import stream
from cairn_nb.stats.products import narrow_product
from cairn_nb.stats.resample import resampled_totals
from cairn_nb.stats.student import t_quantile
from cairn_nb.stats.values import Floats

SMALL = 100
# From this skewness^2 / n on the bootstrap-t covers less often than stated, in spite of its longer side.
VERY_SKEWED = 0.25
PER_SKEWNESS = 20.0
LEAST_TAIL = 1 / 6
FEWEST_FOR_T = 6
# Fewer draws would make the bounds themselves uncertain by more than a twentieth of the width.
LEAST_DRAWS = 2_000
BLOCK_CELLS = 2_000_000
# Weightings of up to as many cells (4 MB) are kept: a report's measures are over the same clusters, mostly.
KEPT_CELLS = 500_000
DUST = 1e-12


def is_small(sums: Floats, sizes: Floats) -> bool:
    """Whether a percentile interval of this mean in 0..1 cannot be trusted: few clusters, or too skewed ones."""
    return len(sums) < SMALL or len(sums) <= 25 * skewness(sums, sizes) ** 2


def is_very_skewed(sums: Floats, sizes: Floats) -> bool:
    """Whether so much skewness is left in the mean that its bootstrap-t covers less often than stated."""
    return skewness(sums, sizes) ** 2 > VERY_SKEWED * len(sums)


def skewness(sums: Floats, sizes: Floats) -> float:
    """Of the clusters' sums around the mean's share; 0 where nothing varies."""
    residuals = sums - sizes * (sums.sum() / sizes.sum())
    scale = float(np.abs(residuals).max())
    if scale <= DUST * float(np.abs(sums).max()):
        return 0.0
    scaled = residuals / scale
    return float((scaled**3).mean() / (scaled**2).mean() ** 1.5)


def bounded_interval(
    sums: Floats, sizes: Floats, level: float = 0.95, *, n_boot: int = LEAST_DRAWS, seed: int = 0
) -> tuple[float, float]:
    """The interval of a mean of values in 0..1.

    Parameters
    ----------
    sums, sizes
        Each cluster's sum and number of values; the mean is the ratio of their totals. The added cluster has the
        mean size.
    n_boot, seed
        Random weightings, at least 2,000 of them, and their seed.
    """
    totals = np.stack([sums, sizes], axis=1)
    totals = totals[np.lexsort(totals.T[::-1])]
    typical = float(sizes.mean())
    lows, highs = [], []
    for weights in _weightings(len(sums) + 1, max(n_boot, LEAST_DRAWS), seed):
        tops, bottoms = narrow_product(weights[:, :-1], totals).T
        extra = weights[:, -1] * typical
        lows.append(tops / (bottoms + extra))
        highs.append((tops + extra) / (bottoms + extra))
    low = np.quantile(np.concatenate(lows), (1 - level) / 2)
    return float(low), float(np.quantile(np.concatenate(highs), (1 + level) / 2))


def _weightings(n: int, n_boot: int, seed: int) -> Iterator[Floats]:
    """Random weightings of `n` units in blocks, a row each; the same ones for equal arguments."""
    if n * n_boot <= KEPT_CELLS:
        yield _kept_weightings(n, n_boot, seed)
        return
    rng, block = stream(seed, "bounded interval"), max(1, BLOCK_CELLS // n)
    for start in range(0, n_boot, block):
        yield rng.standard_exponential((min(block, n_boot - start), n))


@lru_cache(maxsize=2)
def _kept_weightings(n: int, n_boot: int, seed: int) -> Floats:
    weights = stream(seed, "bounded interval").standard_exponential((n_boot, n))
    weights.flags.writeable = False
    return weights


def bootstrap_t_interval(
    sums: Floats,
    sizes: Floats,
    level: float = 0.95,
    *,
    n_boot: int = LEAST_DRAWS,
    seed: int = 0,
    equal_tails: bool = False,
) -> tuple[float | None, float | None]:
    """The interval of a ratio of totals by resampled t statistics; a bound is null where there is none.

    Parameters
    ----------
    sums, sizes, level, n_boot, seed
        As in `bounded_interval`.
    equal_tails
        Leave the risk alike on both sides, as the method has it.
    """
    n_clusters = len(sums)
    if n_clusters < FEWEST_FOR_T:
        return None, None
    totals = np.stack([sums, sizes, sums * sums, sums * sizes, sizes * sizes], axis=1)
    totals = totals[np.lexsort(totals.T[::-1])]
    value, error = _ratio_and_error(totals.sum(axis=0)[None, :], n_clusters)
    drawn = resampled_totals(totals, max(n_boot, LEAST_DRAWS), stream(seed, "bootstrap-t"))
    values, errors = _ratio_and_error(drawn[drawn[:, 1] > 0], n_clusters)
    shift = values - value
    shift[np.abs(shift) < DUST * max(1.0, abs(float(value[0])))] = 0.0
    flat = errors <= 1e-9 * error
    t = shift / np.where(flat, 1.0, errors)
    t[flat & (shift > 0)], t[flat & (shift < 0)] = np.inf, -np.inf
    below, above = ((1 - level) / 2,) * 2 if equal_tails else tails(sums, sizes, level)
    ends = np.quantile(t, [1 - below, above], method="closest_observation")
    bounds = float(value[0] - ends[0] * error[0]), float(value[0] - ends[1] * error[0])
    return bounds[0] if isfinite(bounds[0]) else None, bounds[1] if isfinite(bounds[1]) else None


def tails(sums: Floats, sizes: Floats, level: float) -> tuple[float, float]:
    """The risk below and above: less of it on the side to which the values are skewed."""
    tail, skewed = (1 - level) / 2, skewness(sums, sizes)
    less = tail * max(LEAST_TAIL, 1 / (1 + PER_SKEWNESS * skewed**2 / len(sums)))
    return (less, tail) if skewed < 0 else (tail, less)


def _ratio_and_error(totals: Floats, n_clusters: int) -> tuple[Floats, Floats]:
    """Ratio and linearised standard error from sums of s, n, s^2, s n and n^2, a row a sample."""
    tops, bottoms, squares, products, sizes = totals.T
    ratio = tops / bottoms
    scatter = np.maximum(squares - 2 * ratio * products + ratio**2 * sizes, 0.0)
    return ratio, np.sqrt(scatter * n_clusters / (n_clusters - 1)) / bottoms


def student_interval(sums: Floats, sizes: Floats, level: float = 0.95) -> tuple[float | None, float | None]:
    """Student's interval of a ratio of totals over clusters; null under two of them."""
    n_clusters = len(sums)
    if n_clusters < 2:
        return None, None
    value = float(sums.sum() / sizes.sum())
    residuals = sums - sizes * value
    error = sqrt(float(residuals @ residuals) * n_clusters / (n_clusters - 1)) / float(sizes.sum())
    half = t_quantile((1 + level) / 2, n_clusters - 1) * error
    return value - half, value + half
