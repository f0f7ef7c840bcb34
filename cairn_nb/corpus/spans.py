"""Ranges of a document's text that a chunk may not cross, and ways to cut a range into short ones.

Every range is half-open, in positions of the document's text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from cairn_nb.records import Document
from cairn_nb.text.borders import begins
from cairn_nb.text.characters import INVISIBLE, MARKS
from cairn_nb.text.sentences import sentence_spans

Range = tuple[int, int]

# Two pages that both have more characters than this are never in one chunk.
MIN_PAGE_CHARS = 200
_BELONGS_TO_PREVIOUS = re.compile(f"[{MARKS}{INVISIBLE}]")
_NOT_SPACE = re.compile(r"\S")
_WORD_START = re.compile(r"(?<=\s)\S")


def page_groups(document: Document) -> list[Range]:
    """The document cut before pages, so that no range has two of more than `MIN_PAGE_CHARS` characters.

    A document without pages is one range.
    """
    length = len(document.text)
    cuts = [0]
    has_long = False
    for start, end in pairwise([*document.page_starts, length]):
        is_long = end - start > MIN_PAGE_CHARS
        if is_long and has_long:
            cuts.append(start)
        has_long = has_long or is_long
    return list(pairwise([*cuts, length]))


def trimmed(text: str, start: int, end: int) -> Range:
    """The range without white space at its ends; empty when there is nothing else."""
    while end > start and text[end - 1].isspace():
        end -= 1
    return min(next_visible(text, start, end), end), end


def next_visible(text: str, start: int, end: int) -> int:
    """The first position from `start` that is not white space, or `end`."""
    match = _NOT_SPACE.search(text, start, end)
    return match.start() if match else end


def sentences(text: str, start: int, end: int, limit: int) -> list[Range]:
    """The sentences of a range; one of more than `limit` characters comes in pieces."""
    spans = sentence_spans(text if (start, end) == (0, len(text)) else text[start:end])
    return [piece for first, last in spans for piece in pieces(text, start + first, start + last, limit)]


def pieces(text: str, start: int, end: int, limit: int) -> Iterator[Range]:
    """The range in pieces of at most `limit` characters, cut at white space, or anywhere where there is none."""
    while end - start > limit:
        cut = cut_before(text, start, start + limit)
        yield trimmed(text, start, cut)
        start = next_visible(text, cut, end)
    if start < end:
        yield start, end


def cut_before(text: str, start: int, limit: int) -> int:
    """The best place at or before `limit` to end a piece that begins at `start`.

    Behind the last white space; else between two characters, but not between a letter and its marks.
    """
    if limit >= len(text) or text[limit].isspace():
        return min(limit, len(text))
    for position in range(limit, start + 1, -1):
        if text[position - 1].isspace():
            return position
    position = limit
    while position > start + 1 and _BELONGS_TO_PREVIOUS.match(text[position]):
        position -= 1
    return position if position > start + 1 else limit


def windows(units: Sequence[Range], size: int, overlap: int, limit: int) -> Iterator[Range]:
    """Runs of `size` neighbouring units, each sharing `overlap` with the one before, none longer than `limit`.

    A run that would be too long ends earlier and shares less. The first run that reaches the end is the last.
    """
    first = 0
    while first < len(units):
        last = first
        while last + 1 < min(first + size, len(units)) and units[last + 1][1] - units[first][0] <= limit:
            last += 1
        yield units[first][0], units[last][1]
        if last + 1 == len(units):
            return
        first = max(first + 1, last + 1 - overlap)
        while first <= last and units[last + 1][1] - units[first][0] > limit:
            first += 1


def slices(text: str, start: int, end: int, size: int, overlap: int) -> Iterator[Range]:
    """Pieces of at most `size` characters cut at white space; the next begins `overlap` back, at a word's start."""
    while end - start > size:
        start, stop = trimmed(text, start, cut_before(text, start, start + size))
        yield start, stop
        begin = next_visible(text, _word_start(text, max(start + 1, stop - overlap), stop), end)
        if trimmed(text, begin, cut_before(text, begin, min(begin + size, end)))[1] <= stop:
            begin = next_visible(text, stop, end)  # sharing words would only repeat what this piece has
        start = begin
    if start < end:
        yield start, end


def _word_start(text: str, position: int, end: int) -> int:
    """The first start of a word from `position`, or `end`; in scripts without spaces any character starts one."""
    match = _WORD_START.search(text, position, end)
    if match:
        return match.start()
    while position < end and (_BELONGS_TO_PREVIOUS.match(text[position]) or not begins(text, position)):
        position += 1
    return position
