"""Exact binomial inference: intervals of a share and the test behind every certified threshold.

Clopper and Pearson (1934) never cover less than stated; Wilson (1927) covers about what is stated and is
shorter. Both take the trials as independent. scipy is imported when first needed, for its import cost.
"""

from __future__ import annotations

from math import ceil, log, sqrt
from statistics import NormalDist
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from cairn_nb.errors import InputError
from cairn_nb.records import Estimate
from cairn_nb.stats.values import Floats, check_share

Side: TypeAlias = Literal["two-sided", "lower", "upper"]


def clopper_pearson(successes: int, n: int, level: float = 0.95, side: Side = "two-sided") -> tuple[float, float]:
    """The exact interval of a share.

    Parameters
    ----------
    successes, n
        How many of how many; (0, 1) when `n` is 0.
    level
        Coverage. One-sided: all of 1 - `level` lies beyond the one bound.
    side
        ``upper`` gives (0, bound), ``lower`` gives (bound, 1).

    Raises
    ------
    InputError
        If the counts or the level are out of range.
    """
    _check_counts(successes, n, level)
    tail = (1 - level) / (2 if side == "two-sided" else 1)
    low = 0.0 if side == "upper" or successes == 0 else _share_reached(successes, n, tail)
    # The upper bound of the successes is what the lower bound of the failures leaves.
    high = 1.0 if side == "lower" or successes == n else 1 - _share_reached(n - successes, n, tail)
    return low, high


def _share_reached(successes: int, n: int, tail: float) -> float:
    """The share at which `successes` or more of `n` have the chance `tail`."""
    if successes == n:  # the usual case of a run, and no reason to import scipy
        return float(tail ** (1 / n))
    from scipy.special import betaincinv

    return float(betaincinv(successes, n - successes + 1, tail))


def wilson(successes: int, n: int, level: float = 0.95) -> tuple[float, float]:
    """The score interval of a share; (0, 1) when `n` is 0. Raises InputError as `clopper_pearson` does."""
    _check_counts(successes, n, level)
    if n == 0:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + level) / 2)
    share = successes / n
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return max(0.0, centre - half), min(1.0, centre + half)


def share_estimate(successes: int, n: int, level: float = 0.95, side: Side = "two-sided") -> Estimate:
    """A share with its Clopper-Pearson interval, as an estimate; null over nothing."""
    low, high = clopper_pearson(successes, n, level, side)
    method = "Clopper-Pearson" if side == "two-sided" else f"Clopper-Pearson, one-sided {side}"
    if n == 0:
        return Estimate(value=None, level=level, method=method)
    return Estimate(value=successes / n, low=low, high=high, level=level, n=n, method=method)


def binomial_p_low(successes: ArrayLike, n: ArrayLike, share: float) -> Floats:
    """P(Binomial(n, share) <= successes), element by element: small where a share this low would be luck.

    Where `n` is 0 it is 1.
    """
    from scipy.special import bdtr

    k, size = np.broadcast_arrays(np.asarray(successes, dtype=np.float64), np.asarray(n, dtype=np.int64))
    safe = np.maximum(size, 1)
    return np.asarray(np.where(size > 0, bdtr(np.minimum(k, safe), safe, share), 1.0), dtype=np.float64)


def smallest_n_without_errors(share: float, tail: float) -> int:
    """The fewest trials that show, without one success, that the share is at most `share`: (1 - share)^n <= tail."""
    check_share(share, "share")
    check_share(tail, "tail")
    return ceil(log(tail) / log(1 - share) - 1e-12)


def _check_counts(successes: int, n: int, level: float) -> None:
    check_share(level, "level")
    if not 0 <= successes <= n:
        raise InputError(f"successes must lie between 0 and n, not {successes} of {n}")
