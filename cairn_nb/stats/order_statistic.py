"""A percentile with an exact, distribution-free interval between two of the measured values.

How many of n independent values lie below the true q-quantile is Binomial(n, q), whatever their
distribution; the interval runs between the order statistics that leave at most half of 1 - level on each
side (Conover 1999, 3.2). A bootstrap cannot reach above the largest value seen; this says so instead: the
upper bound of a p95 at 95% is null under 72 values.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cairn_nb.records import Estimate
from cairn_nb.stats.values import as_floats, check_share


def quantile_estimate(
    values: Iterable[float | None] | ArrayLike,
    q: float,
    level: float = 0.95,
    *,
    missing: Mapping[str, int] | None = None,
) -> Estimate:
    """The `q`-quantile by linear interpolation, with its order-statistic interval.

    Parameters
    ----------
    values
        One number a case; None or NaN where it is missing, which is left out.
    q, level
        Both strictly between 0 and 1.
    missing
        How many values are missing, by reason; without it gaps are counted as ``missing``.

    Returns
    -------
    Estimate
        A bound is null where no measured value is far enough out.

    Raises
    ------
    InputError
        If a value is not a number or infinite, or `q` or `level` is out of range.
    """
    check_share(q, "q")
    check_share(level, "level")
    array = as_floats(values)
    present = np.sort(array[~np.isnan(array)])
    gaps = len(array) - len(present)
    counts = dict(missing) if missing is not None else ({"missing": gaps} if gaps else {})
    method = "order statistics"
    if not present.size:
        return Estimate(value=None, level=level, missing=counts, method=method)
    low, high = order_ranks(len(present), q, level)
    return Estimate(
        value=float(np.quantile(present, q)),
        low=None if low is None else float(present[low - 1]),
        high=None if high is None else float(present[high - 1]),
        level=level,
        n=len(present),
        missing=counts,
        method=method,
    )


@lru_cache(maxsize=32)
def order_ranks(n: int, q: float, level: float) -> tuple[int | None, int | None]:
    """The ranks, from 1, of the two values that bound the `q`-quantile; None where there is none."""
    tail = (1 - level) / 2
    # below[r - 1] = P(fewer than r values lie below the quantile), r = 1..n
    below = _binomial_cdf(n, q)[:-1]
    low = int(np.searchsorted(below, tail, side="right"))
    high = int(np.searchsorted(below, 1 - tail, side="left")) + 1
    return (low or None), (high if high <= n else None)


def _binomial_cdf(n: int, share: float) -> NDArray[np.float64]:
    """P(Binomial(n, share) <= k) for k = 0..n, without scipy: its import would cost a run more than its intervals."""
    k = np.arange(n + 1)
    log_factorial = np.concatenate(([0.0], np.cumsum(np.log(np.arange(1, n + 1)))))
    log_chance = log_factorial[n] - log_factorial - log_factorial[::-1] + k * np.log(share) + (n - k) * np.log1p(-share)
    return np.cumsum(np.exp(log_chance))
