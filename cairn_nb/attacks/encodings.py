"""The readings of a text in which a secret may hide: as it stands, backwards, rotated, encoded, spelt in words."""

from __future__ import annotations

import base64
import binascii
import codecs
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import unescape
from urllib.parse import unquote

from cairn_nb.attacks.spelling import from_words

MAX_DEPTH = 2
HEX_RUN = re.compile(r"(?:[0-9A-Fa-f]{2}[\s:,-]?){8,}")
BASE64_RUN = re.compile(r"[A-Za-z0-9+/_-]{12,}={0,2}")
ESCAPED = re.compile(r"%[0-9A-Fa-f]{2}|&#?\w+;")
WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|-(?=ray\b))*")


@dataclass(frozen=True)
class Reading:
    """One reading of a piece of text: `name` says which, and `start` and `end` where the piece stands."""

    name: str
    text: str
    start: int
    end: int


def readings(text: str) -> Iterator[Reading]:
    """Every reading of a text but the plain one; encoded pieces are decoded up to two layers deep."""
    yield Reading("reversed", text[::-1], 0, len(text))
    yield Reading("rot13", codecs.encode(text, "rot13"), 0, len(text))
    spelt = from_words(text)
    if spelt is not None:
        yield Reading("spelt_in_words", spelt, 0, len(text))
    yield from _decoded(text, MAX_DEPTH)


def _decoded(text: str, depth: int) -> Iterator[Reading]:
    if depth == 0:
        return
    for name, pattern, decode in DECODERS:
        for run in pattern.finditer(text):
            inner = decode(run[0])
            if inner is None:
                continue
            yield Reading(name, inner, run.start(), run.end())
            for deeper in _decoded(inner, depth - 1):
                yield Reading(f"{name}+{deeper.name}", deeper.text, run.start(), run.end())
    if ESCAPED.search(text):
        yield Reading("escaped", unescape(unquote(text)), 0, len(text))


def _from_hex(run: str) -> str | None:
    digits = re.sub(r"[^0-9A-Fa-f]", "", run)
    return _readable(bytes.fromhex(digits[: len(digits) // 2 * 2]))


def _from_base64(run: str) -> str | None:
    standard = run.rstrip("=").replace("-", "+").replace("_", "/")
    standard = standard[: len(standard) - 1] if len(standard) % 4 == 1 else standard
    try:
        return _readable(base64.b64decode(standard + "=" * (-len(standard) % 4)))
    except binascii.Error:
        return None


def _readable(data: bytes) -> str | None:
    """The text of decoded bytes; null when most of them are none, as with a word that only looks encoded."""
    text = data.decode("utf-8", errors="replace")
    readable = sum(character.isprintable() and character != "\N{REPLACEMENT CHARACTER}" for character in text)
    return text if text and readable >= 0.8 * len(text) else None


DECODERS: tuple[tuple[str, re.Pattern[str], Callable[[str], str | None]], ...] = (
    ("hex", HEX_RUN, _from_hex),
    ("base64", BASE64_RUN, _from_base64),
)
