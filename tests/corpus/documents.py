"""Documents made in a test's own lines."""

from __future__ import annotations

from collections.abc import Sequence

from cairn_nb.records import Document, Heading, Span


def document(
    text: str,
    *,
    source: str = "a.md",
    headings: Sequence[tuple[int, str]] = (),
    tables: Sequence[str] = (),
    page_starts: Sequence[int] = (),
) -> Document:
    """A document whose headings (level, text) and tables are found in its text."""
    return Document(
        id=source.encode().hex()[:16],
        source=source,
        content_sha256="0" * 64,
        format="md",
        title=source,
        text=text,
        headings=tuple(Heading(level=level, text=name, start=text.index(name)) for level, name in headings),
        tables=tuple(Span(start=text.index(table), end=text.index(table) + len(table)) for table in tables),
        page_starts=tuple(page_starts),
    )
