"""Reading a folder of documents; one bad file never stops the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cairn_nb.corpus.parse import parse
from cairn_nb.corpus.parsed import DELIBERATE, SkipReason, UnreadableError
from cairn_nb.corpus.select import SourceFile, select_files
from cairn_nb.errors import CorpusError
from cairn_nb.progress import track
from cairn_nb.records import Document, IngestLedger, Skipped

MAX_FILE_BYTES = 256 * 1024 * 1024
_SHOWN = 10


@dataclass(frozen=True, slots=True)
class LoadedCorpus:
    """The documents in order of their source, and what became of every file under the folder."""

    documents: tuple[Document, ...]
    ledger: IngestLedger


def load_documents(folder: Path, *, include: Sequence[str], exclude: Sequence[str]) -> LoadedCorpus:
    """Read every chosen file of a folder.

    Parameters
    ----------
    folder
        The corpus folder.
    include, exclude
        The globs that choose the files, as in the experiment file.

    Raises
    ------
    CorpusError
        If the folder is missing, or no file in it could be read.
    """
    selection = select_files(folder, include=include, exclude=exclude)
    documents: list[Document] = []
    skipped, warnings = list(selection.skipped), []
    for file in track(selection.files, "reading documents", len(selection.files)):
        try:
            document, complaints = parse(file.source, _bytes(file))
        except UnreadableError as error:
            skipped.append(Skipped(source=file.source, reason=error.reason, detail=error.detail))
        else:
            documents.append(document)
            warnings += [Skipped(source=file.source, reason="partly read", detail=text) for text in complaints]
    ledger = IngestLedger(
        read=tuple(document.source for document in documents),
        skipped=tuple(sorted(skipped, key=lambda skip: skip.source)),
        warnings=tuple(warnings),
    )
    if not documents:
        raise CorpusError(f"no document could be read{_listing(ledger.skipped)}", path=folder)
    return LoadedCorpus(tuple(documents), ledger)


def require_complete(ledger: IngestLedger, folder: Path) -> None:
    """Refuse an ingest that left out a file nobody asked to leave out.

    Parameters
    ----------
    ledger
        What became of each file.
    folder
        The corpus folder, for the message.

    Raises
    ------
    CorpusError
        Naming each such file and why it was left out.
    """
    unwanted = [skip for skip in ledger.skipped if skip.reason not in DELIBERATE]
    if unwanted:
        raise CorpusError(
            f"{len(unwanted)} files were left out{_listing(unwanted, shown=len(unwanted))}",
            path=folder,
            hint="mend them, or name them in ingest.exclude",
        )


def _bytes(file: SourceFile) -> bytes:
    try:
        if file.path.stat().st_size > MAX_FILE_BYTES:
            raise UnreadableError(SkipReason.TOO_LARGE, f"more than {MAX_FILE_BYTES // 2**20} MiB; split it")
        return file.path.read_bytes()
    except OSError as error:
        raise UnreadableError(SkipReason.UNREADABLE, error.strerror or str(error)) from error


def _listing(skipped: Sequence[Skipped], shown: int = _SHOWN) -> str:
    lines = [f"\n  {skip.source}: {skip.reason}; {skip.detail}" for skip in skipped[:shown]]
    rest = len(skipped) - len(lines)
    return ":" + "".join(lines) + (f"\n  and {rest} more" if rest > 0 else "") if lines else ""
