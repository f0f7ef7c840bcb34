"""The vector stores that an experiment file can name (`index.backend`).

To add one: a module beside this one with a `prepare` and an `open_store` like the local store's, a line in
each table below, and its name in tests/retrieval/stores, which hold every store to the local one's answers.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from cairn_nb.retrieval.ordering import Rows
from cairn_nb.retrieval.shared import Shared
from cairn_nb.retrieval.stores import lancedb, local, pgvector
from cairn_nb.retrieval.stores.protocol import VectorStore

Prepare: TypeAlias = Callable[[Shared, Mapping[str, Any]], Awaitable[Shared]]
Open: TypeAlias = Callable[[Path, Mapping[str, Any], Rows, int], VectorStore]

PREPARE: dict[str, Prepare] = {"lancedb": lancedb.prepare, "numpy": local.prepare, "pgvector": pgvector.prepare}
OPEN: dict[str, Open] = {"lancedb": lancedb.open_store, "numpy": local.open_store, "pgvector": pgvector.open_store}


async def prepare_store(backend: str, embedded: Shared, params: Mapping[str, Any]) -> Shared:
    """Put vectors into a store; the files that an index must keep to find them again.

    Parameters
    ----------
    backend
        A store's name.
    embedded
        The finished embedding step, with the vectors in the local store's file.
    params
        The store's own parameters.

    Raises
    ------
    ConfigError
        If a parameter is unknown.
    MissingExtraError
        If the store needs packages that are not installed.
    StorageError
        If it cannot be written.
    """
    return await PREPARE[backend](embedded, params)


def open_store(backend: str, folder: Path, params: Mapping[str, Any], *, ties: Rows, dim: int) -> VectorStore:
    """The store of an index folder whose files were checked.

    Parameters
    ----------
    ties
        `tie_ranks` of the chunk table, one a row.
    dim
        Numbers in a vector.

    Raises
    ------
    StoredIndexError
        If what is stored does not fit.
    MissingExtraError
        If the store needs packages that are not installed.
    """
    return OPEN[backend](folder, params, ties, dim)
