"""The ledger of one run: what is finished is never done again, and two runs at once keep apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

from cairn_nb.errors import InputError, StorageError
from cairn_nb.files.layout import ledger_path
from cairn_nb.files.ledger import Ledger
from cairn_nb.files.lock import FileLock
from cairn_nb.providers.cassette.session import in_force
from cairn_nb.runner.finished import Finished, TextOf, from_row, to_line
from cairn_nb.runner.pieces import Key
from cairn_nb.runner.probe.call import KEY as PROBE
from cairn_nb.runner.probe.call import ProbeCall
from cairn_nb.runner.probe.call import from_row as probe_from_row

Read = TypeVar("Read")
COMPLETE = '{"complete":true'
TAIL_BYTES = 4096


class Journal:
    """An open ledger with what it already holds.

    Attributes
    ----------
    path
        Its file.
    done
        Finished pieces by key, those of an interrupted run included.
    n_resumed
        How many of them were there when it was opened.
    probed
        Calls of the latency probe, by place.
    """

    def __init__(self, ledger: Ledger, text_of: TextOf) -> None:
        self._ledger, self._text_of = ledger, text_of
        self.path = ledger.path
        self.done: dict[Key, Finished] = {}
        self.probed: dict[int, ProbeCall] = {}
        for row in ledger.entries:
            if "case_id" in row:
                finished = self._read(partial(from_row, text_of=text_of), row)
                self.done.setdefault(finished.key, finished)
            elif PROBE in row:
                call = self._read(probe_from_row, row)
                self.probed.setdefault(call.place, call)
        self.n_resumed = len(self.done)

    def _read(self, reading: Callable[[Mapping[str, Any]], Read], row: Mapping[str, Any]) -> Read:
        try:
            return reading(row)
        except InputError as error:
            self._ledger.close()
            raise InputError(error.problem, path=self.path, hint=error.hint) from error

    def keep(self, finished: Finished) -> None:
        """Write a finished piece; it is on disk within about 50 ms."""
        self._ledger.append_line(to_line(finished, self._text_of))
        self.done[finished.key] = finished

    def keep_probe(self, call: ProbeCall) -> None:
        """Write a call of the latency probe."""
        self._ledger.append_line(call.to_line())
        self.probed[call.place] = call

    def complete(self) -> None:
        """Say that the run's results are written, so that the next run starts anew."""
        self._ledger.append_line(f'{COMPLETE},"pieces":{len(self.done)}}}')
        self._ledger.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._ledger.close()


def open_journal(state_dir: Path, run_id: str, text_of: TextOf) -> Journal:
    """The journal on `open_run_ledger`; raises as that does, or InputError where a line of it cannot be read."""
    return Journal(open_run_ledger(state_dir, run_id), text_of)


def open_run_ledger(state_dir: Path, run_id: str) -> Ledger:
    """The ledger of a run that no other process is writing.

    An interrupted run's ledger is taken up again, the fullest first. A completed one is begun anew. When
    other runs of the same identity hold theirs, this one gets another file: ``<run id>-2.jsonl`` and so on.
    A run that is recorded into a cassette or replayed from it shares none with another run.

    Raises
    ------
    StorageError
        If the folder cannot be written.
    """
    session = in_force()
    for path in _candidates(state_dir, run_id if session is None else f"{run_id}-{session.token}"):
        _empty_if_complete(path)
        try:
            return Ledger(path)
        except StorageError:
            if _is_free(path):
                raise
    raise AssertionError("there is always one more file name")


def _candidates(state_dir: Path, run_id: str) -> Iterator[Path]:
    existing: list[Path] = []
    for number in count(1):
        path = ledger_path(state_dir, run_id if number == 1 else f"{run_id}-{number}")
        if not path.exists() and not _lock(path).path.exists():
            break
        existing.append(path)
    resumable = [path for path in existing if path.exists() and not is_complete(path)]
    resumable.sort(key=lambda path: -path.stat().st_size)
    yield from resumable
    yield from (path for path in existing if path not in resumable)
    for later in count(number):
        yield ledger_path(state_dir, run_id if later == 1 else f"{run_id}-{later}")


def is_complete(path: Path) -> bool:
    """Whether a ledger's last whole line says that its run wrote its results."""
    with path.open("rb") as stream:
        stream.seek(0, 2)
        stream.seek(max(0, stream.tell() - TAIL_BYTES))
        lines = stream.read().split(b"\n")[:-1]
    return bool(lines) and lines[-1].startswith(COMPLETE.encode("ascii"))


def _empty_if_complete(path: Path) -> None:
    lock = _lock(path)
    if not lock.try_acquire():
        return
    try:
        if path.exists() and is_complete(path):
            path.unlink()
    finally:
        lock.release()


def _is_free(path: Path) -> bool:
    lock = _lock(path)
    if not lock.try_acquire():
        return False
    lock.release()
    return True


def _lock(path: Path) -> FileLock:
    return FileLock(path.with_name(path.name + ".lock"))
