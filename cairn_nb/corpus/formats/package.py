"""The XML parts of an Office package (a zip archive), read with limits on size and without entities."""

from __future__ import annotations

import io
import zipfile
import zlib
from types import TracebackType
from typing import Self
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from cairn_nb.corpus.parsed import SkipReason, UnreadableError

MAX_PART_BYTES = 64 * 1024 * 1024
_OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
# A document type declares entities, which a small file can blow up; Office never writes one.
_DOCTYPES = tuple("<!DOCTYPE".encode(encoding) for encoding in ("ascii", "utf-16-le", "utf-16-be"))
_DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    OSError,
    ValueError,
    LookupError,
    NotImplementedError,
    RuntimeError,
)


class Package:
    """An Office file's parts by name.

    Raises
    ------
    UnreadableError
        If the file is no package, needs a password, or a part is damaged, too large or declares entities.
    """

    def __init__(self, data: bytes) -> None:
        if data.startswith(_OLD_OFFICE):
            raise _no_package(data)
        try:
            self._archive = zipfile.ZipFile(io.BytesIO(data))
        except _DAMAGE as error:
            raise UnreadableError(SkipReason.CORRUPT, f"no Word document: {error}") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._archive.close()

    def tree(self, name: str) -> Element | None:
        """One part as an XML tree, or null when the package has no such part."""
        if name not in self._archive.namelist():
            return None
        content = self._content(name)
        if any(doctype in content for doctype in _DOCTYPES):
            raise UnreadableError(SkipReason.CORRUPT, f"{name} declares a document type, which no Office file does")
        try:
            return ElementTree.fromstring(content)
        except ElementTree.ParseError as error:
            raise UnreadableError(SkipReason.CORRUPT, f"{name}: {error}") from error

    def _content(self, name: str) -> bytes:
        try:
            with self._archive.open(name) as part:
                content = part.read(MAX_PART_BYTES + 1)
        except _DAMAGE as error:
            raise UnreadableError(SkipReason.CORRUPT, f"{name}: {error}") from error
        if len(content) > MAX_PART_BYTES:
            detail = f"{name} unpacks to more than {MAX_PART_BYTES // 2**20} MiB; split the document"
            raise UnreadableError(SkipReason.TOO_LARGE, detail)
        return content


def _no_package(data: bytes) -> UnreadableError:
    if _ENCRYPTED in data:
        return UnreadableError(SkipReason.PASSWORD, "it needs a password; save a copy without one")
    return UnreadableError(SkipReason.CORRUPT, "this is an old Word file; save it as .docx")
