"""Documents and the pieces of them that are searched."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cairn_nb.records.base import Record


class Span(Record):
    """A half-open range of characters, in Python string positions."""

    start: int = Field(ge=0)
    end: int = Field(ge=0)


class Heading(Record):
    """A heading and where it stands in the document's text."""

    level: int
    text: str
    start: int


class Document(Record):
    """One parsed file.

    `id` is sha1 of ``source + content_sha256``, first 16 hex; `source` the POSIX path relative to the
    corpus folder; `content_sha256` the digest of the file's bytes, in text formats after CRLF is made LF.
    `page_starts` holds the position in `text` where each page begins (empty for formats without pages);
    `tables` the spans of tables.
    """

    id: str
    source: str
    content_sha256: str
    format: Literal["md", "txt", "html", "pdf", "docx"]
    title: str
    text: str
    headings: tuple[Heading, ...] = ()
    tables: tuple[Span, ...] = ()
    page_starts: tuple[int, ...] = ()


class Chunk(Record):
    """A passage: ``document.text[start:end] == text``.

    `id` is sha1 of ``"document_id:start:end"``, first 16 hex. `page` counts from 1; `heading` is the
    path of headings above it, joined by `` > ``; `ordinal` counts the document's chunks from 0.
    """

    id: str
    document_id: str
    source: str
    start: int
    end: int
    text: str
    ordinal: int = 0
    page: int | None = None
    heading: str | None = None


class Skipped(Record):
    """A file, or part of one, that ingestion left out, and why."""

    source: str
    reason: str
    detail: str = ""


class IngestLedger(Record):
    """What ingestion did with every file under the corpus folder."""

    read: tuple[str, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    warnings: tuple[Skipped, ...] = ()
