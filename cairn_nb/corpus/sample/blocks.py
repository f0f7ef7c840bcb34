"""A document before it has a format: headings, paragraphs of whole sentences, bullets and tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Format = Literal["md", "txt", "html", "pdf", "docx"]
CELL_BORDER = " | "


@dataclass(frozen=True)
class Heading:
    """A heading; level 1 is the title."""

    level: int
    text: str


@dataclass(frozen=True)
class Paragraph:
    """Sentences that run on. A writer may break lines between them, never inside one that fits on a line."""

    sentences: tuple[str, ...]

    @property
    def text(self) -> str:
        """The sentences joined by single spaces."""
        return " ".join(self.sentences)


@dataclass(frozen=True)
class Bullets:
    """A list of short texts."""

    items: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """A table with one heading row."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    @property
    def lines(self) -> tuple[str, ...]:
        """Every row as the parsers show it: cells with a border between them."""
        return tuple(CELL_BORDER.join(row) for row in (self.columns, *self.rows))


@dataclass(frozen=True)
class Raw:
    """Source text put into the file as it stands; only formats that have source text (md, html) can hold it."""

    text: str


Block = Heading | Paragraph | Bullets | Table | Raw


@dataclass(frozen=True)
class SampleDocument:
    """A document, its place relative to the corpus folder, and its blocks; the title is a heading of level 1."""

    path: str
    format: Format
    title: str
    blocks: tuple[Block, ...]
