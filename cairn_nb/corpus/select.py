"""Which files under a folder are documents, and why each of the others is not."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path, PurePosixPath
from typing import Literal

from cairn_nb.corpus.parsed import SkipReason
from cairn_nb.errors import CorpusError
from cairn_nb.records import Skipped

Format = Literal["md", "txt", "html", "pdf", "docx"]

FORMATS: dict[str, Format] = {
    ".md": "md",
    ".markdown": "md",
    ".txt": "txt",
    ".text": "txt",
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".pdf": "pdf",
    ".docx": "docx",
}
NO_READER_HINT = "convert it to md, txt, html, pdf or docx"
_GLOB_PARTS = re.compile(r"\*\*/|\*\*|\*|\?|\[!?[^]]+\]|.", re.DOTALL)


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file chosen as a document. `source` is its POSIX path relative to the corpus folder, in Unicode form NFC."""

    source: str
    path: Path

    @property
    def format(self) -> Format | None:
        """The format its extension stands for, in either case, or null when there is no reader for it."""
        return FORMATS.get(PurePosixPath(self.source).suffix.lower())


@dataclass(frozen=True, slots=True)
class Selection:
    """The chosen files by source, and everything else under the folder with its reason."""

    files: tuple[SourceFile, ...]
    skipped: tuple[Skipped, ...]


def select_files(folder: Path, *, include: Sequence[str], exclude: Sequence[str]) -> Selection:
    """Sort the files under a folder into documents and others.

    Parameters
    ----------
    folder
        The corpus folder. Links to folders are not followed.
    include
        Globs on the relative path; ``**/`` stands for any folders, also none. The extension's case does not matter.
    exclude
        Patterns on the relative path or the file's name, where ``*`` also crosses folders; they win.

    Raises
    ------
    CorpusError
        If there is no such folder.
    """
    _require_folder(folder)
    chosen: list[SourceFile] = []
    skipped: list[Skipped] = []
    for source, path, problem in _walk(folder):
        refusal = problem or _refusal(source, include, exclude)
        if refusal is None:
            chosen.append(SourceFile(source, path))
        else:
            skipped.append(Skipped(source=source, reason=refusal[0], detail=refusal[1]))
    return Selection(
        tuple(sorted(chosen, key=lambda file: file.source)), tuple(sorted(skipped, key=lambda skip: skip.source))
    )


def _require_folder(folder: Path) -> None:
    hint = "check `corpus` in the experiment file; `cairn corpus generate` writes the sample corpus"
    if not folder.exists():
        raise CorpusError("there is no such folder of documents", path=folder, hint=hint)
    if not folder.is_dir():
        raise CorpusError("the corpus must be a folder, and this is a file", path=folder, hint=hint)


Refusal = tuple[SkipReason, str]


def _walk(folder: Path) -> Iterator[tuple[str, Path, Refusal | None]]:
    for root, directories, names in os.walk(folder, onerror=_cannot_list):
        for name in [name for name in directories if _hidden(name) or Path(root, name).is_symlink()]:
            directories.remove(name)
            refusal = (SkipReason.HIDDEN, "a hidden folder") if _hidden(name) else _LINKED_FOLDER
            yield _source(folder, Path(root, name)) + "/", Path(root, name), refusal
        directories.sort()
        for name in names:
            path = Path(root, name)
            yield _source(folder, path), path, _file_problem(name, path)


_LINKED_FOLDER = (SkipReason.NOT_A_FILE, "a link to a folder; links to folders are not followed")


def _cannot_list(error: OSError) -> None:
    raise CorpusError(f"a folder cannot be listed: {error.strerror}", path=error.filename) from error


def _file_problem(name: str, path: Path) -> Refusal | None:
    if _hidden(name):
        return SkipReason.HIDDEN, "a hidden file or an editor's lock file"
    if not name.isprintable() or _has_surrogates(name):
        return SkipReason.UNREADABLE, "its name is not printable UTF-8; rename it"
    if not path.is_file():
        return SkipReason.NOT_A_FILE, "a broken link" if path.is_symlink() else "a device, pipe or socket"
    return None


def _hidden(name: str) -> bool:
    return name.startswith((".", "~$"))


def _has_surrogates(name: str) -> bool:
    return any("\ud800" <= character <= "\udfff" for character in name)


def _source(folder: Path, path: Path) -> str:
    name = unicodedata.normalize("NFC", path.relative_to(folder).as_posix())
    return name.encode("utf-8", "backslashreplace").decode("utf-8")


def _refusal(source: str, include: Sequence[str], exclude: Sequence[str]) -> Refusal | None:
    comparable = _lower_extension(source)
    name = PurePosixPath(comparable).name
    for pattern in exclude:
        if fnmatchcase(comparable, _lower_extension(pattern)) or fnmatchcase(name, _lower_extension(pattern)):
            return SkipReason.EXCLUDED, f"matched by {pattern}"
    if any(_glob(_lower_extension(pattern)).fullmatch(comparable) for pattern in include):
        return None
    return SkipReason.NOT_INCLUDED, _include_hint(PurePosixPath(comparable).suffix)


def _include_hint(extension: str) -> str:
    if extension in FORMATS:
        return f'to read it, add "**/*{extension}" to ingest.include'
    return f"there is no reader for {extension or 'files without an extension'}; {NO_READER_HINT}"


def _lower_extension(path: str) -> str:
    stem, point, extension = path.rpartition(".")
    return path if "/" in extension else stem + point + extension.lower()


@cache
def _glob(pattern: str) -> re.Pattern[str]:
    return re.compile("".join(_glob_part(part) for part in _GLOB_PARTS.findall(pattern)))


def _glob_part(part: str) -> str:
    if part.startswith("[") and len(part) > 1:
        return "[^/" + part[2:] if part[1] == "!" else part
    return {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}.get(part, re.escape(part))
