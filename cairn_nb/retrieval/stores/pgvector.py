"""Vectors in PostgreSQL with the pgvector extension, searched exactly: no approximate index is made.

A table holds the vectors of one embedding step, under a name made of its key, and is written in one
transaction; its content is compared by digest when an index is opened. Tables stay in the database: who
shares it decides when one is dropped.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, LiteralString

import numpy as np

from cairn_nb.errors import StoredIndexError
from cairn_nb.files import strict_json
from cairn_nb.retrieval.arrays import load_array
from cairn_nb.retrieval.ordering import Rankings, Rows, Scores
from cairn_nb.retrieval.shared import Shared, shared_step, step_key
from cairn_nb.retrieval.stores import local
from cairn_nb.retrieval.stores.extra import require
from cairn_nb.retrieval.stores.pgvector_table import (
    REMEDY,
    PgvectorParams,
    connect,
    content_digest,
    database_errors,
    read_pgvector_params,
    stored_digest,
    write_table,
)
from cairn_nb.retrieval.stores.protocol import Vectors
from cairn_nb.retrieval.stores.rescored import Vector, rescored_nearest, similarity_by_query
from cairn_nb.retrieval.stores.similarity import exact_similarity

FILE = "pgvector.json"
NEAREST = "SELECT row, -(embedding <#> %s) FROM {} ORDER BY embedding <#> %s LIMIT %s"
# As pgvector sends a vector: its length and two unused bytes, then the numbers.
SOME = "SELECT row, vector_send(embedding) FROM {} WHERE row = ANY(%s) ORDER BY row"
HEAD_BYTES = 4


class PgvectorStore:
    """A table of rows and vectors. Its statements run one after another in a thread.

    Parameters
    ----------
    params
        How the database is found.
    table
        The table's name.
    ties
        `tie_ranks` of the chunk table.
    dim
        Numbers in a vector.
    """

    def __init__(self, params: PgvectorParams, table: str, ties: Rows, dim: int) -> None:
        self._params, self._table, self._ties, self._dim = params, table, ties, dim
        self._connection: Any = None
        self._turn = asyncio.Lock()

    @property
    def dim(self) -> int:
        """Numbers in a vector."""
        return self._dim

    async def nearest(self, vectors: Vectors, n: int) -> Rankings:
        """For each query the `n` most similar rows; none for the zero vector.

        Raises
        ------
        StoredIndexError
            If the database fails.
        """
        return await rescored_nearest(vectors, n, propose=self._propose, compute=self._compute, ties=self._ties)

    async def similarity(self, vectors: Vectors, queries: Rows, rows: Rows) -> Scores:
        """The inner product of each row with its query's vector; raises as `nearest`."""
        return await similarity_by_query(vectors, queries, rows, compute=self._compute)

    async def aclose(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            await asyncio.to_thread(self._connection.close)
            self._connection = None

    async def _compute(self, vector: Vector, rows: Rows) -> Scores:
        found = await self._fetch(SOME, [rows.tolist()])
        vectors = np.stack([np.frombuffer(sent, dtype=">f4", offset=HEAD_BYTES) for _, sent in found])
        places = np.searchsorted(np.array([row for row, _ in found]), rows)
        return exact_similarity(vectors[places].T.astype(np.float32), vector[:, np.newaxis])

    async def _propose(self, vector: Vector, n: int) -> tuple[Rows, Scores]:
        found = await self._fetch(NEAREST, [vector, vector, n])
        return np.array([row for row, _ in found]), np.array([product for _, product in found])

    async def _fetch(self, statement: LiteralString, values: list[Any]) -> list[tuple[Any, ...]]:
        async with self._turn:
            return await asyncio.to_thread(self._fetch_now, statement, values)

    def _fetch_now(self, statement: LiteralString, values: list[Any]) -> list[tuple[Any, ...]]:
        from psycopg import sql

        with database_errors():
            if self._connection is None:
                self._connection = connect(self._params)
            query = sql.SQL(statement).format(sql.Identifier(self._table))
            rows: list[tuple[Any, ...]] = self._connection.execute(query, values).fetchall()
        return rows


async def prepare(embedded: Shared, params: Mapping[str, Any]) -> Shared:
    """The table in the database, and a small file in the index folder that names it.

    Raises
    ------
    MissingExtraError
        If the packages of the extra `pgvector` are not installed.
    ConfigError
        If a parameter is wrong, or its environment variable holds no connection string.
    StoredIndexError
        If the database cannot be used.
    """
    read = read_pgvector_params(params)
    require("pgvector", "psycopg", "pgvector")
    table = f"cairn_{embedded.key}"
    vectors = load_array(embedded.folder / local.FILE)
    digest = await asyncio.to_thread(content_digest, vectors)
    await asyncio.to_thread(write_table, read, table, vectors, digest)

    async def make(target: Path) -> None:
        content = {"table": table, "rows": len(vectors), "sha256": digest}
        (target / FILE).write_text(json.dumps(content) + "\n", encoding="utf-8")

    return await shared_step(embedded.folder.parent, "pgvector", step_key("pgvector", embedded.key), make)


def open_store(folder: Path, params: Mapping[str, Any], ties: Rows, dim: int) -> PgvectorStore:
    """The store that an index folder names, after its content was compared.

    Raises
    ------
    MissingExtraError, ConfigError
        As `prepare`.
    StoredIndexError
        If the database cannot be used, or does not hold these vectors.
    """
    read = read_pgvector_params(params)
    require("pgvector", "psycopg", "pgvector")
    named = strict_json.read(folder / FILE, error=StoredIndexError)
    found = stored_digest(read, named["table"])
    if named["rows"] != len(ties) or found != named["sha256"]:
        state = "there is no such table" if found is None else "its content is not what was written"
        raise StoredIndexError(f"{state} in the database", path=folder / FILE, key=named["table"], hint=REMEDY)
    return PgvectorStore(read, named["table"], ties, dim)
