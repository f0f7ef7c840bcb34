"""Documents, chunks and the ingest ledger as files: every text once, chunks as places in it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from cairn_nb.errors import StoredIndexError
from cairn_nb.files import strict_json
from cairn_nb.records import Chunk, Document, IngestLedger, Record

DOCUMENTS = "documents.jsonl"
CHUNKS = "chunks.jsonl"
LEDGER = "ledger.json"

Kind = TypeVar("Kind", bound=Record)


def write_documents(folder: Path, documents: Sequence[Document]) -> None:
    """One document a line, with its text."""
    lines = [document.model_dump_json() + "\n" for document in documents]
    (folder / DOCUMENTS).write_bytes("".join(lines).encode("utf-8"))


def read_documents(folder: Path) -> tuple[Document, ...]:
    """What `write_documents` wrote; raises StoredIndexError when it cannot be read."""
    path = folder / DOCUMENTS
    lines = strict_json.read_text(path, error=StoredIndexError).split("\n")
    return tuple(parsed(Document, line, path) for line in lines if line)


def write_ledger(folder: Path, ledger: IngestLedger) -> None:
    """The ingest ledger, readable by a person."""
    (folder / LEDGER).write_bytes((ledger.model_dump_json(indent=1) + "\n").encode("utf-8"))


def read_ledger(folder: Path) -> IngestLedger:
    """What `write_ledger` wrote; raises StoredIndexError when it cannot be read."""
    path = folder / LEDGER
    return parsed(IngestLedger, strict_json.read_text(path, error=StoredIndexError), path)


def parsed(kind: type[Kind], text: str, path: Path) -> Kind:
    """A record from JSON of our own writing.

    Raises
    ------
    StoredIndexError
        If it is not one.
    """
    try:
        return kind.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        key = ".".join(str(part) for part in first["loc"]) or None
        raise StoredIndexError(first["msg"], path=path, key=key, hint="run `cairn ingest`") from error


def write_chunks(folder: Path, documents: Sequence[Document], chunks: Sequence[Chunk]) -> None:
    """One chunk a line: its document's row, its span, its page and heading; the text is the document's."""
    numbers = {document.id: number for number, document in enumerate(documents)}
    with (folder / CHUNKS).open("w", encoding="utf-8", newline="\n") as stream:
        for chunk in chunks:
            place = [numbers[chunk.document_id], chunk.start, chunk.end, chunk.ordinal, chunk.page, chunk.heading]
            stream.write(json.dumps(place, ensure_ascii=False, separators=(",", ":")) + "\n")


def read_chunks(folder: Path, documents: Sequence[Document]) -> tuple[Chunk, ...]:
    """What `write_chunks` wrote, with texts; raises StoredIndexError when it cannot be read."""
    return tuple(_chunks(folder / CHUNKS, documents))


def _chunks(path: Path, documents: Sequence[Document]) -> Iterator[Chunk]:
    for number, line in enumerate(strict_json.read_text(path, error=StoredIndexError).split("\n"), start=1):
        if line:
            try:
                yield _chunk(json.loads(line), documents)
            except (ValueError, IndexError, TypeError) as error:
                hint = "run `cairn ingest`"
                raise StoredIndexError(f"a damaged row: {error}", path=path, line=number, hint=hint) from error


def _chunk(place: list[Any], documents: Sequence[Document]) -> Chunk:
    row, start, end, ordinal, page, heading = place
    document = documents[row]
    key = f"{document.id}:{start}:{end}".encode()
    return Chunk(
        id=hashlib.sha1(key, usedforsecurity=False).hexdigest()[:16],
        document_id=document.id,
        source=document.source,
        start=start,
        end=end,
        text=document.text[start:end],
        ordinal=ordinal,
        page=page,
        heading=heading,
    )


def count_lines(path: Path) -> int:
    """Lines of a file of our own writing."""
    return path.read_bytes().count(b"\n")
