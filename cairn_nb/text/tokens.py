"""Words of a text in any script: what overlap is counted in, and what is searched for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from cairn_nb.text.characters import HANGUL, MARKS, SPACELESS, pattern
from cairn_nb.text.fold import fold
from cairn_nb.text.stopwords import STOPWORDS

_NUMBER = r"\d+(?:[.,:]\d+)*"
_SIGNED = rf"(?<![\w)\]}}%'\"-])-{_NUMBER}|{_NUMBER}"
_UNIT = "[%‰°$€£¥₹]"
_ASCII_WORD = re.compile(rf"[a-z][a-z0-9']*|{_NUMBER}|[%$]")
_ASCII_SIGNED_WORD = re.compile(rf"[a-z][a-z0-9']*|{_SIGNED}|[%$]")
_LETTER = rf"[^\W\d_{SPACELESS}]"
_WORD = rf"{_LETTER}(?:{_LETTER}|[\d'{MARKS}])*|[{SPACELESS}][{MARKS}]*|{_SIGNED}|{_UNIT}|[^\W\d_]"
# Letters of scripts whose words need no care: no marks, and spaces between words.
_NEEDS_CARE = "[\u0300-\u036f\u0590-\u1dff\u2e80-\U0003ffff]"
_PLAIN_WORD = re.compile(rf"[^\W\d_](?:[^\W_]|')*|{_SIGNED}|{_UNIT}")
_SPACELESS_RUN = f"[{SPACELESS}]+|[{HANGUL}]+"
_MARK = f"[{MARKS}]"
_SPACELESS_UNIT = f"[^{MARKS}][{MARKS}]*"
_SPECIAL = re.compile(r"[-',:%‰°$€£¥₹]")
_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")


def words(text: str) -> list[str]:
    """Folded words in order; repeated ones stay.

    Numbers keep their inner points and commas and a leading minus (``-18``, ``1,500.25``, ``10:30``);
    units written as a sign (``%``, ``$``) are words; a possessive ``'s`` is dropped and other apostrophes
    are kept (``don't``). Chinese, Japanese, Thai and their like give a word per character.

    Parameters
    ----------
    text
        Any text.
    """
    return _words_of_folded(fold(text))


def _words_of_folded(text: str) -> list[str]:
    found: list[str] = _word_pattern(text).findall(text)
    return [word.rstrip("'").removesuffix("'s") for word in found] if "'" in text else found


def _word_pattern(text: str) -> re.Pattern[str]:
    """The cheapest pattern that reads this folded text right."""
    if not text.isascii():
        return pattern(_WORD) if pattern(_NEEDS_CARE).search(text) else _PLAIN_WORD
    return _ASCII_SIGNED_WORD if "-" in text else _ASCII_WORD


def search_terms(text: str) -> list[str]:
    """What a lexical or hashed index counts: words without signs and units, grouped digits written together.

    ``don't`` gives two terms, ``1,500`` gives ``1500``; scripts without spaces give each character and
    each pair of neighbours, Korean words also their pairs of syllables.

    Parameters
    ----------
    text
        Any text.
    """
    text = fold(text)
    found = _words_of_folded(text)
    if _SPECIAL.search(text):
        found = [term for word in found for term in _terms(word)]
    return found if text.isascii() or not pattern(_NEEDS_CARE).search(text) else found + list(_pairs(text))


def content_words(text: str) -> list[str]:
    """The words that carry meaning: `words` less English function words. Negations always stay.

    Parameters
    ----------
    text
        Any text.
    """
    return [word for word in words(text) if word not in STOPWORDS]


def _terms(word: str) -> Iterator[str]:
    if not _SPECIAL.search(word):
        yield word
    elif _GROUPED.fullmatch(word.lstrip("-")):
        yield word.lstrip("-").replace(",", "")
    elif word.lstrip("-")[:1].isdecimal():
        yield word.lstrip("-")
    else:
        yield from (part for part in word.split("'") if part[:1].isalnum())


def _pairs(text: str) -> Iterator[str]:
    for run in pattern(_SPACELESS_RUN).findall(text):
        units = pattern(_SPACELESS_UNIT).findall(run) if pattern(_MARK).search(run) else run
        yield from (first + second for first, second in pairwise(units))
