"""One file to one document: the reader that its name asks for, and its identity."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import PurePosixPath

from cairn_nb.corpus.digest import content_sha256
from cairn_nb.corpus.formats.docx import read_docx
from cairn_nb.corpus.formats.html import read_html
from cairn_nb.corpus.formats.markdown import read_markdown
from cairn_nb.corpus.formats.pdf import read_pdf
from cairn_nb.corpus.formats.plain import read_text
from cairn_nb.corpus.parsed import Parsed, SkipReason, UnreadableError
from cairn_nb.corpus.select import FORMATS, NO_READER_HINT, Format
from cairn_nb.records import Document

READERS: dict[Format, Callable[[bytes], Parsed]] = {
    "md": read_markdown,
    "txt": read_text,
    "html": read_html,
    "pdf": read_pdf,
    "docx": read_docx,
}


def parse(source: str, data: bytes) -> tuple[Document, tuple[str, ...]]:
    """A file's document, and warnings about what of the file was lost.

    Parameters
    ----------
    source
        The file's POSIX path relative to the corpus folder; its extension chooses the reader.
    data
        The file's bytes.

    Raises
    ------
    UnreadableError
        If the file has no reading; the error says why.
    """
    path = PurePosixPath(source)
    kind = FORMATS.get(path.suffix.lower())
    if kind is None:
        raise UnreadableError(SkipReason.NO_READER, NO_READER_HINT)
    if not data.strip():
        raise UnreadableError(SkipReason.EMPTY, "the file has no content")
    parsed = READERS[kind](data)
    if not parsed.text.strip():
        raise UnreadableError(SkipReason.NO_TEXT, "nothing in it is text that a reader would see")
    return _document(path, kind, content_sha256(data, kind), parsed), _warnings(parsed)


def _document(path: PurePosixPath, kind: Format, digest: str, parsed: Parsed) -> Document:
    source = path.as_posix()
    heading = parsed.headings[0].text if parsed.headings else None
    return Document(
        id=hashlib.sha1(f"{source}{digest}".encode(), usedforsecurity=False).hexdigest()[:16],
        source=source,
        content_sha256=digest,
        format=kind,
        title=heading or parsed.title or path.stem,
        text=parsed.text,
        headings=parsed.headings,
        tables=parsed.tables,
        page_starts=parsed.page_starts,
    )


def _warnings(parsed: Parsed) -> tuple[str, ...]:
    lost = parsed.text.count("\ufffd")
    if not lost:
        return parsed.warnings
    return (*parsed.warnings, f"{lost} characters were already lost in the file (U+FFFD)")
