from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.metrics.answer import (
    exact_match,
    exact_match_uncited,
    keyword_recall,
    match_and_f1,
    match_and_f1_uncited,
    token_f1,
    token_f1_uncited,
)


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


@pytest.mark.parametrize(
    ("answer", "expected", "match", "f1"),
    [
        ("The fee is 1,200 [fees.md].", "fee is 1200", 1.0, 1.0),
        # tokens: it costs 3.5 euros | 3.5 euros: 2 x 2 / (4 + 2) = 2/3
        ("It costs 3.5 euros [a]", "3.5 euros", 0.0, 2 / 3),
        # 3.5 is not 35, which SQuAD's rules cannot tell apart
        ("3.5", "35", 0.0, 0.0),
        ("[a] [b]", "", 1.0, 1.0),
        # 3 of 4 characters: 2 x 3 / (4 + 3)
        ("北京大学", "北京大", 0.0, 6 / 7),
    ],
)
def test_without_citations_by_hand(answer: str, expected: str, match: float, f1: float) -> None:
    assert match_and_f1_uncited(answer, expected) == (match, pytest.approx(f1))
    assert (exact_match_uncited(answer, expected), token_f1_uncited(answer, expected)) == (match, pytest.approx(f1))


@pytest.mark.parametrize(
    ("keywords", "answer", "recall"),
    [
        (("90 days", "receipt"), "Within 90 days [returns.md], with a receipt.", 1.0),
        (("90 days", "receipt"), "Within 190 days, with a receipt.", 0.5),
        (("open source", "U.S."), "An open-source product of the US", 1.0),
        (("open source",), "source code that is open", 0.0),
        (("1,200",), "1200 euros", 1.0),
        (("cat", "dog", "bird"), "Cats and dogs and a bird.", 1 / 3),
        (("the",), "anything", None),
        ((), "anything", None),
        (("返金", "三十日"), "返金は30日以内です", 0.5),
    ],
)
def test_keyword_recall_by_hand(keywords: tuple[str, ...], answer: str, recall: float | None) -> None:
    assert keyword_recall(keywords, answer) == (None if recall is None else pytest.approx(recall))
