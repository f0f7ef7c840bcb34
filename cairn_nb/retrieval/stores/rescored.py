"""Exact nearest rows out of a database that computes in its own way: it proposes, we compute and order.

A database's 32-bit products differ from ours in the last digits, so its order among near equals may too. It
is asked for more rows than are wanted, until the last is too far behind to belong to them whatever the digits.
A database is asked for one query at a time.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cairn_nb.retrieval.ordering import Rankings, Rows, Scores, best, joined
from cairn_nb.retrieval.stores.protocol import Vectors
from cairn_nb.retrieval.stores.similarity import COARSE_ERROR

MARGIN = 16
NOTHING = Rankings(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64), np.zeros(0), 1)

Vector: TypeAlias = NDArray[np.float32]
Propose = Callable[[Vector, int], Awaitable[tuple[Rows, Scores]]]
Compute = Callable[[Vector, Rows], Awaitable[Scores]]


async def rescored_nearest(vectors: Vectors, n: int, *, propose: Propose, compute: Compute, ties: Rows) -> Rankings:
    """The `n` most similar rows for each query, as the local store finds them.

    Parameters
    ----------
    propose
        The first so many rows for a vector by the database's own products, with those, best first.
    compute
        `exact_similarity` of some rows with a vector.
    ties
        `tie_ranks` of the chunk table.
    """
    return joined([await _nearest(vector, min(n, len(ties)), propose, compute, ties) for vector in vectors])


async def _nearest(vector: Vector, n: int, propose: Propose, compute: Compute, ties: Rows) -> Rankings:
    if not vector.any():
        return NOTHING
    asked = n + MARGIN
    while True:
        rows, coarse = await propose(vector, min(asked, len(ties)))
        if asked >= len(ties) or coarse[-1] < coarse[n - 1] - COARSE_ERROR:
            break
        asked *= 2
    rows = np.sort(rows[coarse >= coarse[n - 1] - COARSE_ERROR])
    return best(np.zeros_like(rows), rows, await compute(vector, rows), n, n_queries=1, ties=ties)


async def similarity_by_query(vectors: Vectors, queries: Rows, rows: Rows, *, compute: Compute) -> Scores:
    """The similarity of each row with its query's vector, asked for query by query."""
    parts = [await compute(vectors[query], rows[queries == query]) for query in np.unique(queries)]
    return np.concatenate(parts) if parts else np.zeros(0)
