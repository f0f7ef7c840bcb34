"""The local vector store: one file, mapped into memory, searched exactly by numpy.

The file holds the vectors dimension by dimension. A question's hashed vector is mostly zeros, and then only
the dimensions it has are read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cairn_nb.errors import StoredIndexError
from cairn_nb.providers.params import read_params
from cairn_nb.records import Record
from cairn_nb.retrieval.arrays import load_array, save_array
from cairn_nb.retrieval.ordering import Rankings, Rows, Scores, best, strongest
from cairn_nb.retrieval.shared import Shared
from cairn_nb.retrieval.stores.protocol import Vectors
from cairn_nb.retrieval.stores.similarity import COARSE_ERROR, exact_similarity

FILE = "vectors.npy"
SPARSE = 0.25
FEW_CELLS = 1 << 16


class LocalParams(Record):
    """It has none."""


@dataclass(frozen=True)
class _Used:
    """The dimensions in which each query is not zero, ascending, and its numbers there; shape (most, queries).

    A query with fewer has dimension 0 with a weight of zero behind them.
    """

    dimensions: Rows
    weights: Vectors

    @classmethod
    def of(cls, vectors: Vectors) -> _Used:
        """The dimensions of some vectors, shape (queries, dim)."""
        queries, dimensions = vectors.nonzero()
        counts = np.bincount(queries, minlength=len(vectors))
        places = np.arange(len(queries)) - (counts.cumsum() - counts)[queries]
        shape = (int(counts.max(initial=0)), len(vectors))
        used = cls(np.zeros(shape, dtype=np.int64), np.zeros(shape, dtype=np.float32))
        used.dimensions[places, queries] = dimensions
        used.weights[places, queries] = vectors[queries, dimensions]
        return used


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

    async def nearest(self, vectors: Vectors, n: int) -> Rankings:
        """For each query the `n` most similar rows; none for the zero vector, which has no direction."""
        used = _Used.of(vectors)
        queries, rows = strongest(self._coarse(vectors, used), n, margin=COARSE_ERROR)
        has_direction = np.any(vectors != 0, axis=1)[queries]
        queries, rows = queries[has_direction], rows[has_direction]
        scores = self._exact(used, queries, rows)
        return best(queries, rows, scores, n, n_queries=len(vectors), ties=self._ties)

    async def similarity(self, vectors: Vectors, queries: Rows, rows: Rows) -> Scores:
        """The inner product of each row with its query's vector."""
        return self._exact(_Used.of(vectors), queries, rows)

    async def aclose(self) -> None:
        """Nothing to give back: the mapping ends with the object."""

    def _coarse(self, vectors: Vectors, used: _Used) -> Vectors:
        """32-bit products of all rows. Few dimensions are added up one by one: threads would cost more than they do."""
        if len(used.dimensions) >= SPARSE * self.dim:
            product: Vectors = vectors @ self._columns
            return product
        if used.weights.size * self._columns.shape[1] <= FEW_CELLS:
            few: Vectors = (self._columns[used.dimensions] * used.weights[:, :, np.newaxis]).sum(axis=0)
            return few
        total = np.zeros((len(vectors), self._columns.shape[1]), dtype=np.float32)
        part = np.empty_like(total)
        for dimensions, weights in zip(used.dimensions, used.weights, strict=True):
            self._columns.take(dimensions, axis=0, out=part, mode="clip")  # which needs no copy of its own
            part *= weights[:, np.newaxis]
            total += part
        return total

    def _exact(self, used: _Used, queries: Rows, rows: Rows) -> Scores:
        if used.weights.shape[1] == 1:  # one query, whose dimensions need not be repeated for each row
            return exact_similarity(self._columns[used.dimensions, rows], used.weights)
        return exact_similarity(self._columns[used.dimensions[:, queries], rows], used.weights[:, queries])


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
