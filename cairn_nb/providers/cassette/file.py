"""A cassette's file: opened for replay and only read, or opened for recording and only added to."""

from __future__ import annotations

import contextlib
import gzip
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cairn_nb.errors import CassetteError, InputError, StorageError
from cairn_nb.files.atomic import replacing, write_bytes
from cairn_nb.files.ledger import Ledger
from cairn_nb.providers.cassette.lines import (
    DAMAGED,
    FORMAT,
    Held,
    content,
    content_digest,
    held,
    parsed,
    sealed,
    unfinished,
)

ID_BYTES = 8


@dataclass(frozen=True)
class CassetteFile:
    """An open cassette.

    Parameters
    ----------
    path
        Its file.
    held
        What it holds.
    digest
        The sha256 of its content; null while it is recorded.
    ledger
        Where further lines go; null in a replay.
    """

    path: Path
    held: Held
    digest: str | None = None
    ledger: Ledger | None = None

    def add(self, row: Mapping[str, Any]) -> None:
        """Write a line through: it is on disk within about 50 ms.

        Raises
        ------
        StorageError
            If the disk failed; the lines before are whole.
        """
        if self.ledger is None:
            raise CassetteError("is replayed, so nothing is added to it", path=self.path)
        self.held.add(dict(row))
        self.ledger.append_line(sealed(row))


def opened_for_replay(path: Path) -> CassetteFile:
    """A cassette to answer from.

    Raises
    ------
    CassetteError
        If there is none, or a line of it is damaged.
    """
    data = content(path)
    return CassetteFile(path, parsed(data, path), digest=content_digest(data))


@contextlib.contextmanager
def opened_for_recording(path: Path) -> Iterator[CassetteFile]:
    """A cassette to add to, new or not; one whose name ends in ``.gz`` is packed when the block ends.

    Raises
    ------
    CassetteError
        If a line of it is damaged. What a killed recording left of its last line is cut off.
    StorageError
        If it cannot be written, or another run is recording it.
    """
    is_packed = path.suffix == ".gz"
    place = unfinished(path) if is_packed else path
    if is_packed and path.exists() and not place.exists():
        write_bytes(place, content(path))
    with _ledger(place, path) as ledger:
        yield CassetteFile(path, _held(ledger, path), ledger=ledger)
    if is_packed:
        with replacing(path) as stream:
            stream.write(gzip.compress(place.read_bytes(), mtime=0))
        place.unlink()


@contextlib.contextmanager
def _ledger(place: Path, path: Path) -> Iterator[Ledger]:
    try:
        ledger = Ledger(place)
    except StorageError as error:
        problem = error.problem.replace("writing this ledger", "recording this cassette")
        raise StorageError(problem, path=path, hint=error.hint) from error
    except InputError as error:
        raise CassetteError(error.problem, path=path, line=error.line, hint=DAMAGED) from error
    with ledger:
        yield ledger


def _held(ledger: Ledger, path: Path) -> Held:
    if ledger.entries:
        return held(enumerate(ledger.entries, start=1), path)
    head = {"format": FORMAT, "id": secrets.token_hex(ID_BYTES)}
    ledger.append_line(sealed(head))
    return Held(head["id"])
