"""What a run cost and how long it took: percentiles, totals, and how often a prompt's prefix was reused."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import fsum

import numpy as np


def percentile_ms(latencies_ms: Sequence[float], percent: float) -> int | None:
    """The percentile by linear interpolation, rounded to whole milliseconds (half to even); None over nothing."""
    if not latencies_ms:
        return None
    return round(float(np.percentile(np.asarray(latencies_ms, dtype=np.float64), percent)))


def total(values: Iterable[float | None]) -> float | None:
    """The sum; None when there is nothing to sum or a part is unknown, because a sum without it would be too small."""
    known = list(values)
    if not known or any(value is None for value in known):
        return None
    return fsum(value for value in known if value is not None)


def cache_hit_rate(prefix_hashes: Iterable[str | None]) -> float | None:
    """Share of calls whose stable prefix equals the previous call's; None with fewer than two calls.

    Parameters
    ----------
    prefix_hashes
        One a call in the order the calls were planned, which does not depend on how many ran at once; the
        first call, which has none before it, is not in the denominator. None where no call was made.
    """
    calls = [prefix for prefix in prefix_hashes if prefix is not None]
    if len(calls) < 2:
        return None
    hits = sum(before == after for before, after in pairwise(calls))
    return hits / (len(calls) - 1)
