from __future__ import annotations

from itertools import pairwise, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.retrieval.fusion import extended, fuse
from cairn_nb.retrieval.ordering import Rankings, joined

TIES = np.arange(20)
LIST = st.permutations(range(8)).map(lambda rows: rows[:5])
LISTS = st.lists(LIST, min_size=1, max_size=4)


def ranking(*rows: int) -> Rankings:
    return Rankings(
        np.zeros(len(rows), dtype=np.int64), np.array(rows, dtype=np.int64), np.linspace(1, 0.5, len(rows)), 1
    )


def rows_of(rankings: Rankings) -> list[list[int]]:
    starts = rankings.starts.tolist()
    return [rankings.rows[start:end].tolist() for start, end in pairwise(starts)]


def test_by_hand() -> None:
    fused = fuse([ranking(3, 5, 7), ranking(5, 9)], rrf_k=60, ties=TIES)
    # 5: 1/62 + 1/61; 3: 1/61; 9: 1/62; 7: 1/63
    assert fused.rows.tolist() == [5, 3, 9, 7]
    assert fused.scores == pytest.approx([1 / 62 + 1 / 61, 1 / 61, 1 / 62, 1 / 63], abs=1e-12)


def test_equal_sums_are_ordered_by_id() -> None:
    fused = fuse([ranking(8, 2), ranking(2, 8)], rrf_k=60, ties=TIES)
    assert fused.rows.tolist() == [2, 8]
    assert fuse([ranking(8, 2), ranking(2, 8)], rrf_k=60, ties=TIES[::-1]).rows.tolist() == [8, 2]


def test_sums_that_differ_little_are_told_apart() -> None:
    # 1/(60+9) + 1/(60+40) = 0.0244928 and 1/(60+10) + 1/(60+38) = 0.0244898: apart by 3e-6.
    first = ranking(*range(8), 15, 16)
    second = ranking(*range(100, 137), 16, 138, 15)
    fused = fuse([first, second], rrf_k=60, ties=np.arange(200))
    assert fused.rows.tolist()[:2] == [15, 16]


@given(LISTS)
def test_the_order_of_the_lists_does_not_matter(lists: list[list[int]]) -> None:
    rankings = [ranking(*rows) for rows in lists]
    results = {tuple(fuse(order, rrf_k=3, ties=TIES).rows.tolist()) for order in permutations(rankings)}
    assert len(results) == 1


@given(LISTS)
def test_against_plain_sums(lists: list[list[int]]) -> None:
    fused = fuse([ranking(*rows) for rows in lists], rrf_k=60, ties=TIES)
    sums = {row: sum(1 / (61 + rows.index(row)) for rows in lists if row in rows) for rows in lists for row in rows}
    assert dict(zip(fused.rows.tolist(), fused.scores.tolist(), strict=True)) == pytest.approx(sums, abs=1e-11)
    assert all(first >= second for first, second in zip(fused.scores, fused.scores[1:], strict=False))


def test_empty_lists_are_nothing() -> None:
    assert fuse([ranking(), ranking()], rrf_k=60, ties=TIES).rows.tolist() == []
    assert fuse([ranking(), ranking(4)], rrf_k=60, ties=TIES).rows.tolist() == [4]


def test_a_deeper_ranking_goes_on_behind() -> None:
    whole = extended(ranking(3, 1), ranking(1, 2, 3, 4))
    assert whole.rows.tolist() == [3, 1, 2, 4]
    assert len(whole.scores) == 4


@given(
    st.lists(st.tuples(LISTS.map(lambda lists: lists[0]), LISTS.map(lambda lists: lists[0])), min_size=1, max_size=4)
)
def test_many_queries_at_once_are_fused_as_each_alone(pairs: list[tuple[list[int], list[int]]]) -> None:
    first, second = (joined([ranking(*pair[side]) for pair in pairs]) for side in (0, 1))
    alone = [fuse([ranking(*one), ranking(*other)], rrf_k=60, ties=TIES) for one, other in pairs]
    together = fuse([first, second], rrf_k=60, ties=TIES)
    assert rows_of(together) == [fused.rows.tolist() for fused in alone]
    assert together.scores.tolist() == [score for fused in alone for score in fused.scores.tolist()]


def test_the_wordings_of_a_question_become_one_ranking() -> None:
    wordings = joined([ranking(3, 5, 7), ranking(5, 9), ranking(2), ranking()])
    fused = fuse([wordings], rrf_k=60, ties=TIES, wordings=2)
    assert fused.n_queries == 2
    assert rows_of(fused) == [[5, 3, 9, 7], [2]]


def test_each_query_goes_on_behind_its_own_ranking() -> None:
    whole = extended(joined([ranking(3, 1), ranking(), ranking(2)]), joined([ranking(1, 2), ranking(4), ranking(2)]))
    assert rows_of(whole) == [[3, 1, 2], [4], [2]]
