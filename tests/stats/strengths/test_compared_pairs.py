from __future__ import annotations

import pytest

from cairn_nb.errors import InputError
from cairn_nb.stats import pairings


def test_points_are_shared_between_the_two() -> None:
    found = pairings([0, 2], [1, 0], [1, 0.25], ["q1", "q2"])
    assert found.wins.tolist() == [[0, 1, 0.75], [0, 0, 0], [0.25, 0, 0]]
    assert (found.n_systems, found.n_clusters) == (3, 2)


def test_without_questions_each_comparison_stands_for_itself() -> None:
    assert pairings([0, 0, 0], [1, 1, 1], [1, 1, 0]).n_clusters == 3


def test_a_system_without_a_comparison_counts_when_it_is_said() -> None:
    assert pairings([0], [1], [0.5], n_systems=4).wins.shape == (4, 4)
    assert pairings([], [], [], n_systems=2).n_clusters == 0


@pytest.mark.parametrize(
    ("first", "second", "points", "message"),
    [
        ([0], [0], [1], "with itself"),
        ([0], [1], [1.5], "between 0 and 1"),
        ([0], [1], [None], "between 0 and 1"),
        ([0, 1], [1], [1], "2 first systems, 1 second ones and 1 points"),
        ([-1], [1], [1], "whole and from 0"),
        ([0.5], [1], [1], "whole and from 0"),
        ([[0]], [[1]], [1], "whole and from 0"),
        ([0], [3], [1], "system 3 of only 2"),
    ],
)
def test_what_is_no_comparison_is_refused(first: list, second: list, points: list, message: str) -> None:
    with pytest.raises(InputError, match=message):
        pairings(first, second, points, n_systems=2 if "only" in message else None)


def test_a_question_for_each_comparison() -> None:
    with pytest.raises(InputError, match="1 cluster labels for 2"):
        pairings([0, 1], [1, 0], [1, 1], ["q1"])
