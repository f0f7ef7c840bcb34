from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.retrieval.ordering import Rankings, Rows, Scores, best, joined, quantised, strongest, tie_ranks


def best_of_one(rows: Rows, scores: Scores, n: int, ties: Rows) -> Rankings:
    return best(np.zeros_like(rows), rows, scores, n, n_queries=1, ties=ties)


SCORE = st.sampled_from([0.0, 0.5, 0.5 + 2e-7, 0.5 + 1e-6, 0.25, -1.0, 3.0])
SCORES = st.lists(SCORE, min_size=1, max_size=30)


def test_tie_ranks_are_places_in_the_order_of_the_ids() -> None:
    assert tie_ranks(["c", "a", "b"]).tolist() == [2, 0, 1]
    assert tie_ranks([]).tolist() == []


def test_scores_closer_than_the_quantum_are_equal() -> None:
    ids = ["b", "a", "c"]
    ranking = best_of_one(np.arange(3), np.array([0.3 + 4e-7, 0.3, 0.3 + 2e-6]), 3, tie_ranks(ids))
    assert [ids[row] for row in ranking.rows] == ["c", "a", "b"]
    assert ranking.scores.tolist() == [0.300002, 0.3, 0.3]


@given(SCORES, st.integers(1, 40), st.randoms(use_true_random=False))
def test_best_is_the_head_of_a_full_sort(scores: list[float], n: int, chance: object) -> None:
    ids = [f"{number:02d}" for number in range(len(scores))]
    chance.shuffle(ids)  # type: ignore[attr-defined]
    expected = sorted(range(len(ids)), key=lambda row: (-round(scores[row] / 1e-6), ids[row]))[:n]
    ranking = best_of_one(np.arange(len(ids)), np.array(scores), n, tie_ranks(ids))
    assert ranking.rows.tolist() == expected


def test_best_of_some_rows_keeps_their_numbers() -> None:
    ranking = best_of_one(np.array([7, 3]), np.array([0.1, 0.2]), 5, np.arange(10))
    assert ranking.rows.tolist() == [3, 7]


def test_rankings_have_heads_and_places() -> None:
    one = best_of_one(np.array([4, 2, 9]), np.array([3.0, 2.0, 1.0]), 3, np.arange(10))
    other = best_of_one(np.array([7]), np.array([1.0]), 3, np.arange(10))
    many = joined([one, other.first(0), other])
    assert many.starts.tolist() == [0, 3, 3, 4]
    assert many.places.tolist() == [0, 1, 2, 0]
    assert many.first(2).rows.tolist() == [4, 2, 7]
    assert many.first(2).queries.tolist() == [0, 0, 2]
    assert many.first(0).starts.tolist() == [0, 0, 0, 0]


@given(
    st.lists(SCORES.filter(lambda scores: len(scores) > 3).map(lambda scores: scores[:4]), min_size=1),
    st.integers(1, 6),
)
def test_the_strongest_hold_the_best_of_each_query(lists: list[list[float]], n: int) -> None:
    scores = np.array(lists)
    queries, rows = strongest(scores, n, margin=2e-6)
    found = best(queries, rows, scores[queries, rows], n, n_queries=len(lists), ties=np.arange(4))
    alone = [best_of_one(np.arange(4), row, n, np.arange(4)) for row in scores]
    assert found.rows.tolist() == [row for ranking in alone for row in ranking.rows.tolist()]


def test_quantised_rounds_to_the_nearest() -> None:
    assert quantised(np.array([0.1234564, 0.1234566, -1e-6])).tolist() == [123456, 123457, -1]
