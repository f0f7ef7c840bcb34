"""What a document can hold that a reader does not see: characters without width or form, comments, hidden elements."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Found:
    """A half-open range of a text that is to go, and why."""

    start: int
    end: int
    kind: str


# Joiners (U+200C, U+200D) are looked at one by one: some scripts and emoji need them.
_INVISIBLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200d"
    "\u2060-\u2065\u206a-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff\U0001d173-\U0001d17a"
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+"
)
_BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_JOINERS = frozenset("\u200c\u200d")
_JOINING_SCRIPTS = (
    (0x0600, 0x08FF),  # Arabic, Syriac, Thaana, N'Ko, Mandaic
    (0x0900, 0x0DFF),  # the scripts of India and Sri Lanka
    (0x0E00, 0x0FFF),  # Thai, Lao, Tibetan
    (0x1000, 0x109F),  # Myanmar
    (0x1780, 0x18AF),  # Khmer, Mongolian
    (0xA840, 0xA87F),  # Phags-pa
    (0xFB50, 0xFDFF),
    (0xFE70, 0xFEFE),
)
_EMOJI = re.compile("[\u2190-\u2bff\u3030\u303d\u3297\u3299\ufe0f\U0001f000-\U0001faff]")


def _joins(char: str) -> bool:
    code = ord(char)
    return any(low <= code <= high for low, high in _JOINING_SCRIPTS)


def _needed(text: str, at: int) -> bool:
    """Whether the joiner at a position shapes the letters or emoji around it."""
    if at == 0 or at + 1 >= len(text):
        return False
    before, after = text[at - 1], text[at + 1]
    if text[at] == "\u200d" and _EMOJI.match(before) and _EMOJI.match(after):
        return True
    return before not in _BIDI and after not in _BIDI and _joins(before) and _joins(after)


def invisible(text: str) -> Iterator[Found]:
    """Runs of characters that show nothing: zero-width, bidirectional control, tag and control characters."""
    for run in _INVISIBLE.finditer(text):
        if run[0] in _JOINERS and _needed(text, run.start()):
            continue
        if all("\U000e0000" <= char <= "\U000e0fff" for char in run[0]):
            kind = "tag characters"
        else:
            kind = "bidi control" if any(char in _BIDI for char in run[0]) else "invisible characters"
        yield Found(run.start(), run.end(), kind)


_COMMENT = re.compile(r"<!--.*?-->|<!--.*?--!>|^\[(?://|comment|_)\]:[ \t]*#?[ \t]*[^\n]*$", re.DOTALL | re.MULTILINE)
_STYLE = (
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0(?:\.0+)?(?=[\s;\"'])"
    r"|font-size\s*:\s*0(?:\.0+)?(?:px|pt|em|rem|%)?(?=[\s;\"'])|color\s*:\s*(?:white|transparent|#fff(?:fff)?)\b"
    r"|(?:left|top|text-indent)\s*:\s*-\d{3,}"
)
_HIDDEN = re.compile(
    rf"<(?P<tag>[a-z][a-z0-9]*)\b(?=[^<>]{{0,400}}(?:{_STYLE}|\shidden(?=[\s>=/])|aria-hidden\s*=\s*[\"']?true))"
    r"[^<>]{0,400}>.*?</(?P=tag)\s*>",
    re.DOTALL | re.IGNORECASE,
)
_CODE = re.compile(
    r"<(?P<tag>script|style|template|noscript)\b[^<>]{0,400}>.*?</(?P=tag)\s*>", re.DOTALL | re.IGNORECASE
)


def markup(text: str) -> Iterator[Found]:
    """HTML and Markdown comments, elements that a browser does not show, scripts and styles."""
    if "<" not in text and "]:" not in text:
        return
    for kind, pattern in (("comment", _COMMENT), ("hidden element", _HIDDEN), ("script or style", _CODE)):
        for match in pattern.finditer(text):
            yield Found(match.start(), match.end(), kind)
