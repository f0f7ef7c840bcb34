"""Exact nearest rows out of a database that computes in its own way: it proposes, we compute and order.

A database's 32-bit products differ from ours in the last digits, so its order among near equals may too. It
is asked for more rows than are wanted, until the last is too far behind to belong to them whatever the digits.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import numpy as np

from cairn_nb.retrieval.ordering import NOTHING, Ranking, Rows, Scores, best
from cairn_nb.retrieval.stores.protocol import Vector
from cairn_nb.retrieval.stores.similarity import COARSE_ERROR

MARGIN = 16

Propose = Callable[[Vector, int], Awaitable[tuple[Rows, Scores]]]
Compute = Callable[[Vector, Rows], Awaitable[Scores]]


async def rescored_nearest(vector: Vector, n: int, *, propose: Propose, compute: Compute, ties: Rows) -> Ranking:
    """The `n` most similar rows, as the local store finds them.

    Parameters
    ----------
    propose
        The first so many rows by the database's own products, with those, best first.
    compute
        `exact_similarity` of some rows.
    ties
        `tie_ranks` of the chunk table.
    """
    if not vector.any():
        return NOTHING
    n = min(n, len(ties))
    asked = n + MARGIN
    while True:
        rows, coarse = await propose(vector, min(asked, len(ties)))
        if asked >= len(ties) or coarse[-1] < coarse[n - 1] - COARSE_ERROR:
            break
        asked *= 2
    rows = np.sort(rows[coarse >= coarse[n - 1] - COARSE_ERROR])
    return best(rows, await compute(vector, rows), n, ties)
