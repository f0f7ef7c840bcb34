"""Text from documents and questions, made harmless for Markdown, HTML and XML, and readable in the source too.

A question may hold anything: a pipe breaks a table, a tag, link or formula would be rendered, ``@name``
would call a person and ``#12`` link an issue. What could do so becomes a character reference, or a
zero-width space parts it from what follows; the rest stays as it is. Control characters and those that turn
the direction of text are dropped.
"""

from __future__ import annotations

import re
import unicodedata

PART = "&#8203;"
# Marks that mean something anywhere; `_` and `@` only at a word's border, `:` in a link or a smiley's name.
MARKS = re.compile(
    r"[\\`*\[\]<>&|~#$]|(?<![^\W_])_|_(?![^\W_])|(?<!\w)@|:(?=//|[a-z+-][\w+-]*:)|(?<=www)\.|(?<=\bGH)-(?=\d)", re.I
)
PARTED = "@#-"
# What would begin a list, a rule or a heading at the start of a line.
BLOCK = re.compile(r"[-+=]|\d{1,9}[.)](\s|$)")
TURNING = dict.fromkeys([0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0xFEFF])
XML_SPACE = "\t\n\r"


def plain(text: str, limit: int | None = None) -> str:
    """One line without control characters, cut to `limit` characters with an ellipsis."""
    line = " ".join(printable(text).translate(TURNING).split())
    return line if limit is None or len(line) <= limit else f"{line[: limit - 1].rstrip()}…"


def markdown(text: str, limit: int | None = None) -> str:
    """One line that Markdown and HTML show as it is written."""
    line = plain(text, limit)
    start = PART if BLOCK.match(line) else ""
    return start + MARKS.sub(_reference, line)


def _reference(found: re.Match[str]) -> str:
    mark = found[0]
    return f"&#{ord(mark)};{PART}" if mark in PARTED else f"&#{ord(mark)};"


def printable(text: str) -> str:
    """Without characters that XML 1.0 does not allow; white space stays."""
    return "".join(character for character in text if character in XML_SPACE or _allowed(character))


def _allowed(character: str) -> bool:
    return unicodedata.category(character) not in ("Cc", "Cs") and ord(character) & 0xFFFE != 0xFFFE
