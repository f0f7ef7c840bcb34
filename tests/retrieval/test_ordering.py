from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.retrieval.ordering import Ranking, best, quantised, tie_ranks

SCORES = st.lists(st.sampled_from([0.0, 0.5, 0.5 + 2e-7, 0.5 + 1e-6, 0.25, -1.0, 3.0]), min_size=1, max_size=30)


def test_tie_ranks_are_places_in_the_order_of_the_ids() -> None:
    assert tie_ranks(["c", "a", "b"]).tolist() == [2, 0, 1]
    assert tie_ranks([]).tolist() == []


def test_scores_closer_than_the_quantum_are_equal() -> None:
    ids = ["b", "a", "c"]
    ranking = best(np.arange(3), np.array([0.3 + 4e-7, 0.3, 0.3 + 2e-6]), 3, tie_ranks(ids))
    assert [ids[row] for row in ranking.rows] == ["c", "a", "b"]
    assert ranking.scores.tolist() == [0.300002, 0.3, 0.3]


@given(SCORES, st.integers(1, 40), st.randoms(use_true_random=False))
def test_best_is_the_head_of_a_full_sort(scores: list[float], n: int, chance: object) -> None:
    ids = [f"{number:02d}" for number in range(len(scores))]
    chance.shuffle(ids)  # type: ignore[attr-defined]
    expected = sorted(range(len(ids)), key=lambda row: (-round(scores[row] / 1e-6), ids[row]))[:n]
    ranking = best(np.arange(len(ids)), np.array(scores), n, tie_ranks(ids))
    assert ranking.rows.tolist() == expected


def test_best_of_some_rows_keeps_their_numbers() -> None:
    ranking = best(np.array([7, 3]), np.array([0.1, 0.2]), 5, np.arange(10))
    assert ranking.rows.tolist() == [3, 7]


def test_a_ranking_has_a_head() -> None:
    ranking = Ranking(np.array([4, 2, 9]), np.array([3.0, 2.0, 1.0]))
    assert ranking.first(2).rows.tolist() == [4, 2]
    assert len(ranking.first(0)) == 0


def test_quantised_rounds_to_the_nearest() -> None:
    assert quantised(np.array([0.1234564, 0.1234566, -1e-6])).tolist() == [123456, 123457, -1]
