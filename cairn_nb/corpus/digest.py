"""The corpus's identity: equal for equal documents on every machine, known without parsing any.

Each chosen file gives the line ``relative path<TAB>sha256 of its content``; the lines are sorted, joined
by a newline, and hashed with sha256. The content of Markdown, text and HTML files is hashed after CRLF is
made LF, so that a checkout with other line ends is the same corpus; for files with LF, and for PDF and
Word, it is the hash of the bytes themselves.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path

from cairn_nb.corpus.select import Format, SourceFile, select_files
from cairn_nb.errors import CorpusError

_TEXT_FORMATS = frozenset({"md", "txt", "html"})


def corpus_hash(folder: Path, *, include: Sequence[str], exclude: Sequence[str]) -> str:
    """The corpus hash of a folder, 64 hex digits.

    Parameters
    ----------
    folder
        The corpus folder.
    include, exclude
        The globs that choose the files, as in the experiment file. Files without a reader count too.

    Raises
    ------
    CorpusError
        If the folder or a file in it cannot be read.
    """
    files = select_files(folder, include=include, exclude=exclude).files
    return hash_of((file.source, content_sha256(_bytes(file), file.format)) for file in files)


def hash_of(contents: Iterable[tuple[str, str]]) -> str:
    """The corpus hash of pairs of relative path and content digest, in any order."""
    lines = "\n".join(f"{source}\t{digest}" for source, digest in sorted(contents))
    return hashlib.sha256(lines.encode("utf-8")).hexdigest()


def content_sha256(data: bytes, kind: Format | None) -> str:
    """The digest of one file's content, in the canonical form of its format."""
    if kind in _TEXT_FORMATS and b"\r\n" in data:
        data = data.replace(b"\r\n", b"\n")
    return hashlib.sha256(data).hexdigest()


def _bytes(file: SourceFile) -> bytes:
    try:
        return file.path.read_bytes()
    except OSError as error:
        raise CorpusError(f"cannot be read: {error.strerror}", path=file.path) from error
