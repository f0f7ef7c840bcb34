from __future__ import annotations

import pytest

from cairn_nb.text.bounds import bounds, opposed_bounds

OPPOSED = [
    ("At least 18 years.", "At most 18 years."),
    ("Arrive before 6 pm.", "Arrive after 6 pm."),
    ("The minimum is 5 days.", "The maximum is 5 days."),
    ("Children under 12 are exempt.", "Children over 12 are exempt."),
    ("More than 20 people fit.", "No more than 20 people fit."),
    ("It costs less than $50.", "It costs more than $50."),
    ("Es dauert mindestens 3 Tage.", "Es dauert höchstens 3 Tage."),
    ("Groups over 20 are welcome.", "Groups not over 20 are welcome."),
]
AGREEING = [
    ("At least 18 years.", "No less than 18 years."),
    ("At most 20 people.", "No more than 20 people."),
    ("Within 30 days.", "Not later than 30 days."),
    ("Within 30 days.", "30 days."),
    ("After 6 pm.", "From 6 pm."),
    ("Under 12 or over 60.", "Over 60 or under 12."),
    ("It must not exceed 5 kg.", "It weighs at most 5 kg."),
    ("At least 3 of 20.", "At most 4 of 20."),
]


@pytest.mark.parametrize(("claim", "evidence"), OPPOSED)
def test_the_same_number_bounded_the_other_way(claim: str, evidence: str) -> None:
    assert opposed_bounds(claim, evidence)
    assert opposed_bounds(evidence, claim)


@pytest.mark.parametrize(("claim", "evidence"), AGREEING)
def test_bounds_that_agree_or_leave_it_open(claim: str, evidence: str) -> None:
    assert opposed_bounds(claim, evidence) == ()
    assert opposed_bounds(evidence, claim) == ()


def test_a_number_bounded_both_ways_settles_nothing() -> None:
    assert bounds("before 5 and after 5") == {"5": {"from", "to"}}
    assert opposed_bounds("before 5", "after 5, and some before 5") == ()
