"""Which characters mean the same, mean nothing, or belong to a script that writes no spaces.

Ranges are written as the inside of a regular-expression class, so that every module of this package
builds its patterns from the same lists. Source: Unicode 15 character properties and its script blocks.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

# Format characters nobody sees (soft hyphen, zero width, bidi, tags, variation selectors), control
# characters other than white space, and the optional vowel points of Arabic and Hebrew with the tatweel.
INVISIBLE = (
    "\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff"
    "\u0640\u064b-\u0652\u0670\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7"
)

# Scripts that write words without spaces between them.
HAN_AND_KANA = "\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3038-\u303c\u3041-\u3096\u3099-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31a0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua48c\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"  # noqa: E501
SOUTH_EAST_ASIAN = "\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ecf\u0f00\u0f40-\u0fbc\u1000-\u103f\u1050-\u108f\u1780-\u17d3\u17d7\u1950-\u19c9"  # noqa: E501
SPACELESS = HAN_AND_KANA + SOUTH_EAST_ASIAN

# Korean writes spaces, but its particles follow a word without one.
HANGUL = "\u1100-\u11ff\u3131-\u318e\ua960-\ua97c\uac00-\ud7a3\ud7b0-\ud7fb"

SUPERSCRIPT_DIGITS = "\u00b2\u00b3\u00b9\u2070\u2074-\u2079"
FRACTIONS = "\u00bc-\u00be\u2150-\u215e\u2189"
CIRCLED_NUMBERS = "\u2460-\u2473\u24ea\u3251-\u325f\u32b1-\u32bf"
# Compatibility folding would glue these to the digits before them: 10² would read 102, and 6½ as 61⁄2.
UNFOLDED = SUPERSCRIPT_DIGITS + FRACTIONS + CIRCLED_NUMBERS

SINGLE_QUOTES = "\u2018\u2019\u201a\u201b\u2032\u2035\u2039\u203a\u02b9\u02bb\u02bc\u02bd\u00b4\u0060\uff40\uff07"
DOUBLE_QUOTES = "\u201c\u201d\u201e\u201f\u2033\u2036\u00ab\u00bb\u301d\u301e\u301f\uff02"
DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\ufe58\ufe63\uff0d"
SPACES = "\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f\x85\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"  # noqa: E501
DIGIT_ZEROS = "\u0660\u06f0\u07c0\u0966\u09e6\u0a66\u0ae6\u0b66\u0be6\u0c66\u0ce6\u0d66\u0e50\u0ed0\u0f20\u1040\u17e0"


def one_to_one() -> dict[str, str]:
    """Characters that fold to exactly one other: quotes, dashes, spaces, full-width forms and digits."""
    table = dict.fromkeys(SINGLE_QUOTES, "'") | dict.fromkeys(DOUBLE_QUOTES, '"')
    table |= dict.fromkeys(DASHES, "-") | dict.fromkeys(SPACES, " ")
    for code in range(0xFF01, 0xFF5F):
        table.setdefault(chr(code), chr(code - 0xFEE0))
    for zero in DIGIT_ZEROS:
        table |= {chr(ord(zero) + value): str(value) for value in range(10)}
    return table | {"\uff40": "'", "\u2044": "/", "\u066b": ".", "\u066c": ","}


def character_class(characters: str) -> str:
    """The same characters as consecutive ranges, fit for the inside of a regular-expression class."""
    codes = sorted({ord(character) for character in characters})
    ranges: list[list[int]] = []
    for code in codes:
        if ranges and code == ranges[-1][1] + 1:
            ranges[-1][1] = code
        else:
            ranges.append([code, code])
    return "".join(f"\\U{first:08x}-\\U{last:08x}" for first, last in ranges)


def _marks() -> str:
    blocks = ((0x300, 0x1D00), (0x1DC0, 0x1E00), (0x20D0, 0x2100), (0x302A, 0x3030), (0x3099, 0x309B))
    more = ((0xA66F, 0xA6F2), (0xA800, 0xAC00), (0xFB1E, 0xFB1F), (0xFE20, 0xFE30))
    codes = (code for first, end in blocks + more for code in range(first, end))
    return character_class("".join(chr(code) for code in codes if unicodedata.category(chr(code))[0] == "M"))


# Combining marks: part of the letter before them, though Python's \w leaves them out.
MARKS = _marks()


@cache
def pattern(expression: str) -> re.Pattern[str]:
    """A compiled pattern, made when it is first needed: those with large classes would slow every start."""
    return re.compile(expression)


@cache
def joins_previous(character: str) -> bool:
    """Whether normalisation may melt this character into the one before it (marks, Korean vowels and finals)."""
    first = unicodedata.normalize("NFKD", character)[0]
    return unicodedata.category(first)[0] == "M" or "\u1160" <= first <= "\u11ff"
