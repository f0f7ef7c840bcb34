"""Where a text stands among others in the order of a sorted column, so that a browser only compares integers.

`sortKey` in sort.mjs makes the same order where a view brings no ranks.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

NAME_LENGTH = 40
DIGITS = re.compile(r"[0-9]+")


def sort_key(text: str) -> bytes:
    """A text's place in the alphabet: no case, its beginning without accents, and in a name 2 before 10.

    Texts are compared by UTF-16 units, as a browser compares them.
    """
    start, rest = text.lower()[:NAME_LENGTH], text.lower()[NAME_LENGTH:]
    plain = start if start.isascii() else _without_accents(start)
    key = plain + rest if rest else DIGITS.sub(lambda found: found[0].zfill(12), plain)
    return key.encode("utf-16-be", "surrogatepass")


def ranks(texts: Iterable[str | None]) -> list[int]:
    """Each text's place among the distinct keys; -1 where there is no text."""
    keys = [sort_key(text) if text else None for text in texts]
    places = {key: place for place, key in enumerate(sorted({key for key in keys if key is not None}))}
    return [-1 if key is None else places[key] for key in keys]


def _without_accents(text: str) -> str:
    return "".join(
        sign for sign in unicodedata.normalize("NFD", text) if not unicodedata.category(sign).startswith("M")
    )
