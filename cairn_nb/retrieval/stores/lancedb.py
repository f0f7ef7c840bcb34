"""Vectors in a LanceDB table inside the index folder, searched exactly: no approximate index is made."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from cairn_nb.errors import StoredIndexError
from cairn_nb.providers.params import read_params
from cairn_nb.records import Record
from cairn_nb.retrieval.arrays import load_array
from cairn_nb.retrieval.ordering import Rankings, Rows, Scores
from cairn_nb.retrieval.shared import Shared, shared_step, step_key
from cairn_nb.retrieval.stores import local
from cairn_nb.retrieval.stores.extra import require
from cairn_nb.retrieval.stores.protocol import Vectors
from cairn_nb.retrieval.stores.rescored import Vector, rescored_nearest, similarity_by_query
from cairn_nb.retrieval.stores.similarity import exact_similarity

FOLDER = "lancedb"
TABLE = "vectors"
REMEDY = "run `cairn ingest`"


class LanceParams(Record):
    """It has none."""


class LanceStore:
    """A table of rows and vectors.

    Parameters
    ----------
    folder
        The database's folder.
    ties
        `tie_ranks` of the chunk table.
    dim
        Numbers in a vector.
    """

    def __init__(self, folder: Path, ties: Rows, dim: int) -> None:
        self._folder, self._ties, self._dim = folder, ties, dim
        self._table: Any = None

    @property
    def dim(self) -> int:
        """Numbers in a vector."""
        return self._dim

    async def nearest(self, vectors: Vectors, n: int) -> Rankings:
        """For each query the `n` most similar rows; none for the zero vector."""
        return await rescored_nearest(vectors, n, propose=self._propose, compute=self._compute, ties=self._ties)

    async def similarity(self, vectors: Vectors, queries: Rows, rows: Rows) -> Scores:
        """The inner product of each row with its query's vector."""
        return await similarity_by_query(vectors, queries, rows, compute=self._compute)

    async def aclose(self) -> None:
        """Let go of the table."""
        if self._table is not None:
            self._table.close()
            self._table = None

    async def _compute(self, vector: Vector, rows: Rows) -> Scores:
        table = await self._opened()
        wanted = ",".join(str(row) for row in rows.tolist())
        found = await table.query().where(f"row IN ({wanted})").select(["row", "vector"]).to_arrow()
        by_row = np.argsort(found["row"].to_numpy())
        vectors = found["vector"].combine_chunks().flatten().to_numpy().reshape(-1, self._dim)[by_row]
        places = np.searchsorted(np.sort(rows), rows)
        return exact_similarity(vectors[places].T, vector[:, np.newaxis])

    async def _propose(self, vector: Vector, n: int) -> tuple[Rows, Scores]:
        table = await self._opened()
        query = table.query().nearest_to(vector).column("vector").distance_type("dot").bypass_vector_index()
        found = await query.limit(n).select(["row", "_distance"]).to_arrow()
        return found["row"].to_numpy().astype(np.int64), 1.0 - found["_distance"].to_numpy().astype(np.float64)

    async def _opened(self) -> Any:
        if self._table is None:
            import lancedb

            database = await lancedb.connect_async(self._folder)
            self._table = await database.open_table(TABLE)
        return self._table


async def prepare(embedded: Shared, params: Mapping[str, Any]) -> Shared:
    """The table as a shared step of its own.

    Raises
    ------
    MissingExtraError
        If LanceDB is not installed.
    """
    read_params(LanceParams, "index.params", params)
    require("lancedb", "lancedb", "pyarrow")

    async def make(target: Path) -> None:
        await _write_table(target / FOLDER, load_array(embedded.folder / local.FILE))

    return await shared_step(embedded.folder.parent, "lancedb", step_key("lancedb", embedded.key), make)


async def _write_table(folder: Path, vectors: Any) -> None:
    import lancedb
    import pyarrow as pa

    n_rows, dim = vectors.shape
    flat = pa.array(np.ascontiguousarray(vectors).ravel())
    rows = pa.array(np.arange(n_rows), pa.int64())
    table = pa.table({"row": rows, "vector": pa.FixedSizeListArray.from_arrays(flat, dim)})
    database = await lancedb.connect_async(folder)
    written: Any = await database.create_table(TABLE, table)
    written.close()


def open_store(folder: Path, params: Mapping[str, Any], ties: Rows, dim: int) -> LanceStore:
    """The store in an index folder, whose files were checked by digest.

    Raises
    ------
    MissingExtraError
        If LanceDB is not installed.
    StoredIndexError
        If the folder holds no table.
    """
    read_params(LanceParams, "index.params", params)
    require("lancedb", "lancedb", "pyarrow")
    if not (folder / FOLDER / f"{TABLE}.lance").is_dir():
        raise StoredIndexError("holds no LanceDB table", path=folder / FOLDER, hint=REMEDY)
    return LanceStore(folder / FOLDER, ties, dim)
