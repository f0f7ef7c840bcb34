"""Patterns of numbers, tried where a text has a digit: most of a text is words, where they are slow to say no."""

from __future__ import annotations

import re
from collections.abc import Iterator

FRACTION_SIGNS = "\u00bc-\u00be\u2150-\u215e"
HAS_DIGIT = re.compile(r"\d")
_DIGIT_OR_FRACTION = re.compile(rf"[\d{FRACTION_SIGNS}]")
_SIGNS = frozenset("-+±$€£¥₹₽ ")
_MOST_SIGNS = 5


def at_digits(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """What ``pattern.finditer(text)`` finds, of a pattern whose every match begins with a digit."""
    end = 0
    for digit in HAS_DIGIT.finditer(text):
        if digit.start() >= end and (match := pattern.match(text, digit.start())):
            end = match.end()
            yield match


def around_digits(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """What ``pattern.finditer(text)`` finds, of a pattern whose every match holds a digit or a fraction sign.

    In front of the first one it may have letters, or else up to five spaces and signs of a direction or a currency.
    """
    end = 0
    while digit := _DIGIT_OR_FRACTION.search(text, end):
        begin = digit.start()
        while begin > end and text[begin - 1].isalnum():
            begin -= 1
        if begin == digit.start():
            first = max(end, begin - _MOST_SIGNS)
            while begin > first and text[begin - 1] in _SIGNS:
                begin -= 1
        match = pattern.search(text, begin)
        if match is None:
            return
        end = match.end()
        yield match
