"""Answers compared without their citations: the normalisation of the ``*_uncited`` measures.

Folded (`cairn_nb.text.fold`: lower case, one form of each character in every script), citations in square
brackets and punctuation removed, digit-grouping commas and the articles a, an and the dropped. A point between
two digits stays: ``3.5`` is one token, ``1,200`` is ``1200``. An apostrophe vanishes inside its word, initials are
one word (``U.S.`` is ``us``), and every other mark or sign parts words, so that ``open-source`` is ``open source``.
A character of a script without spaces is a token by itself.
"""

from __future__ import annotations

import re
import unicodedata

from cairn_nb.text.characters import MARKS, SPACELESS, pattern
from cairn_nb.text.fold import fold

ARTICLES = frozenset({"a", "an", "the"})

# Names without white space between commas or semicolons; a name that ends like a file's; a search tool's 【3†source】.
_NAME = r"[^\[\]\s,;]+"
CITATION = re.compile(
    rf"\[{_NAME}(?:[,;] ?{_NAME})*\](?!\()|\[[^\[\]\n]{{1,200}}\.[A-Za-z0-9]{{1,5}}\](?!\()"
    r"|【[^【】\n]{0,200}†[^【】\n]{0,200}】"
)
# Each begins with its mark, which is found much faster than a class of characters in front of it.
_GROUPING = re.compile(r",(?<=[0-9],)(?=[0-9]{3}(?![0-9]))")
_INITIAL = re.compile(r"\.(?<=[^\W\d_]\.)(?<![^\W_][^\W\d_]\.)(?=[^\W\d_](?![^\W_]))")
_POINT = re.compile(r"\.(?:(?<![0-9]\.)|(?![0-9]))")
_SPACELESS_CHARACTER = f"[{SPACELESS}][{MARKS}]*"
_INSIDE = frozenset("LMN")
_CLOSING = re.compile(r"[.,;:!?)](?![^\W_])|[。，；：！？、）]")


class _Separators(dict[int, str]):
    """What stands instead of a character, by its code point; found out when it is first met."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        kept = character == "." or unicodedata.category(character)[0] in _INSIDE
        self[code] = character if kept else " "
        return self[code]


_SEPARATORS = _Separators({ord("'"): ""})


def without_citations(text: str) -> str:
    """The text with every citation in square brackets replaced by a space; links and other brackets stay."""
    return CITATION.sub(" ", text) if "[" in text or "【" in text else text


def reading_without_citations(text: str) -> str:
    """The text as a reader meets it without its citations: no space is left before a closing mark."""
    first, *others = _between_citations(text)
    kept = [first]
    for part in others:
        if _CLOSING.match(part) is None:
            kept.append(" ")
        else:
            _drop_trailing_space(kept)
        kept.append(part)
    return "".join(kept)


def _between_citations(text: str) -> list[str]:
    start, parts = 0, []
    for match in CITATION.finditer(text):
        parts.append(text[start : match.start()])
        start = match.end()
    return [*parts, text[start:]]


def _drop_trailing_space(parts: list[str]) -> None:
    while parts and not parts[-1].strip():
        parts.pop()
    if parts:
        parts[-1] = parts[-1].rstrip()


def normalise(text: str) -> str:
    """The text as exact match without citations compares it."""
    return " ".join(tokens(text))


def tokens(text: str) -> list[str]:
    """The tokens that the measures without citations count."""
    return [token for token in parted(fold(text)).split() if token not in ARTICLES]


def parted(folded: str) -> str:
    """Folded text with everything removed that is no part of a token, and white space between tokens."""
    text = unpointed(folded).translate(_SEPARATORS)
    if not text.isascii() and pattern(f"[{SPACELESS}]").search(text):
        text = pattern(_SPACELESS_CHARACTER).sub(r" \g<0> ", text)
    return text


def unpointed(folded: str) -> str:
    """Folded text without citations, commas that group digits, and points other than those between two digits."""
    text = without_citations(folded)
    if "," in text:
        text = _GROUPING.sub("", text)
    return _POINT.sub(" ", _INITIAL.sub("", text)) if "." in text else text
