from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cairn_nb.text import dates, numbers
from cairn_nb.text.digits import around_digits, at_digits

PARTS = (
    *("1", "23", "456", "2024", "7890", "½", "⅓", "²", "①", "٣", "五", "⁄", "٫"),
    *".,'-/:€$%()_+±A x ß",
    *("月", "日", "時", "点", "年", "am", "p.m.", "march", "degrees", "kg", "th", "uhr", "h", "minus", "two", "usd"),
)
TEXTS = st.lists(st.sampled_from(PARTS), max_size=14).map("".join)


def spans(matches: object) -> list[tuple[int, int]]:
    return [match.span() for match in matches]  # type: ignore[attr-defined]


@pytest.mark.parametrize("pattern", [dates._NUMERIC, dates._DAY_MONTH, dates._EAST_ASIAN, numbers._TIME])
@settings(deadline=None)
@given(text=TEXTS)
def test_patterns_that_begin_with_a_digit_find_the_same(pattern: re.Pattern[str], text: str) -> None:
    assert spans(at_digits(pattern, text)) == spans(pattern.finditer(text))


@settings(deadline=None, max_examples=400)
@given(TEXTS)
def test_the_pattern_of_numbers_finds_the_same(text: str) -> None:
    assert spans(around_digits(numbers._NUMBER, text)) == spans(numbers._NUMBER.finditer(text))


def test_numbers_with_all_that_may_stand_before_them() -> None:
    text = "It cost -€ -12, b4 and $ 5; nothing here; ² ½ a²7 usd 3"
    assert [match[0] for match in around_digits(numbers._NUMBER, text)] == [
        match[0] for match in numbers._NUMBER.finditer(text)
    ]
