"""Matrix products that one thread computes: the same to the last bit however many processors there are."""

from __future__ import annotations

import numpy as np

from cairn_nb.stats.values import Floats

# OpenBLAS spreads products of more multiplications over threads, whose waiting costs more than the product.
ALONE = 1 << 18
FEWEST_ROWS = 16


def narrow_product(tall: Floats, narrow: Floats) -> Floats:
    """``tall @ narrow``, some rows at a time; a matrix too large for that is left to the threads as a whole."""
    rows = ALONE // max(narrow.size, 1)
    if rows < FEWEST_ROWS or rows >= len(tall):
        return np.asarray(tall @ narrow)
    product = np.empty((len(tall), narrow.shape[1]))
    for start in range(0, len(tall), rows):
        np.matmul(tall[start : start + rows], narrow, out=product[start : start + rows])
    return product
