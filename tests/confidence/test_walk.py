from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from cairn_nb.confidence.walk import first_rank, grid_ranks, walk


def test_the_first_rank_depends_on_the_size_and_the_promise_alone() -> None:
    assert first_rank(10, 0.2, 0.05) == 14  # more than there are: even no error in 10 cases would not do
    assert first_rank(1000, 0.2, 0.05) == 334  # a third
    assert first_rank(50, 0.1, 0.05) == 29  # 0.9^29 = 0.047
    assert 14 < first_rank(80, 0.2, 0.05) <= 40  # where half of alpha passes, at most half


def test_a_grid_inside_a_group_of_equals_also_tries_its_end() -> None:
    confidence = np.array([0.9] * 30 + [0.5] * 60 + [0.1] * 10)
    ranks = grid_ranks(confidence, 0.35, 0.05, 4).tolist()
    assert ranks[0] == first_rank(100, 0.35, 0.05) == 34
    assert 90 in ranks and ranks[-1] == 100
    assert ranks == sorted(set(ranks))


def by_hand() -> tuple[np.ndarray, np.ndarray]:
    # 100 cases, confidence 1.00 down to 0.01; every case from rank 61 on is wrong.
    confidence = np.round(np.arange(100, 0, -1) / 100, 6)
    return confidence, np.arange(100) >= 60


def test_walks_down_to_the_last_point_before_the_first_failure() -> None:
    confidence, wrong = by_hand()
    found = walk(confidence, wrong, np.zeros(100), (0.2, 0.05, 67))
    # The grid has every rank from 34 on, and rank n has n - 60 errors from 61 on.
    # P(Binomial(67, 0.2) <= 7) = 0.0292 passes, P(Binomial(68, 0.2) <= 8) = 0.0548 does not.
    assert found.certified is not None
    assert (found.certified.n_answered, found.certified.n_wrong) == (67, 7)
    # The pivot is the 68th case, at 0.33: answered is what lies above it.
    assert found.certified.threshold == 0.330001
    assert [point.certified for point in found.points[-2:]] == [True, False]
    assert found.points[-1].n_answered == 68


def test_stops_at_the_first_failure_even_if_later_points_would_pass() -> None:
    confidence, _ = by_hand()
    wrong = np.arange(100) < 15  # a bad head: 15 of the first 34 wrong, 15 of 100 in all
    found = walk(confidence, wrong, np.zeros(100), (0.35, 0.05, 10))
    assert found.certified is None
    assert len(found.points) == 1


def test_everything_answered_is_the_threshold_zero() -> None:
    confidence, _ = by_hand()
    found = walk(confidence, np.zeros(100, dtype=bool), np.zeros(100), (0.2, 0.05, 5))
    assert found.certified is not None
    assert (found.certified.threshold, found.certified.n_answered) == (0.0, 100)


def test_a_point_that_splits_a_group_is_tested_but_never_a_threshold() -> None:
    confidence = np.array([0.9] * 60 + [0.1] * 40)
    wrong = np.arange(100) >= 60
    found = walk(confidence, wrong, np.linspace(1, 0, 100), (0.2, 0.05, 10))
    assert found.certified is not None
    assert (found.certified.n_answered, found.certified.threshold) == (60, 0.100001)
    assert not any(point.certified for point in found.points if point.n_answered not in (60, 100))


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 10), st.booleans()), min_size=1, max_size=80),
    st.sampled_from([0.1, 0.2, 0.35]),
)
def test_the_certified_bound_is_at_most_alpha(cases: list[tuple[int, bool]], alpha: float) -> None:
    confidence = np.array([c / 10 for c, _ in cases])
    wrong = np.array([w for _, w in cases])
    found = walk(confidence, wrong, np.linspace(0, 1, len(cases)), (alpha, 0.05, 20))
    assert all(point.bound <= alpha + 1e-9 for point in found.points if point.certified)
    if found.certified is not None:
        answered = confidence >= found.certified.threshold
        assert answered.sum() == found.certified.n_answered
        assert wrong[answered].sum() == found.certified.n_wrong
