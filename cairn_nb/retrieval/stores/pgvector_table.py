"""A table of vectors in PostgreSQL: found by a connection string from the environment, written in one go."""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from cairn_nb.errors import ConfigError, StoredIndexError
from cairn_nb.providers.params import read_params
from cairn_nb.records import Record

REMEDY = "run `cairn ingest`"
CONNECT_TIMEOUT_S = 10
MAX_DIM = 16_000
VARIABLE = r"^[A-Za-z_][A-Za-z0-9_]*$"
# Each vector as pgvector sends it, and one digest over the digests in the order of the rows.
DIGEST = (
    "SELECT count(*), encode(sha256(string_agg(sha256(vector_send(embedding)), ''::bytea ORDER BY row)), 'hex') FROM {}"
)


class PgvectorParams(Record):
    """`dsn_env` names the environment variable that holds the connection string; it is never in a file."""

    dsn_env: str = Field(pattern=VARIABLE)


def read_pgvector_params(params: Mapping[str, Any]) -> PgvectorParams:
    """The store's parameters.

    Raises
    ------
    ConfigError
        If one is unknown, missing or not the name of a variable.
    """
    return read_params(PgvectorParams, "index.params", params)


@contextlib.contextmanager
def database_errors() -> Iterator[None]:
    """Turn the database's errors into ours, without the connection string."""
    import psycopg

    try:
        yield
    except psycopg.Error as error:
        state = f" ({error.sqlstate})" if error.sqlstate else ""
        reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        raise StoredIndexError(f"the database cannot be used{state}: {reason}", key="pgvector") from None


def connect(params: PgvectorParams) -> Any:
    """A connection that knows the type `vector`, each statement its own transaction.

    Raises
    ------
    ConfigError
        If the variable is not set or holds no connection string.
    psycopg.Error
        If the server refuses.
    """
    import psycopg
    from pgvector.psycopg import register_vector

    connection = psycopg.connect(_dsn(params), autocommit=True, connect_timeout=CONNECT_TIMEOUT_S)
    try:
        connection.execute("SET client_min_messages = warning")
        connection.execute("CREATE EXTENSION IF NOT EXISTS vector")
        register_vector(connection)
    except psycopg.Error:
        connection.close()
        raise
    return connection


def _dsn(params: PgvectorParams) -> str:
    import psycopg
    from psycopg.conninfo import conninfo_to_dict

    dsn = os.environ.get(params.dsn_env, "").strip()
    if not dsn:
        hint = "set it to a connection string such as postgresql://user@host/database"
        raise ConfigError(
            f"the environment variable {params.dsn_env} is not set", key="index.params.dsn_env", hint=hint
        )
    try:
        conninfo_to_dict(dsn)
    except psycopg.Error:
        problem = f"the environment variable {params.dsn_env} holds no connection string"
        raise ConfigError(problem, key="index.params.dsn_env") from None
    return dsn


def content_digest(vectors: NDArray[np.float32]) -> str:
    """What `DIGEST` gives for a table of these vectors."""
    head = np.array([vectors.shape[1], 0], dtype=">i2").tobytes()
    digest = hashlib.sha256()
    for vector in vectors:
        digest.update(hashlib.sha256(head + vector.astype(">f4").tobytes()).digest())
    return digest.hexdigest()


def stored_digest(params: PgvectorParams, table: str) -> str | None:
    """The digest of a table's content; null when there is no such table.

    Raises
    ------
    ConfigError, StoredIndexError
        If the database cannot be reached.
    """
    with database_errors(), connect(params) as connection:
        return _digest(connection, table)


def _digest(connection: Any, table: str) -> str | None:
    from psycopg import sql

    if connection.execute("SELECT to_regclass(quote_ident(%s))", [table]).fetchone()[0] is None:
        return None
    _, digest = connection.execute(sql.SQL(DIGEST).format(sql.Identifier(table))).fetchone()
    return str(digest)


def write_table(params: PgvectorParams, table: str, vectors: NDArray[np.float32], digest: str) -> None:
    """Make sure that the database holds a table of these vectors; one that is there and equal is left alone.

    Raises
    ------
    ConfigError
        If the variable is not set, or the vectors are too long for pgvector.
    StoredIndexError
        If the database cannot be used.
    """
    from psycopg import sql

    if vectors.shape[1] > MAX_DIM:
        raise ConfigError(f"pgvector holds vectors of at most {MAX_DIM} numbers, not {vectors.shape[1]}")
    name = sql.Identifier(table)
    with database_errors(), connect(params) as connection, connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [table])
        if _digest(connection, table) == digest:
            return
        connection.execute(sql.SQL("DROP TABLE IF EXISTS {}").format(name))
        kind = sql.SQL("CREATE TABLE {} (row integer PRIMARY KEY, embedding vector({}) NOT NULL)")
        connection.execute(kind.format(name, sql.Literal(vectors.shape[1])))
        copying = sql.SQL("COPY {} (row, embedding) FROM STDIN WITH (FORMAT BINARY)").format(name)
        with connection.cursor() as cursor, cursor.copy(copying) as copy:
            copy.set_types(["int4", "vector"])
            for row, vector in enumerate(vectors):
                copy.write_row((row, np.ascontiguousarray(vector)))
