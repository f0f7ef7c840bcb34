"""The forms in which a sentence is read when orders are looked for: plain, and with common disguises taken off."""

from __future__ import annotations

import re
import unicodedata
from functools import partial

_LEET = str.maketrans("03457@$!|", "oeastasil")
_MIXED = re.compile(r"(?<![a-z0-9@$!|])(?=[a-z0-9@$!|]*[a-z])(?=[a-z]*[013457@$!|])[a-z0-9@$!|]{3,}")
# Begins with a plain set of characters, so that the search is fast; ordinals and short units are no disguise.
_HAS_LEET = re.compile(r"[013457@$!|](?!(?:st|nd|rd|th|s|k?m|k?g|h|am|pm)\b)[a-z]")
_HAS_SPACED = re.compile(r"[ ._*·-]\w[ ._*·-]{1,3}\w[ ._*·-]{1,3}\w[ ._*·-]")
_SPACED = re.compile(r"(?<!\w)\w(?:[ ._\-*·]{1,3}\w(?!\w)){5,}")
_LOOKALIKE = str.maketrans("авеікмнорстухѕјԛԝьαβεικνορτυχ", "abeikmhopctyxsjqwbabeiknoptux")
_LATIN = re.compile(r"[a-z]")
_NOT_LATIN_LETTER = re.compile(r"[α-ωа-яіѕјԛԝ]")
_WORD = re.compile(r"[^\W\d_]+")
_MARKED = re.compile("[\u00c0-\u024f\u1e00-\u1eff\u0640\u064b-\u065f\u0670\u2019]")
_UNMARKED: dict[int, str | None] = {
    **{code: unicodedata.normalize("NFKD", chr(code))[0] for code in (*range(0xC0, 0x250), *range(0x1E00, 0x1F00))},
    **dict.fromkeys((0x0640, *range(0x064B, 0x0660), 0x0670)),
    0x2019: "'",
}


def plain(text: str) -> str:
    """Lower case, compatibility forms unified, Latin letters without accents, Arabic without vowel marks."""
    if text.isascii():
        return text.lower()
    folded = unicodedata.normalize("NFKC", text).casefold()
    return folded.translate(_UNMARKED) if _MARKED.search(folded) else folded


def _lookalikes(view: str) -> str:
    """Words that mix Latin letters with letters of other alphabets that look like them, written in Latin."""

    def latin(match: re.Match[str]) -> str:
        return match[0].translate(_LOOKALIKE) if _LATIN.search(match[0]) else match[0]

    return _WORD.sub(latin, view)


def _letters(match: re.Match[str], ones: str) -> str:
    """A word with the letters that its digits stand for; a single 1 may be an i or an l, two are l's."""
    return match[0].translate(_LEET).replace("11", "ll").replace("1", ones)


def _joined(match: re.Match[str]) -> str:
    """Letters that stand apart, together again; a wider gap between them is a word's end."""
    return "".join(re.sub(r"[._\-*·]", " ", match[0]).replace("   ", "\0").replace(" ", "").replace("\0", " "))


def views(text: str) -> tuple[str, ...]:
    """The plain form first, then one form for each disguise that the text seems to wear."""
    view = plain(text)
    found = [view]
    if not view.isascii() and _NOT_LATIN_LETTER.search(view):
        found.append(_lookalikes(view))
    if _HAS_LEET.search(view):
        found += [_MIXED.sub(partial(_letters, ones=ones), view) for ones in "il"]
    if _HAS_SPACED.search(f" {view}"):
        found.append(_SPACED.sub(_joined, view))
    return tuple(dict.fromkeys(found))
