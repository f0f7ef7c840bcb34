"""Text from documents and questions, made harmless for Markdown, HTML and XML.

A question may hold anything: a pipe breaks a table, a tag or link would be rendered, an ``@name`` would
call a person and ``#12`` link an issue. So every ASCII punctuation mark becomes a character reference, and
a zero-width space parts ``@`` and ``#`` from what follows. Control characters and those that turn the
direction of text are dropped.
"""

from __future__ import annotations

import string
import unicodedata

PUNCTUATION = {ord(mark): f"&#{ord(mark)};" for mark in string.punctuation}
PUNCTUATION |= {ord(mark): f"&#{ord(mark)};&#8203;" for mark in "@#"}
TURNING = dict.fromkeys([0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0xFEFF])
XML_SPACE = "\t\n\r"


def plain(text: str, limit: int | None = None) -> str:
    """One line without control characters, cut to `limit` characters with an ellipsis."""
    line = " ".join(printable(text).translate(TURNING).split())
    return line if limit is None or len(line) <= limit else f"{line[: limit - 1].rstrip()}…"


def markdown(text: str, limit: int | None = None) -> str:
    """One line that Markdown and HTML show as it is written."""
    return plain(text, limit).translate(PUNCTUATION)


def printable(text: str) -> str:
    """Without characters that XML 1.0 does not allow; white space stays."""
    return "".join(character for character in text if character in XML_SPACE or _allowed(character))


def _allowed(character: str) -> bool:
    return unicodedata.category(character) not in ("Cc", "Cs") and ord(character) & 0xFFFE != 0xFFFE
