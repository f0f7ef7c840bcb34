"""Folding: texts that a reader takes for the same become the same string.

NFKC and full case folding (Unicode Standard Annex 15 and section 3.13), invisible and bidi characters
dropped, quotes, dashes and decimal digits of every script unified, runs of white space made one space.
Superscript digits, fractions and circled numbers stay as they are, so that 10² never reads 102.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from cairn_nb.text.characters import INVISIBLE, SPACES, UNFOLDED, character_class, joins_previous, one_to_one

_TABLE = one_to_one()
_SPECIAL = re.compile(f"[{character_class(''.join(_TABLE))}]")
_INVISIBLE = re.compile(f"[{INVISIBLE}]")
_UNFOLDED = re.compile(f"[{UNFOLDED}]")
_SPACE = character_class(SPACES + " ")
_TABLE_SPACES = frozenset(SPACES + " ")
_SPACE_RUN = re.compile("  +")
_HAS_SPACE = re.compile(f"[{_SPACE}]")
_VISIBLE = f"[^{_SPACE}{INVISIBLE}]+"
_WORD = re.compile(f"{_VISIBLE}(?:[{INVISIBLE}]+{_VISIBLE})*")

_CONTROLS = [code for code in range(128) if _INVISIBLE.match(chr(code))]


def _ascii_table() -> bytes:
    """ASCII to its folded form, byte for byte; a control character becomes NUL."""
    table = bytearray(range(256))
    table[65:91] = range(97, 123)
    for code in _CONTROLS:
        table[code] = 0
    for character, replacement in _TABLE.items():
        if character.isascii():
            table[ord(character)] = ord(replacement)
    return bytes(table)


_ASCII_TABLE = _ascii_table()

# A place where folding changes the length: original start and end, and what stands there instead.
Edit = tuple[int, int, str]


def fold(text: str) -> str:
    """The folded text, without white space at its ends. Folding twice changes nothing.

    Parameters
    ----------
    text
        Any text, in any script.
    """
    return _kept_fold(text) if len(text) <= KEPT_CHARS else _fold(text)


def _fold(text: str) -> str:
    plain = _same_length(text)
    return (folded(text).text if plain is None else _SPACE_RUN.sub(" ", plain)).strip(" ")


# A question, an answer and what is expected of it are folded for search, for each judge and for each measure.
KEPT_CHARS = 500
_kept_fold = lru_cache(maxsize=8192)(_fold)


@dataclass(frozen=True, slots=True)
class Folded:
    """A folded text that knows where its characters stood.

    `text` is cut into segments, each beginning at `starts[i]` and coming from `origins[i]`; `ends[i]` is
    where an indivisible segment ends in the original, or -1 where characters correspond one to one.
    """

    text: str
    starts: tuple[int, ...]
    origins: tuple[int, ...]
    ends: tuple[int, ...]

    def original_start(self, position: int) -> int:
        """Where the folded character at `position` begins in the original."""
        segment = bisect_right(self.starts, position) - 1
        if self.ends[segment] >= 0:
            return self.origins[segment]
        return self.origins[segment] + position - self.starts[segment]

    def original_end(self, position: int) -> int:
        """Where the folded character before `position` ends in the original."""
        segment = bisect_right(self.starts, position - 1) - 1
        if self.ends[segment] >= 0:
            return self.ends[segment]
        return self.origins[segment] + position - self.starts[segment]


def folded(text: str) -> Folded:
    """Fold a text and keep the way back. White space at the ends stays, as one space."""
    plain = _same_length(text)
    if plain is None:
        return _assemble(text, None, list(_edits(text)))
    runs = [(run.start(), run.end(), " ") for run in _SPACE_RUN.finditer(plain)]
    return _assemble(text, plain, runs) if runs else Folded(plain, (0,), (0,), (-1,))


def _same_length(text: str) -> str | None:
    """The folded text when every character folds to exactly one, else None."""
    if text.isascii():
        translated = text.encode("ascii").translate(_ASCII_TABLE)
        return None if b"\0" in translated else translated.decode("ascii")
    if _INVISIBLE.search(text):
        return None
    plain = _SPECIAL.sub(lambda match: _TABLE[match[0]], text).casefold()
    checked = _UNFOLDED.sub("0", plain)
    return plain if len(plain) == len(text) and unicodedata.is_normalized("NFKC", checked) else None


def _assemble(text: str, plain: str | None, edits: list[Edit]) -> Folded:
    parts: list[str] = []
    segments = [(0, 0, -1)]
    length = position = 0
    for start, end, replacement in edits:
        kept = _kept(text, plain, position, start)
        if replacement:
            segments.append((length + len(kept), start, end))
        length += len(kept) + len(replacement)
        segments.append((length, end, -1))
        parts += [kept, replacement]
        position = end
    parts.append(_kept(text, plain, position, len(text)))
    starts, origins, ends = zip(*segments, strict=True)
    return Folded("".join(parts), starts, origins, ends)


def _kept(text: str, plain: str | None, start: int, end: int) -> str:
    """What stands between two edits, where folding keeps the length."""
    return plain[start:end] if plain is not None else _same_length(text[start:end]) or ""


def _edits(text: str) -> Iterator[Edit]:
    position = 0
    for match in _WORD.finditer(text):
        word, start = match[0], match.start()
        if start - position != 1 or text[position] not in _TABLE_SPACES:
            yield from _gap(text, position, start)
        position = match.end()
        if not (word.isascii() and word.isprintable()):
            yield from ((start + first, start + last, new) for first, last, new in _word_edits(word))
    yield from _gap(text, position, len(text))


def _gap(text: str, start: int, end: int) -> Iterator[Edit]:
    if end - start > 1 or (end > start and _INVISIBLE.match(text, start)):
        yield start, end, " " if _HAS_SPACE.search(text, start, end) else ""


@lru_cache(maxsize=65536)
def _word_edits(word: str) -> tuple[Edit, ...]:
    """Where folding changes the length inside one word."""
    return () if _same_length(word) is not None else tuple(_piece_edits(word))


def _piece_edits(word: str) -> Iterator[Edit]:
    start = 0
    while start < len(word):
        end = start + 1
        while end < len(word) and (joins_previous(word[end]) or _INVISIBLE.match(word[end])):
            end += 1
        piece = word[start:end]
        if _same_length(piece) is None:
            yield start, end, _fold_piece(piece)
        start = end


@lru_cache(maxsize=65536)
def _fold_piece(piece: str) -> str:
    """One letter with its marks, or one sign, folded until nothing changes any more."""
    visible = unicodedata.normalize("NFC", _INVISIBLE.sub("", piece))
    if _UNFOLDED.match(visible):
        return visible[0] + _fold_piece(visible[1:])
    for _ in range(4):
        translated = _SPECIAL.sub(lambda match: _TABLE[match[0]], visible).casefold()
        result = _INVISIBLE.sub("", unicodedata.normalize("NFKC", translated))
        if " " in result:  # an accent by itself, which NFKC would hang on a space
            return translated
        if result == visible:
            break
        visible = result
    return visible
