"""The local vector store: one file, mapped into memory, searched exactly by numpy.

The file holds the vectors dimension by dimension. A question's hashed vector is mostly zeros, and then only
the dimensions it has are read.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cairn_nb.errors import StoredIndexError
from cairn_nb.providers.params import read_params
from cairn_nb.records import Record
from cairn_nb.retrieval.arrays import load_array, save_array
from cairn_nb.retrieval.ordering import NOTHING, Ranking, Rows, Scores, best
from cairn_nb.retrieval.shared import Shared
from cairn_nb.retrieval.stores.protocol import Vector
from cairn_nb.retrieval.stores.similarity import COARSE_ERROR, exact_similarity

FILE = "vectors.npy"
SPARSE = 0.25
FEW_CELLS = 1 << 16


class LocalParams(Record):
    """It has none."""


class LocalStore:
    """Vectors in an array.

    Parameters
    ----------
    vectors
        float32, shape (rows, dim); fastest when stored in Fortran order.
    ties
        `tie_ranks` of the chunk table.
    """

    def __init__(self, vectors: NDArray[np.float32], ties: Rows) -> None:
        self._columns = vectors.T
        self._ties = ties

    @property
    def dim(self) -> int:
        """Numbers in a vector."""
        return len(self._columns)

    async def nearest(self, vector: Vector, n: int) -> Ranking:
        """The `n` most similar rows; none for the zero vector, which has no direction."""
        used = np.flatnonzero(vector)
        if not len(used):
            return NOTHING
        if len(used) * len(self._ties) <= FEW_CELLS:  # a coarse pass would cost more than it saves
            rows = np.arange(len(self._ties))
            return best(rows, exact_similarity(self._columns[used], vector[used]), n, self._ties)
        coarse = self._coarse(vector, used)
        n = min(n, len(coarse))
        bar = np.partition(coarse, len(coarse) - n)[len(coarse) - n]
        rows = np.flatnonzero(coarse >= bar - COARSE_ERROR)
        return best(rows, self._exact(vector, used, rows), n, self._ties)

    async def similarity(self, vector: Vector, rows: Rows) -> Scores:
        """The inner product of some rows with a vector."""
        return self._exact(vector, np.flatnonzero(vector), rows)

    async def aclose(self) -> None:
        """Nothing to give back: the mapping ends with the object."""

    def _coarse(self, vector: Vector, used: NDArray[np.intp]) -> NDArray[np.float32]:
        """32-bit products of all rows. Few dimensions are added up one by one: threads would cost more than they do."""
        if len(used) >= SPARSE * len(vector):
            product: NDArray[np.float32] = vector @ self._columns
            return product
        total = np.zeros(self._columns.shape[1], dtype=np.float32)
        part = np.empty_like(total)
        for dimension in used:
            np.multiply(self._columns[dimension], vector[dimension], out=part)
            total += part
        return total

    def _exact(self, vector: Vector, used: NDArray[np.intp], rows: Rows) -> Scores:
        return exact_similarity(self._columns[used[:, np.newaxis], rows], vector[used])


def save_vectors(folder: Path, vectors: NDArray[np.float32]) -> None:
    """Write the store's file, dimension by dimension."""
    save_array(folder / FILE, np.asfortranarray(vectors, dtype=np.float32))


def load_vectors(folder: Path, *, n_rows: int, dim: int) -> NDArray[np.float32]:
    """The store's array, mapped.

    Raises
    ------
    StoredIndexError
        If the file is missing or damaged, or is not one float32 vector of `dim` numbers a row.
    """
    vectors = load_array(folder / FILE)
    if vectors.shape != (n_rows, dim) or vectors.dtype != np.float32:
        raise StoredIndexError(
            f"holds {vectors.dtype} {vectors.shape}, not float32 {(n_rows, dim)}",
            path=folder / FILE,
            hint="run `cairn ingest`",
        )
    return vectors


async def prepare(embedded: Shared, params: Mapping[str, Any]) -> Shared:
    """The embedding step's own file is the store."""
    read_params(LocalParams, "index.params", params)
    return Shared(embedded.folder, embedded.key, {FILE: embedded.files[FILE]})


def open_store(folder: Path, params: Mapping[str, Any], ties: Rows, dim: int) -> LocalStore:
    """The store in an index folder."""
    read_params(LocalParams, "index.params", params)
    return LocalStore(load_vectors(folder, n_rows=len(ties), dim=dim), ties)
