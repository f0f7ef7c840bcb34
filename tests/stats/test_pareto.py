from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.errors import InputError
from cairn_nb.stats.pareto import dominators, frontier


def test_by_hand() -> None:
    # b costs more than a for less; d costs more than c for the same; c costs most of those left, and gives most.
    efforts, gains = [1.0, 2.0, 3.0, 4.0], [0.5, 0.4, 0.9, 0.9]
    assert frontier(efforts, gains) == [0, 2]


def test_of_equal_efforts_the_better_gain_stays() -> None:
    assert frontier([1.0, 1.0, 2.0], [0.4, 0.6, 0.7]) == [1, 2]


def test_equal_choices_do_not_beat_each_other() -> None:
    assert frontier([2.0, 1.0, 1.0, 2.0], [0.8, 0.5, 0.5, 0.8]) == [1, 2, 0, 3]


def test_one_and_none() -> None:
    assert frontier([3.0], [0.0]) == [0]
    assert frontier([], []) == []


numbers = st.integers(0, 5).map(float)


@given(st.lists(st.tuples(numbers, numbers), max_size=12))
def test_agrees_with_the_definition(choices: list[tuple[float, float]]) -> None:
    def beaten(effort: float, gain: float) -> bool:
        return any(e <= effort and g >= gain and (e, g) != (effort, gain) for e, g in choices)

    expected = {place for place, choice in enumerate(choices) if not beaten(*choice)}
    found = frontier([effort for effort, _ in choices], [gain for _, gain in choices])
    assert set(found) == expected and len(found) == len(expected)
    assert [choices[place][0] for place in found] == sorted(choices[place][0] for place in found)


@pytest.mark.parametrize("bad", [float("nan"), float("inf")])
def test_what_was_not_measured_is_refused(bad: float) -> None:
    with pytest.raises(InputError, match="not a finite number"):
        frontier([1.0, bad], [1.0, 1.0])
    with pytest.raises(InputError, match="2 efforts and 1 gains"):
        frontier([1.0, 2.0], [1.0])


def test_dominators_by_hand() -> None:
    # The second is better than the first on one axis and equal on the others; the third is apart.
    assert dominators([(1.0, 2.0, 3.0), (1.0, 1.0, 3.0), (0.0, 5.0, 5.0)]) == [[1], [], []]
    assert dominators([(1.0, 1.0), (1.0, 1.0), (1.0, 1.0 + 1e-13)]) == [[], [], []]
    assert dominators([]) == []


@given(st.lists(st.tuples(numbers, numbers), max_size=12))
def test_on_two_axes_the_undominated_are_the_frontier(choices: list[tuple[float, float]]) -> None:
    beaten = dominators([(effort, -gain) for effort, gain in choices])
    front = frontier([effort for effort, _ in choices], [gain for _, gain in choices])
    assert {place for place, by in enumerate(beaten) if not by} == set(front)


def test_dominators_refuse_what_was_not_measured_and_uneven_points() -> None:
    with pytest.raises(InputError, match="not finite"):
        dominators([(1.0, float("nan"))])
    with pytest.raises(InputError, match="same number of axes"):
        dominators([(1.0, 2.0), (1.0,)])
