"""Documents into passages that are searched. No passage is longer than the limit, whatever the chunker."""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any

from cairn_nb.corpus.params import checked_params
from cairn_nb.corpus.spans import Range, page_groups, pieces, sentences, slices, trimmed, windows
from cairn_nb.records import Chunk, Document


def chunk_documents(
    documents: Iterable[Document], *, chunker: str, params: Mapping[str, Any], max_chunk_chars: int
) -> tuple[Chunk, ...]:
    """Every document's chunks, in order.

    Together a document's chunks hold every character of it that is not white space. Starts and ends both
    increase from chunk to chunk.

    Parameters
    ----------
    documents
        The parsed documents.
    chunker
        ``fixed`` (at most `size` characters, `overlap` shared), ``sentence_window`` (`window` sentences,
        `overlap` shared) or ``structure`` (cut at headings, tables whole, sentence windows between them).
    params
        The chunker's parameters; what is left out has its default.
    max_chunk_chars
        The most characters any chunk may have.

    Raises
    ------
    ConfigError
        If the chunker or a parameter is unknown, mistyped or out of range.
    """
    filled = checked_params(chunker, params, max_chunk_chars)
    return tuple(
        chunk
        for document in documents
        for chunk in _chunks(document, _ranges(document, chunker, filled, max_chunk_chars))
    )


def _ranges(document: Document, chunker: str, params: Mapping[str, int], limit: int) -> Iterator[Range]:
    for start, end in page_groups(document):
        start, end = trimmed(document.text, start, end)
        if chunker == "fixed":
            yield from slices(document.text, start, end, params["size"], params["overlap"])
        elif chunker == "structure":
            yield from _structured(document, start, end, params, limit)
        else:
            yield from _sentence_windows(document.text, start, end, params, limit)


def _sentence_windows(text: str, start: int, end: int, params: Mapping[str, int], limit: int) -> Iterator[Range]:
    return windows(sentences(text, start, end, limit), params["window"], params["overlap"], limit)


def _structured(document: Document, start: int, end: int, params: Mapping[str, int], limit: int) -> Iterator[Range]:
    text = document.text
    for first, last, is_table in _sections(document, start, end, limit):
        if is_table:
            rows = [row for span in _lines(text, first, last) for row in pieces(text, *span, limit)]
            yield from windows(rows, len(rows), 0, limit)
        else:
            yield from _sentence_windows(text, first, last, params, limit)


def _sections(document: Document, start: int, end: int, limit: int) -> Iterator[tuple[int, int, bool]]:
    """Ranges between headings and around tables; a heading with nothing below it but a table goes with the table."""
    headings = {heading.start: heading.start + len(heading.text) for heading in document.headings}
    tables = {span.start: span.end for span in document.tables}
    cuts = {start, end, *headings, *tables, *tables.values()}
    waiting = None
    for first, last in pairwise(sorted(cut for cut in cuts if start <= cut <= end)):
        first, last = trimmed(document.text, first, last)
        if first == last:
            continue
        is_table = first in tables
        if waiting is not None and is_table and last - waiting[0] <= limit:
            first = waiting[0]
        elif waiting is not None:
            yield *waiting, False
        waiting = (first, last) if not is_table and headings.get(first) == last else None
        if waiting is None:
            yield first, last, is_table
    if waiting is not None:
        yield *waiting, False


def _lines(text: str, start: int, end: int) -> Iterator[Range]:
    position = start
    for line in text[start:end].split("\n"):
        first, last = trimmed(text, position, position + len(line))
        if last > first:
            yield first, last
        position += len(line) + 1


def _chunks(document: Document, ranges: Iterable[Range]) -> Iterator[Chunk]:
    headings = _HeadingPaths(document)
    for ordinal, (start, end) in enumerate(ranges):
        key = f"{document.id}:{start}:{end}".encode()
        yield Chunk(
            id=hashlib.sha1(key, usedforsecurity=False).hexdigest()[:16],
            document_id=document.id,
            source=document.source,
            start=start,
            end=end,
            text=document.text[start:end],
            ordinal=ordinal,
            page=bisect_right(document.page_starts, start) if document.page_starts else None,
            heading=headings.at(start),
        )


class _HeadingPaths:
    """For any position of a document, the path of headings it stands under."""

    def __init__(self, document: Document) -> None:
        self._starts = [heading.start for heading in document.headings]
        self._paths: list[str] = []
        open_headings: list[tuple[int, str]] = []
        for heading in document.headings:
            open_headings = [above for above in open_headings if above[0] < heading.level]
            open_headings.append((heading.level, heading.text))
            self._paths.append(" > ".join(text for _, text in open_headings))

    def at(self, position: int) -> str | None:
        """The path, or null above the first heading."""
        index = bisect_right(self._starts, position) - 1
        return self._paths[index] if index >= 0 else None
