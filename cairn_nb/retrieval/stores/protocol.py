"""What every vector store does."""

from __future__ import annotations

from typing import Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from cairn_nb.retrieval.ordering import Rankings, Rows, Scores

Vectors: TypeAlias = NDArray[np.float32]


@runtime_checkable
class VectorStore(Protocol):
    """Vectors of the chunk table's rows, each of length 1 (or zero, for a text without words).

    All stores give the same rows, order and scores: the similarity of a pair is computed in 64 bits by
    `exact_similarity` from the stored 32-bit numbers, rounded to 1e-6, and equal ones are ordered by chunk id.
    """

    @property
    def dim(self) -> int:
        """Numbers in a vector."""

    async def nearest(self, vectors: Vectors, n: int) -> Rankings:
        """For each of some queries, shape (queries, dim), the `n` most similar rows, by inner product.

        None for a zero vector, which has no direction.
        """

    async def similarity(self, vectors: Vectors, queries: Rows, rows: Rows) -> Scores:
        """The inner product of each row with its query's vector, rounded to 1e-6; `queries` ascend."""

    async def aclose(self) -> None:
        """Give files and connections back."""
