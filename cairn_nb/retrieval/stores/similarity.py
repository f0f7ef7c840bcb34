"""The similarity that decides: computed the same way, to the bit, whatever store found the row."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cairn_nb.retrieval.ordering import Scores, as_quantised

# A coarse 32-bit product is off by less than this, for vectors of length 1.
COARSE_ERROR = 4e-6


def exact_similarity(columns: NDArray[np.float32], weights: NDArray[np.float32]) -> Scores:
    """Inner products in 64 bits, added up in the order of the dimensions, rounded to 1e-6.

    Parameters
    ----------
    columns
        float32, shape (dim, entries): the row of each entry. Dimensions in which the query is zero may be left
        out of both, or stand behind the others with any number and a weight of zero.
    weights
        float32, shape (dim, entries), or (dim, 1) for one query: the query of each entry.
    """
    return as_quantised((columns.astype(np.float64) * weights.astype(np.float64)).sum(axis=0))
