"""The sign-flip test of many columns of cluster sums from one set of flips.

Each column's p-values are those of `sign_flip` and hold on their own; sharing the flips saves drawing them again and
says nothing about columns together. Columns with at most 14 clusters that differ list all their flips.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cairn_nb.seeds import stream
from cairn_nb.stats.sign_flip import EXACT_CLUSTERS, N_FLIPS, sign_flip_p
from cairn_nb.stats.values import Floats

BLOCK_CELLS = 2_000_000


@dataclass(frozen=True)
class SignFlips:
    """A p-value a column: for a mean that lies above 0, below 0, and on either side."""

    greater: Floats
    less: Floats
    two_sided: Floats


def sign_flip_table(sums: Floats, *, n_flips: int = N_FLIPS, seed: int = 0) -> SignFlips:
    """The p-values of each column.

    Parameters
    ----------
    sums
        The sum of differences in each cluster, shape (clusters, columns).
    n_flips, seed
        How many flips to draw where not all are listed, and the seed.
    """
    # Sorted by size, so that neither order, names nor direction move the draws.
    rounded = np.round(sums, 12)
    rounded = rounded[np.lexsort(np.abs(rounded).T[::-1])]
    many = (rounded != 0).sum(axis=0) > EXACT_CLUSTERS
    found = np.empty((3, sums.shape[1]))
    found[:, many] = _drawn(rounded[:, many], n_flips, stream(seed, "sign-flip table"))
    for column in np.flatnonzero(~many):
        found[:, column] = [sign_flip_p(rounded[:, column], side) for side in ("greater", "less", "two-sided")]
    return SignFlips(*found)


def _drawn(sums: Floats, n_flips: int, rng: np.random.Generator) -> Floats:
    """Counts of flips at least as extreme, plus one for the data as they are, over all of them."""
    n_clusters, n_columns = sums.shape
    observed, sizes = sums.sum(axis=0), np.abs(sums)
    whole = sizes.sum(axis=0)
    tolerance = 1e-9 * whole
    extreme = np.zeros((3, n_columns))
    block = max(1, BLOCK_CELLS // max(n_clusters, n_columns, 1))
    for start in range(0, n_flips if n_columns else 0, block):
        size = min(block, n_flips - start)
        bits = np.unpackbits(rng.integers(0, 256, size=(size, (n_clusters + 7) // 8), dtype=np.uint8), axis=1)
        flipped = 2.0 * (bits[:, :n_clusters].astype(np.float64) @ sizes) - whole
        above, below = flipped >= observed - tolerance, flipped >= -observed - tolerance
        beyond = np.abs(flipped) >= np.abs(observed) - tolerance
        extreme += [above.sum(axis=0), below.sum(axis=0), beyond.sum(axis=0)]
    return (1 + extreme) / (1 + n_flips)
