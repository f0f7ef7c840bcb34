"""Where sentences begin and end, in every script.

A newline always ends a sentence. So do the full stops of scripts that have their own (。 । ؟ …). A Latin
point ends one when what follows can begin another: it then depends on the word before it (abbreviation,
initial, ordinal) and on the character after it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cairn_nb.text.abbreviations import ABBREVIATIONS, BEFORE_NUMBERS, GERMAN_MONTHS, MAY_END
from cairn_nb.text.characters import HAN_AND_KANA

_CLOSERS = "[\"'”’»›)\\]}」』）】》〉”]*"
_OPENERS = "\"'“‘„«‹(\\[{¿¡「『（【《〈"
_ALWAYS = "(?:[。！？｡।॥؟۔։።፧៕]|．(?![0-9０-９]))+"
_LATIN = "(?<![.!?…])[.!?…]++"
# A Latin mark needs white space behind it, unless the next character is Chinese or Japanese.
_END = re.compile(f"{_ALWAYS}{_CLOSERS}|(?P<mark>{_LATIN})(?P<close>{_CLOSERS})(?:\\s+|(?=[{HAN_AND_KANA}]))(?=\\S)")
_WORD_BEFORE = re.compile(r"[^\s(\[\"'“‘„«]*$")
_FIRST_WORD = re.compile(rf"[{_OPENERS}]*(\w+)")
_INITIALISM = re.compile(r"(?:[^\W\d_]\.)*[^\W\d_]")


def sentence_spans(text: str) -> list[tuple[int, int]]:
    """Half-open ranges of the text's sentences, in order, without the white space around them.

    Together they hold every character that is not white space, each once.

    Parameters
    ----------
    text
        Any text.
    """
    spans: list[tuple[int, int]] = []
    position = 0
    for line in text.splitlines(keepends=True):
        kept = line.strip()
        if kept:
            start = position + len(line) - len(line.lstrip())
            spans += _line_spans(kept, start) if _may_divide(kept) else [(start, start + len(kept))]
        position += len(line)
    return spans


def _may_divide(line: str) -> bool:
    """Whether a line without white space at its ends can hold more than one sentence; a cheap test for plain text."""
    return not line.isascii() or any(line.find(mark, 0, -1) >= 0 for mark in ".!?")


def _line_spans(line: str, offset: int) -> Iterator[tuple[int, int]]:
    start = 0
    for end in (*_ends(line), len(line)):
        if end > start:
            yield offset + start, offset + end
        start = end
        while start < len(line) and line[start].isspace():
            start += 1


def _ends(line: str) -> Iterator[int]:
    """Where sentences end inside one line, in order."""
    begun = 0
    for match in _END.finditer(line):
        if match["mark"] is None or _is_end(line, begun, match):
            begun = match.end() if match["mark"] is None else match.end("close")
            yield begun


def _is_end(line: str, begun: int, match: re.Match[str]) -> bool:
    following = _first_character(line, match.end())
    if match["mark"] != ".":
        return _strong_mark_ends(match, following)
    word = _last_word(line, match.start())
    if following.islower():
        return not match["close"] and _ends_before_lower_case(word)
    if following.isdecimal():
        return not (_is_abbreviation(word) or _is_short_number(word))
    return not _never_ends(line[begun : match.start()].strip(), word, line, match.end())


def _strong_mark_ends(match: re.Match[str], following: str) -> bool:
    """After ! ? and … : before lower case only a plain question mark ends a sentence."""
    if not following.islower():
        return True
    return match["mark"].endswith("?") and not match["close"]


def _first_character(line: str, position: int) -> str:
    while position < len(line) - 1 and line[position] in _OPENERS:
        position += 1
    return line[position]


def _last_word(line: str, end: int) -> str:
    match = _WORD_BEFORE.search(line, max(0, end - 40), end)
    return match[0].lower() if match else ""


def _is_abbreviation(word: str) -> bool:
    return word in ABBREVIATIONS or _INITIALISM.fullmatch(word) is not None


def _is_short_number(word: str) -> bool:
    return word.isdecimal() and len(word) <= 2


def _ends_before_lower_case(word: str) -> bool:
    """A plain word or a long number before the point: the text just does not use capitals."""
    if not word:
        return True
    if word.isdecimal():
        return len(word) >= 3
    return word.isalpha() and len(word) >= 3 and word not in ABBREVIATIONS and word not in MAY_END


def _never_ends(sentence: str, word: str, line: str, next_position: int) -> bool:
    """Whether the point belongs to an abbreviation, an initial, a list number or a German date."""
    if word in MAY_END or word in BEFORE_NUMBERS:
        return False
    if _is_short_number(word):
        first = _FIRST_WORD.match(line, next_position)
        return sentence == word or (first is not None and first[1].lower() in GERMAN_MONTHS)
    return bool(word) and _is_abbreviation(word)
