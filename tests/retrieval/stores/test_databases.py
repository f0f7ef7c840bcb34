"""Every store gives the rows, order and scores of the local one."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Awaitable, Callable
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import pytest
from numpy.typing import NDArray

from cairn_nb.config.model import Config
from cairn_nb.errors import ConfigError, InputError, MissingExtraError, StoredIndexError
from cairn_nb.records import Passage
from cairn_nb.retrieval.folders import digests
from cairn_nb.retrieval.index import open_index
from cairn_nb.retrieval.ordering import tie_ranks
from cairn_nb.retrieval.retriever import Retriever
from cairn_nb.retrieval.shared import Shared
from cairn_nb.retrieval.stores import catalog, extra, rescored
from cairn_nb.retrieval.stores.local import LocalStore, save_vectors
from cairn_nb.retrieval.stores.protocol import VectorStore
from tests.retrieval.making import config_for, embedder_for, ingest, make_corpus
from tests.retrieval.stores.conftest import DSN_ENV

Result = TypeVar("Result")
N_ROWS, DIM = 400, 24
PARAMS: dict[str, dict[str, Any]] = {"lancedb": {}, "pgvector": {"dsn_env": DSN_ENV}}


@pytest.fixture(params=["lancedb", "pgvector"])
def backend(request: pytest.FixtureRequest) -> str:
    """Each store, with what it needs to run."""
    name: str = request.param
    if name == "pgvector":
        request.getfixturevalue("dsn")
    else:
        pytest.importorskip(name, reason=f"the extra {name} is not installed")
    return name


def unit_rows(seed: int, n: int) -> NDArray[np.float32]:
    """Rows with many exact and near ties, and some zero rows."""
    chance = np.random.default_rng(seed)
    rows = chance.normal(size=(n, DIM)) * (chance.random((n, DIM)) < 0.4)
    rows[n // 2 :] = rows[: n - n // 2] + chance.choice([0, 1e-7, 2e-6], size=(n - n // 2, 1))
    rows[:: n // 3] = 0
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return (rows / np.where(lengths > 0, lengths, 1)).astype(np.float32)


VECTORS = unit_rows(1, N_ROWS)
TIES = tie_ranks([f"{(row * 7919) % 1009:04d}" for row in range(N_ROWS)])


def stored(folder: Path, backend: str, vectors: NDArray[np.float32] = VECTORS, key: str = "0" * 32) -> Shared:
    embedded = folder / f"vectors-{key}"
    embedded.mkdir(parents=True, exist_ok=True)
    save_vectors(embedded, vectors)
    shared = Shared(embedded, key, digests(embedded))
    return asyncio.run(catalog.prepare_store(backend, shared, PARAMS[backend]))


def using(place: Shared, backend: str, work: Callable[[VectorStore], Awaitable[Result]]) -> Result:
    async def run() -> Result:
        store = catalog.open_store(backend, place.folder, PARAMS[backend], ties=TIES, dim=DIM)
        try:
            return await work(store)
        finally:
            await store.aclose()

    return asyncio.run(run())


@pytest.mark.parametrize("margin", [0, 16])
def test_the_same_rows_order_and_scores(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, backend: str, margin: int
) -> None:
    monkeypatch.setattr(rescored, "MARGIN", margin)
    local = LocalStore(np.asfortranarray(VECTORS), TIES)
    queries = [*unit_rows(2, 12), *VECTORS[1:4]]
    wanted = np.array([399, 0, 17, 5])

    async def compare(store: VectorStore) -> None:
        assert isinstance(store, VectorStore)
        assert store.dim == DIM
        for query in queries:
            for n in (1, 7, 40, N_ROWS, 2 * N_ROWS):
                expected, found = await local.nearest(query[np.newaxis], n), await store.nearest(query[np.newaxis], n)
                assert found.rows.tolist() == expected.rows.tolist()
                assert found.scores.tolist() == expected.scores.tolist()
        vectors, asked = np.stack(queries), np.repeat(np.arange(len(queries)), len(wanted))
        rows = np.tile(wanted, len(queries))
        expected_scores = await local.similarity(vectors, asked, rows)
        assert (await store.similarity(vectors, asked, rows)).tolist() == expected_scores.tolist()
        assert (await store.similarity(vectors, asked[:0], rows[:0])).tolist() == []

    using(stored(tmp_path, backend), backend, compare)


def test_many_questions_at_once(tmp_path: Path, backend: str) -> None:
    queries = unit_rows(3, 30)[1:20]

    async def at_once(store: VectorStore) -> list[list[int]]:
        rankings = await asyncio.gather(*(store.nearest(query[np.newaxis], 9) for query in queries))
        return [ranking.rows.tolist() for ranking in rankings]

    async def together(store: VectorStore) -> list[list[int]]:
        rankings = await store.nearest(queries, 9)
        return [rankings.rows[start:end].tolist() for start, end in pairwise(rankings.starts.tolist())]

    async def one_by_one(store: VectorStore) -> list[list[int]]:
        return [(await store.nearest(query[np.newaxis], 9)).rows.tolist() for query in queries]

    place = stored(tmp_path, backend)
    assert using(place, backend, at_once) == using(place, backend, one_by_one) == using(place, backend, together)


TEXTS = {
    f"{number}.txt": f"Item {number} weighs {number % 7} kilograms and stands in hall {number % 5}.\n"
    for number in range(60)
}
QUESTIONS = ["Which item weighs 3 kilograms?", "hall 2", "Item 17 stands where?", "zebra"]


def passages(config: Config) -> list[tuple[Passage, ...]]:
    async def run() -> list[tuple[Passage, ...]]:
        retriever = Retriever(open_index(config), config=config.retrieval, embedder=embedder_for(config))
        try:
            return [(await retriever.retrieve(question)).passages for question in QUESTIONS]
        finally:
            await retriever.aclose()

    return asyncio.run(run())


def named(folder: Path, backend: str, **changes: Any) -> Config:
    index = {"backend": backend, "params": PARAMS.get(backend, {})}
    return config_for(folder, name=backend, index=index, **changes)


@pytest.mark.parametrize("mode", ["hybrid", "dense"])
def test_retrieval_is_the_same_whatever_the_store(tmp_path: Path, backend: str, mode: str) -> None:
    make_corpus(tmp_path / "corpus", TEXTS)
    local, other = (named(tmp_path, name, retrieval={"mode": mode, "candidates": 5}) for name in ("numpy", backend))
    for config in (local, other):
        ingest(config)
    assert passages(other) == passages(local)
    assert "vectors.npy" not in open_index(other).manifest.files
    assert ingest(other) == open_index(other).manifest

    shutil.rmtree(tmp_path / ".cairn" / "shared")
    assert passages(other) == passages(local)


@pytest.mark.parametrize("named_backend", ["lancedb", "pgvector"])
def test_a_missing_extra_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named_backend: str
) -> None:
    monkeypatch.setattr(extra, "find_spec", lambda _: None)
    with pytest.raises(
        MissingExtraError, match=rf"index.backend {named_backend} needs .*pip install 'cairn-nb\[{named_backend}\]'"
    ):
        stored(tmp_path, named_backend)


@pytest.mark.parametrize("named_backend", ["lancedb", "pgvector"])
def test_unknown_parameters_are_refused(tmp_path: Path, named_backend: str) -> None:
    make_corpus(tmp_path / "corpus")
    index = {"backend": named_backend, "params": {**PARAMS[named_backend], "metric": "l2"}}
    with pytest.raises(ConfigError, match=r"index\.params\.metric: unknown parameter"):
        ingest(config_for(tmp_path, index=index))


def test_a_lance_table_is_checked_by_digest(tmp_path: Path) -> None:
    pytest.importorskip("lancedb", reason="the extra lancedb is not installed")
    make_corpus(tmp_path / "corpus", TEXTS)
    config = named(tmp_path, "lancedb")
    ingest(config)
    (data,) = config.index_dir.glob("gen-*/lancedb/vectors.lance/data/*.lance")
    content = bytearray(data.read_bytes())
    content[100] ^= 1
    data.write_bytes(content)
    with pytest.raises(StoredIndexError, match="was damaged or edited"):
        open_index(config)
    ingest(config)
    assert len(passages(config)) == len(QUESTIONS)


def test_a_table_that_was_edited_or_dropped_is_refused_and_written_again(tmp_path: Path, dsn: str) -> None:
    import psycopg

    make_corpus(tmp_path / "corpus", TEXTS)
    config = named(tmp_path, "pgvector")
    ingest(config)
    before = passages(config)
    (named_table,) = config.index_dir.glob("gen-*/pgvector.json")
    table = named_table.read_text(encoding="utf-8").split('"')[3]
    for change in (
        f"UPDATE {table} SET embedding = embedding + embedding WHERE row = 3",
        f"DELETE FROM {table} WHERE row = 4",
    ):
        with psycopg.connect(dsn) as connection:
            connection.execute(change)
        with pytest.raises(StoredIndexError, match=rf"{table}: its content is not what was written.*cairn ingest"):
            open_index(config)
        ingest(config)
    with psycopg.connect(dsn) as connection:
        connection.execute(f"DROP TABLE {table}")
    with pytest.raises(StoredIndexError, match="there is no such table in the database"):
        open_index(config)
    ingest(config)
    assert passages(config) == before


SECRET = "hunter2-secret"


@pytest.mark.parametrize(
    ("value", "kind", "message"),
    [
        (None, ConfigError, f"the environment variable {DSN_ENV} is not set"),
        (f"{SECRET} nonsense", ConfigError, f"{DSN_ENV} holds no connection string"),
        (f"postgresql://cairn:{SECRET}@127.0.0.1:1/x", StoredIndexError, "the database cannot be used"),
    ],
)
def test_a_connection_string_is_never_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, value: str | None, kind: type[InputError], message: str
) -> None:
    pytest.importorskip("psycopg", reason="the extra pgvector is not installed")
    monkeypatch.delenv(DSN_ENV, raising=False)
    if value is not None:
        monkeypatch.setenv(DSN_ENV, value)
    with pytest.raises(kind, match=message) as caught:
        stored(tmp_path, "pgvector")
    assert SECRET not in str(caught.value)
    assert caught.value.__cause__ is None


def test_a_connection_string_in_the_file_is_refused(tmp_path: Path) -> None:
    make_corpus(tmp_path / "corpus")
    index = {"backend": "pgvector", "params": {"dsn_env": f"postgresql://cairn:{SECRET}@host/x"}}
    with pytest.raises(ConfigError, match=r"index\.params\.dsn_env") as caught:
        ingest(config_for(tmp_path, index=index))
    assert SECRET not in str(caught.value)


def test_vectors_too_long_for_the_database_are_refused(tmp_path: Path, dsn: str) -> None:  # noqa: ARG001 -- the server
    long = np.zeros((2, 16_001), dtype=np.float32)
    with pytest.raises(ConfigError, match="at most 16000 numbers, not 16001"):
        stored(tmp_path, "pgvector", long, key="1" * 32)
