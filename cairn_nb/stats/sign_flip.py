"""Sign-flip test of clustered differences: if nothing differs, each cluster's sum could as well have the other sign.

Exact for any number of clusters, sizes and shapes when swapping the two systems within a cluster would
change nothing but the sign (two equally good systems). With a shift (a margin) it holds for large numbers
of clusters only. Studentising changes nothing: the sum of squares is the same under every flip, so the
studentised statistic grows with the plain one. With G non-zero clusters the smallest p-value is 2^-G
one-sided; up to 14 all flips are listed, beyond that they are drawn and p = (1 + as extreme) / (1 + drawn)
(Phipson and Smyth 2010).
"""

from __future__ import annotations

from math import fsum
from typing import Literal, TypeAlias

import numpy as np

from cairn_nb.seeds import stream
from cairn_nb.stats.values import Floats

Alternative: TypeAlias = Literal["two-sided", "greater", "less"]

EXACT_CLUSTERS = 14
N_FLIPS = 9_999
BLOCK_CELLS = 2_000_000


def sign_flip_p(
    sums: Floats, alternative: Alternative = "two-sided", *, n_flips: int = N_FLIPS, seed: int = 0
) -> float:
    """The p-value of "the differences are symmetric about 0".

    Parameters
    ----------
    sums
        The sum of differences in each cluster.
    alternative
        ``greater``: they lie above 0; ``less``: below.
    n_flips, seed
        How many flips to draw where not all are listed, and the seed.

    Returns
    -------
    float
        1.0 when every sum is 0.
    """
    # Sorted sizes, so that neither order, names nor direction move the draws: b against a is a against b.
    sizes = np.sort(np.abs(np.round(sums[sums != 0], 12)))
    observed = fsum(np.round(sums, 12))
    tolerance = 1e-9 * float(sizes.sum())
    exact = len(sizes) <= EXACT_CLUSTERS
    flipped = _all_flips(sizes) if exact else _drawn_flips(sizes, n_flips, stream(seed, "sign-flip"))
    extreme = _as_extreme(flipped, observed, alternative, tolerance)
    return extreme / len(flipped) if exact else (1 + extreme) / (1 + len(flipped))


def _as_extreme(flipped: Floats, observed: float, alternative: Alternative, tolerance: float) -> int:
    if alternative == "greater":
        return int((flipped >= observed - tolerance).sum())
    if alternative == "less":
        return int((flipped >= -observed - tolerance).sum())
    return int((np.abs(flipped) >= abs(observed) - tolerance).sum())


def _all_flips(sums: Floats) -> Floats:
    flipped = np.zeros(1)
    for value in sums:
        flipped = np.concatenate([flipped + value, flipped - value])
    return flipped


def _drawn_flips(sums: Floats, n_flips: int, rng: np.random.Generator) -> Floats:
    block = max(1, BLOCK_CELLS // len(sums))
    out = np.empty(n_flips)
    for start in range(0, n_flips, block):
        size = min(block, n_flips - start)
        bits = np.unpackbits(rng.integers(0, 256, size=(size, (len(sums) + 7) // 8), dtype=np.uint8), axis=1)
        out[start : start + size] = 2.0 * (bits[:, : len(sums)].astype(np.float64) @ sums) - sums.sum()
    return out
