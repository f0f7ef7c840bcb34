from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.decisions.arena.adaptive import ROUNDS, least_sure, ring, rounds_of
from cairn_nb.decisions.arena.schedule import Meeting, all_pairs, check_entrants, meeting, pairs_with
from cairn_nb.errors import InputError

ABC = ("a", "b", "c")
MANY = {f"q{i}": ABC for i in range(400)}


def pairs(meetings: tuple[Meeting, ...], case: str) -> list[frozenset[str]]:
    return [frozenset((one.first, one.second)) for one in meetings if one.case_id == case]


def test_all_pairs_of_those_who_answered_each_question() -> None:
    found = all_pairs({"q1": ABC, "q2": ("a", "c")}, seed=0)
    assert set(pairs(found, "q1")) == set(map(frozenset, combinations(ABC, 2))) and len(pairs(found, "q1")) == 3
    assert pairs(found, "q2") == [frozenset("ac")]


def test_everyone_meets_the_baseline_where_it_answered() -> None:
    found = pairs_with("b", {"q1": ABC, "q2": ("a", "c")}, seed=0)
    assert set(pairs(found, "q1")) == {frozenset("ab"), frozenset("bc")} and pairs(found, "q2") == []


def test_a_cap_is_a_seeded_sample_of_each_question() -> None:
    found = all_pairs(MANY, seed=3, most=1)
    assert len(found) == 400 and found == all_pairs(MANY, seed=3, most=1)
    counts = Counter(frozenset((one.first, one.second)) for one in found)
    assert len(counts) == 3 and min(counts.values()) > 90  # about 133 each


def test_who_is_shown_first_is_a_fair_coin_that_knows_only_seed_question_and_pair() -> None:
    heads = sum(meeting(f"q{i}", ("a", "b"), 0).first == "a" for i in range(1000))
    assert 440 < heads < 560  # within four standard deviations of 500
    assert meeting("q", ("a", "b"), 0) == meeting("q", ("b", "a"), 0)


def test_the_first_round_goes_around_a_ring() -> None:
    four = ("a", "b", "c", "d")
    found = ring({"q": four}, seed=0)
    counts = Counter(name for one in found for name in (one.first, one.second))
    assert len(found) == 4 and set(counts.values()) == {2}  # each has two neighbours
    assert len(ring({"q": four}, seed=0, most=2)) == 2
    assert set(pairs(ring({"q": four}, seed=0, most=99), "q")) == set(map(frozenset, combinations(four, 2)))


def test_two_systems_on_a_ring_meet_once() -> None:
    assert len(ring({"q": ("a", "b")}, seed=0)) == 1


def test_a_later_round_asks_about_the_pair_that_is_least_sure() -> None:
    # a and b are equal, p (1 - p) = 0.25; c is far behind both.
    found = least_sure({"q": ABC}, {"a": 1.0, "b": 1.0, "c": -2.0}, {}, seed=0, most=1)
    assert pairs(found, "q") == [frozenset("ab")]


def test_a_pair_that_met_often_gives_way() -> None:
    # 0.25 / (1 + 9) = 0.025 for a and b; c has p = 1 / (1 + e^3) = 0.047 against both, p (1 - p) = 0.045.
    found = least_sure({"q": ABC}, {"a": 1.0, "b": 1.0, "c": -2.0}, {frozenset("ab"): 9}, seed=0, most=1)
    assert pairs(found, "q")[0] in (frozenset("ac"), frozenset("bc"))


def test_a_round_counts_what_it_plans_itself() -> None:
    cases = {f"q{i}": ABC for i in range(30)}
    found = least_sure(cases, {}, {}, seed=0, most=1)
    counts = Counter(frozenset((one.first, one.second)) for one in found)
    assert set(counts.values()) == {10}


@given(st.integers(0, 40), st.integers(0, 5))
def test_four_rounds_hold_every_question_once(n: int, seed: int) -> None:
    cases = tuple(f"q{i}" for i in range(n))
    found = rounds_of(cases, seed)
    assert len(found) == min(n, ROUNDS)
    assert sorted(case for part in found for case in part) == sorted(cases)
    sizes = [len(part) for part in found]
    assert not sizes or max(sizes) - min(sizes) <= 1


def test_fewer_than_two_systems_are_no_arena() -> None:
    with pytest.raises(InputError, match="two systems"):
        check_entrants(("a",), None)
    with pytest.raises(InputError, match="at least 1"):
        check_entrants(ABC, 0)
