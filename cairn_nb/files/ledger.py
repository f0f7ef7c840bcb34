"""The append-only ledger: what a run has paid for is on disk within about 50 ms, and stays readable after ``kill -9``.

A line counts when its newline is there; what a killed writer left behind it is cut off when the ledger is
opened again. A disk that fails stops the run: the error comes out of the next call.
"""

from __future__ import annotations

import asyncio
import io
import os
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from cairn_nb.errors import InputError, StorageError
from cairn_nb.files.atomic import storage_error, sync_folder
from cairn_nb.files.group_writer import GroupWriter
from cairn_nb.files.jsonl import dump_row, parse_rows
from cairn_nb.files.lock import FileLock

Row = dict[str, Any]


def _whole_lines(data: bytes) -> bytes:
    """Everything up to the last newline: what follows was torn off by a killed writer."""
    return data[: data.rfind(b"\n") + 1]


def _parse(data: bytes, path: Path) -> tuple[Row, ...]:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        raise InputError("a damaged line: not UTF-8", path=path, line=line, hint="move the file away") from None
    try:
        return tuple(row for _, row in parse_rows(text, path))
    except InputError as error:
        raise InputError(error.problem, path=path, line=error.line, key=error.key, hint="move the file away") from None


def read_ledger(path: Path | str) -> tuple[Row, ...]:
    """The finished lines of a ledger, without opening it for writing; none when there is no such file.

    Raises
    ------
    InputError
        If a line that is not the last one is damaged.
    """
    place = Path(path)
    return _parse(_whole_lines(place.read_bytes()), place) if place.exists() else ()


class Ledger:
    """An open ledger, held by one process at a time.

    Parameters
    ----------
    path
        The JSONL file; made when missing. Its lock lies beside it as ``<name>.lock``.

    Attributes
    ----------
    entries
        The rows that were in the file when it was opened.

    Raises
    ------
    InputError
        If a line that is not the last one is damaged.
    StorageError
        If the file cannot be written or another process holds it.
    """

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self._lock = FileLock(self.path.with_name(self.path.name + ".lock"))
        if not self._lock.try_acquire():
            raise StorageError("another run is writing this ledger", path=self.path, hint="wait for it or stop it")
        try:
            stream = _open(self.path)
            self.entries, size = _recover(stream, self.path)
        except BaseException:
            self._lock.release()
            raise
        self._writer = GroupWriter(stream, size, self.path)

    def append(self, record: Mapping[str, Any]) -> None:
        """Hand a row to the writer; cheap, never waits for the disk, may be called from any thread.

        Raises
        ------
        StorageError
            If an earlier write failed, or the ledger is closed.
        ValueError
            If the row holds a number that is not finite.
        """
        self.append_line(dump_row(record))

    def append_line(self, line: str) -> None:
        """Hand over a row that is JSON already (``record.model_dump_json()``); raises as `append` does."""
        if "\n" in line:
            raise ValueError("a ledger row is one line")
        self._writer.append(line.encode("utf-8") + b"\n")

    def flush(self) -> None:
        """Wait until every row handed over so far is on disk.

        Raises
        ------
        StorageError
            If a write failed.
        """
        self._writer.barrier().result()

    async def synced(self) -> None:
        """`flush` for a coroutine: the loop goes on meanwhile."""
        await asyncio.wrap_future(self._writer.barrier())

    def close(self) -> None:
        """Write what is left and give the file back; may be called twice.

        Raises
        ------
        StorageError
            If a write failed, now or earlier.
        """
        try:
            self._writer.close()
        finally:
            self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def _open(path: Path) -> io.FileIO:
    try:
        return io.FileIO(os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666), "r+")
    except OSError as error:
        raise storage_error(error, path) from error


def _recover(stream: io.FileIO, path: Path) -> tuple[tuple[Row, ...], int]:
    """The whole lines and where they end; the file is cut there and ready to be appended to."""
    try:
        whole = _whole_lines(stream.readall())
        entries = _parse(whole, path)
        stream.truncate(len(whole))
        stream.seek(len(whole))
        sync_folder(path.parent)
    except OSError as error:
        stream.close()
        raise storage_error(error, path) from error
    except InputError:
        stream.close()
        raise
    return entries, len(whole)
