"""Where a quote may begin and end: at the borders of words, of numbers and of signed numbers.

All positions are in folded text. Scripts that write no spaces have borders between any two characters,
except inside a number.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Literal

from cairn_nb.text.characters import FRACTIONS, HANGUL, SPACELESS, SUPERSCRIPT_DIGITS, pattern

Kind = Literal["digit", "letter", "spaceless", "exponent", "other"]

_SPACELESS = f"[{SPACELESS}{HANGUL}]"
_EXPONENT = re.compile(f"[{SUPERSCRIPT_DIGITS}{FRACTIONS}]")
_JOINED: frozenset[tuple[Kind, Kind]] = frozenset(
    {
        ("digit", "digit"),
        ("digit", "letter"),
        ("letter", "digit"),
        ("letter", "letter"),
        ("digit", "exponent"),
        ("exponent", "digit"),
        ("exponent", "exponent"),
    }
)
SIGNS = "-+±"
_INSIDE_NUMBER = ".,'"
_NOT_BEFORE_SIGN = ")]}%'\"-"


@cache
def kind(character: str) -> Kind:
    """What a folded character is, as far as borders go."""
    if character.isdecimal():
        return "digit"
    if character.isascii():
        return "letter" if character.isalpha() else "other"
    if pattern(_SPACELESS).match(character):
        return "spaceless"
    if _EXPONENT.match(character):
        return "exponent"
    return "letter" if character.isalpha() or unicodedata.category(character)[0] == "M" else "other"


def begins(text: str, start: int) -> bool:
    """Whether a quote may begin at `start`: not inside a word or number, and not behind a number's sign."""
    if start <= 0 or start >= len(text):
        return True
    before, first = text[start - 1], text[start]
    if (kind(before), kind(first)) in _JOINED:
        return False
    if kind(first) == "digit":
        return not _number_goes_on(text, start - 1)
    if first in SIGNS and _is_digit(text, start + 1):
        return is_sign(text, start)
    return not (first in _INSIDE_NUMBER and _is_digit(text, start + 1) and kind(before) == "digit")


def ends(text: str, end: int) -> bool:
    """Whether a quote may end before `end`: not inside a word or number, and not before its percent sign."""
    if end <= 0 or end >= len(text):
        return True
    last, after = text[end - 1], text[end]
    if (kind(last), kind(after)) in _JOINED:
        return False
    if kind(last) == "digit":
        return after not in "%‰" and not (after in _INSIDE_NUMBER and _is_digit(text, end + 1))
    return not (last in _INSIDE_NUMBER and kind(after) == "digit" and _is_digit(text, end - 2))


def is_sign(text: str, position: int) -> bool:
    """Whether the sign at `position` belongs to the number behind it, and is no hyphen, dash or range."""
    if position == 0:
        return True
    before = text[position - 1]
    return kind(before) == "other" and before not in _NOT_BEFORE_SIGN


def _number_goes_on(text: str, position: int) -> bool:
    """Whether the character at `position`, which stands before a digit, is part of the same number."""
    if text[position] in _INSIDE_NUMBER:
        return _is_digit(text, position - 1)
    return text[position] in SIGNS and is_sign(text, position)


def _is_digit(text: str, position: int) -> bool:
    return 0 <= position < len(text) and kind(text[position]) == "digit"
