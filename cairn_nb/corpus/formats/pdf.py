"""PDF: the text of each page as running text, pages parted by a blank line."""

from __future__ import annotations

import io
import logging
import re
import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import accumulate
from typing import TYPE_CHECKING

from cairn_nb.corpus.formats.reflow import reflowed
from cairn_nb.corpus.parsed import Parsed, SkipReason, UnreadableError

if TYPE_CHECKING:
    from pypdf import PdfReader

# What a damaged file makes the library raise besides its own errors.
_DAMAGE = (
    ArithmeticError, AssertionError, AttributeError, LookupError, NotImplementedError, OSError, RecursionError,
    TypeError, ValueError, MemoryError, struct.error, zlib.error,
)  # fmt: skip
_PAGE_GAP = "\n\n"
_NOT_TEXT = re.compile("[\ud800-\udfff\x00-\x08\x0e-\x1f\x7f]")


def read_pdf(data: bytes) -> Parsed:
    """The text of a PDF with where its pages begin.

    Raises
    ------
    UnreadableError
        If it needs a password, is damaged, or holds no text (a scan).
    """
    with _collected_complaints() as complaints:
        title, pages = _read(data)
    if not any(page.strip() for page in pages):
        detail = f"none of its {len(pages)} pages has text; if they are scanned, run text recognition (OCR) first"
        raise UnreadableError(SkipReason.NO_TEXT, detail)
    cleaned = [reflowed(_NOT_TEXT.sub("", page)).strip() for page in pages]
    starts = accumulate((len(page) + len(_PAGE_GAP) for page in cleaned[:-1]), initial=0)
    return Parsed(
        text=_PAGE_GAP.join(cleaned),
        title=title,
        page_starts=tuple(starts),
        warnings=tuple(_warnings(pages, complaints)),
    )


def _read(data: bytes) -> tuple[str | None, list[str]]:
    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    try:
        reader = PdfReader(io.BytesIO(data))
        _unlock(reader)
        return _title(reader), [page.extract_text() for page in reader.pages]
    except (PyPdfError, *_DAMAGE) as error:
        raise UnreadableError(SkipReason.CORRUPT, f"{type(error).__name__}: {error}") from error


def _unlock(reader: PdfReader) -> None:
    """Open a file whose password is blank, as any viewer does."""
    if reader.is_encrypted and not reader.decrypt(""):
        raise UnreadableError(SkipReason.PASSWORD, "it needs a password; save a copy without one")


def _title(reader: PdfReader) -> str | None:
    title = reader.metadata.title if reader.metadata else None
    return _NOT_TEXT.sub("", str(title)).strip() or None if title else None


def _warnings(pages: list[str], complaints: list[str]) -> Iterator[str]:
    blank = [str(number) for number, page in enumerate(pages, start=1) if not page.strip()]
    if blank:
        yield f"no text on page {', '.join(blank)} of {len(pages)}: blank or scanned"
    lost = sum(len(_NOT_TEXT.findall(page)) for page in pages)
    if lost:
        yield f"{lost} characters that are no text were left out"
    if complaints:
        yield f"the file is not clean ({len(complaints)} complaints); the first: {complaints[0]}"


@contextmanager
def _collected_complaints() -> Iterator[list[str]]:
    """What the library would log about this file, kept instead of printed."""
    complaints: list[str] = []
    logger, handler = logging.getLogger("pypdf"), _Collector(complaints)
    propagates, logger.propagate = logger.propagate, False
    logger.addHandler(handler)
    try:
        yield complaints
    finally:
        logger.removeHandler(handler)
        logger.propagate = propagates


class _Collector(logging.Handler):
    def __init__(self, complaints: list[str]) -> None:
        super().__init__(logging.WARNING)
        self.complaints = complaints

    def emit(self, record: logging.LogRecord) -> None:
        self.complaints.append(record.getMessage())
