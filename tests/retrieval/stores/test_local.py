from __future__ import annotations

import asyncio
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from cairn_nb.errors import ConfigError, StoredIndexError
from cairn_nb.retrieval.ordering import Rankings, Rows, Scores, tie_ranks
from cairn_nb.retrieval.stores.local import LocalStore, load_vectors, open_store, save_vectors


def unit_rows(seed: int, n: int, dim: int, *, zeros: float) -> NDArray[np.float32]:
    chance = np.random.default_rng(seed)
    rows = np.abs(chance.normal(size=(n, dim))) * (chance.random((n, dim)) >= zeros)
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asfortranarray(rows / np.where(lengths > 0, lengths, 1), dtype=np.float32)


def nearest(store: LocalStore, query: NDArray[np.float32], n: int) -> Rankings:
    return asyncio.run(store.nearest(query[np.newaxis], n))


def similarity(store: LocalStore, query: NDArray[np.float32], rows: Rows) -> Scores:
    return asyncio.run(store.similarity(query[np.newaxis], np.zeros_like(rows), rows))


def by_full_sort(vectors: NDArray[np.float32], vector: NDArray[np.float32], ids: list[str], n: int) -> list[int]:
    exact = vectors.astype(np.float64) @ vector.astype(np.float64)
    return sorted(range(len(ids)), key=lambda row: (-round(exact[row] / 1e-6), ids[row]))[:n]


@settings(max_examples=40)
@given(st.integers(0, 10**6), st.integers(1, 60), st.sampled_from([0.0, 0.5, 0.95]), st.integers(1, 70))
def test_nearest_is_the_head_of_a_full_sort(seed: int, n_rows: int, zeros: float, n: int) -> None:
    vectors = unit_rows(seed, n_rows, 32, zeros=zeros)
    vectors[n_rows // 2 :] = vectors[: n_rows - n_rows // 2]  # many ties
    query = unit_rows(seed + 1, 1, 32, zeros=zeros)[0]
    ids = [f"{(number * 7919) % 101:03d}-{number}" for number in range(n_rows)]
    ranking = nearest(LocalStore(vectors, tie_ranks(ids)), query, n)
    assert ranking.rows.tolist() == (by_full_sort(vectors, query, ids, n) if query.any() else [])


def test_a_zero_vector_is_near_to_nothing() -> None:
    store = LocalStore(unit_rows(1, 5, 8, zeros=0), np.arange(5))
    assert len(nearest(store, np.zeros(8, dtype=np.float32), 3)) == 0


def test_opposite_rows_are_found_too() -> None:
    rows = np.array([[1, 0], [-1, 0], [0, 1]], dtype=np.float32)
    ranking = nearest(LocalStore(rows, np.arange(3)), np.array([1, 0], dtype=np.float32), 3)
    assert ranking.rows.tolist() == [0, 2, 1]
    assert ranking.scores.tolist() == [1.0, 0.0, -1.0]


@pytest.mark.parametrize("zeros", [0.0, 0.9])
def test_scores_do_not_depend_on_the_order_in_memory_or_on_the_company(zeros: float) -> None:
    vectors, query = unit_rows(3, 300, 384, zeros=zeros), unit_rows(4, 1, 384, zeros=zeros)[0]
    columns, rows = LocalStore(vectors, np.arange(300)), LocalStore(np.ascontiguousarray(vectors), np.arange(300))
    some = np.array([5, 120, 299])
    assert nearest(columns, query, 40).rows.tolist() == nearest(rows, query, 40).rows.tolist()
    alone = [similarity(columns, query, np.array([row]))[0] for row in some]
    assert similarity(columns, query, some).tolist() == alone
    near = nearest(columns, query, 5)
    assert similarity(columns, query, near.rows).tolist() == near.scores.tolist()


def test_saved_and_mapped(tmp_path: Path) -> None:
    vectors = unit_rows(5, 20, 16, zeros=0.5)
    save_vectors(tmp_path, np.ascontiguousarray(vectors))
    loaded = load_vectors(tmp_path, n_rows=20, dim=16)
    assert np.array_equal(loaded, vectors)
    assert loaded.flags.f_contiguous
    assert not loaded.flags.writeable
    assert open_store(tmp_path, {}, np.arange(20), 16).dim == 16


def test_what_does_not_fit_is_refused(tmp_path: Path) -> None:
    save_vectors(tmp_path, unit_rows(5, 20, 16, zeros=0.5))
    with pytest.raises(StoredIndexError, match=r"vectors\.npy: holds float32 \(20, 16\), not float32 \(21, 16\)"):
        load_vectors(tmp_path, n_rows=21, dim=16)
    with pytest.raises(ConfigError, match=r"index\.params\.metric: unknown parameter"):
        open_store(tmp_path, {"metric": "l2"}, np.arange(20), 16)
    (tmp_path / "vectors.npy").write_bytes((tmp_path / "vectors.npy").read_bytes()[:-40])
    with pytest.raises(StoredIndexError, match="not a readable array"):
        load_vectors(tmp_path, n_rows=20, dim=16)


@pytest.mark.parametrize("zeros", [0.0, 0.9])
@pytest.mark.parametrize("n_rows", [7, 3000])
def test_many_queries_at_once_are_answered_as_each_alone(zeros: float, n_rows: int) -> None:
    store = LocalStore(unit_rows(6, n_rows, 64, zeros=0.8), np.arange(n_rows)[::-1].copy())
    queries = unit_rows(7, 9, 64, zeros=zeros)
    queries[[2, 8]] = 0
    together = asyncio.run(store.nearest(queries, 5))
    alone = [nearest(store, query, 5) for query in queries]
    assert np.diff(together.starts).tolist() == [len(ranking) for ranking in alone]
    assert together.rows.tolist() == [row for ranking in alone for row in ranking.rows.tolist()]
    assert together.scores.tolist() == [score for ranking in alone for score in ranking.scores.tolist()]
    assert asyncio.run(store.similarity(queries, together.queries, together.rows)).tolist() == together.scores.tolist()
