"""Numbers looked up passage by passage are those that the whole evidence states."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.text.number_index import states_every_number
from cairn_nb.text.numbers import missing_numbers

PIECES = (
    *("5", "12", "2024", "3.5", "1,500", "½", "two", "twenty", "hundred", "half", "one third", "五", "A4"),
    *(" ", " ", ", ", ". ", "-", "/", ":", "$", "€ ", "%", " kg", " days", " pm", " uhr", "月", "日", "年", "minus "),
    *(" march", "5 may ", "jan. ", "of ", "th", "times"),
)
TEXT = st.lists(st.sampled_from(PIECES), max_size=7).map("".join)


@given(TEXT, st.lists(TEXT, max_size=3))
def test_a_claim_is_held_against_passages_as_against_all_of_them_at_once(claim: str, passages: list[str]) -> None:
    together = "\n\nnothing else stands between them\n\n".join(passages)
    assert states_every_number(claim, passages) == (not missing_numbers(claim, together))


@pytest.mark.parametrize(
    ("claim", "passages", "stated"),
    [
        ("It takes 5 days.", ["It takes a while.", "Five days, mostly."], True),
        ("It takes 5 days.", ["5 weeks", "6 days"], False),  # the number in one unit, the unit with another number
        ("Both of the two boxes.", ["There is a box."], True),  # in words, and nothing counts boxes differently
        ("There are two boxes.", ["There are 3 boxes."], False),
        ("It is blue.", [], True),
    ],
)
def test_which_numbers_are_stated(claim: str, passages: list[str], stated: bool) -> None:
    assert states_every_number(claim, passages) == stated
