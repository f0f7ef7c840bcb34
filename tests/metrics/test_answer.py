from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.metrics.answer import exact_match, match_and_f1, token_f1


@pytest.mark.parametrize(
    ("answer", "expected", "match", "f1"),
    [
        ("The Eiffel Tower!", "eiffel tower", 1.0, 1.0),
        # tokens: in paris france | paris: precision 1/3, recall 1, F1 = 2 (1/3) / (4/3) = 1/2
        ("in Paris, France", "Paris", 0.0, 0.5),
        # a repeated token counts as often as both have it: b b | b c: 1 shared, 2 x 1 / 4
        ("b b", "b c", 0.0, 0.5),
        ("yes", "no", 0.0, 0.0),
        ("", "Paris", 0.0, 0.0),
        # both are only articles, so nothing is left of either
        ("the", "a", 1.0, 1.0),
    ],
)
def test_by_hand(answer: str, expected: str, match: float, f1: float) -> None:
    assert exact_match(answer, expected) == match
    assert token_f1(answer, expected) == pytest.approx(f1)


@given(st.text(max_size=40), st.text(max_size=40))
def test_f1_is_symmetric_and_a_match_is_perfect(one: str, other: str) -> None:
    assert token_f1(one, other) == token_f1(other, one)
    assert 0 <= token_f1(one, other) <= 1
    assert match_and_f1(one, other) == (exact_match(one, other), token_f1(one, other))
    if exact_match(one, other):
        assert token_f1(one, other) == 1


@given(st.lists(st.sampled_from("xyz")), st.lists(st.sampled_from("xyz")))
def test_f1_counts_a_token_as_often_as_both_have_it(one: list[str], other: list[str]) -> None:
    shared = (Counter(one) & Counter(other)).total()
    expected = 2 * shared / (len(one) + len(other)) if one and other else float(not one and not other)
    assert token_f1(" ".join(one), " ".join(other)) == expected
