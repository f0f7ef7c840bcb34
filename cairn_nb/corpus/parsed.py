"""What a reader makes of one file, and why a file may have no reading."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from cairn_nb.records import Heading, Span


class SkipReason(StrEnum):
    """Why a file under the corpus folder was left out."""

    NOT_INCLUDED = "not matched by ingest.include"
    EXCLUDED = "excluded by ingest.exclude"
    HIDDEN = "hidden"
    NO_READER = "no reader for this format"
    EMPTY = "empty"
    NO_TEXT = "no text"
    PASSWORD = "password-protected"
    CORRUPT = "corrupt"
    NOT_UTF8 = "not UTF-8"
    BINARY = "binary"
    TOO_LARGE = "too large"
    UNREADABLE = "unreadable"
    NOT_A_FILE = "not a regular file"


# Left out on somebody's wish: no reason for a strict ingest to fail.
DELIBERATE = frozenset({SkipReason.EXCLUDED, SkipReason.HIDDEN})


class UnreadableError(Exception):
    """One file has no reading; ingestion records why and goes on with the next."""

    def __init__(self, reason: SkipReason, detail: str) -> None:
        super().__init__(f"{reason}: {detail}")
        self.reason, self.detail = reason, detail


@dataclass(frozen=True, slots=True, kw_only=True)
class Parsed:
    """A file's text with its structure; positions are positions in `text`.

    `title` is the format's own title, if it has one. `warnings` tell what of the file was lost.
    """

    text: str
    title: str | None = None
    headings: tuple[Heading, ...] = ()
    tables: tuple[Span, ...] = ()
    page_starts: tuple[int, ...] = ()
    warnings: tuple[str, ...] = ()


@dataclass(slots=True)
class Lines:
    """A text under construction, line by line, that remembers where headings and tables are."""

    parts: list[str] = field(default_factory=list)
    headings: list[Heading] = field(default_factory=list)
    tables: list[Span] = field(default_factory=list)
    length: int = 0

    def add(self, line: str) -> None:
        """One line; a blank one is left out."""
        if line.strip():
            self.parts.append(line)
            self.length += len(line) + 1

    def heading(self, level: int, text: str) -> None:
        """A line that is a heading; level 1 is the highest."""
        if text.strip():
            self.headings.append(Heading(level=level, text=text.strip(), start=self.length))
            self.add(text)

    def table(self, rows: list[list[str]]) -> None:
        """A table, one line a row, cells joined by a bar; a row of blank cells is left out."""
        start = self.length
        for row in rows:
            if any(cell.strip() for cell in row):
                self.add(" | ".join(" ".join(cell.split()) for cell in row))
        if self.length > start:
            self.tables.append(Span(start=start, end=self.length - 1))

    def parsed(self, *, title: str | None = None, warnings: tuple[str, ...] = ()) -> Parsed:
        """The finished text."""
        return Parsed(
            text="\n".join(self.parts),
            title=title,
            headings=tuple(self.headings),
            tables=tuple(self.tables),
            warnings=warnings,
        )
