"""One thread that appends and syncs in groups, so that no caller ever waits for the disk."""

from __future__ import annotations

import io
import os
import threading
from concurrent.futures import Future
from pathlib import Path

from cairn_nb.errors import StorageError
from cairn_nb.files.atomic import storage_error

GROUP_S = 0.03  # with the sync itself, a line is safe within about 50 ms


class GroupWriter:
    """Appends to an open file from `size` on, in the order of the calls.

    Parameters
    ----------
    stream
        The unbuffered file; owned and closed by the writer.
    size
        Where its whole lines end, in bytes: a failed write is cut back to the last whole line.
    path
        Its name, for messages.
    """

    def __init__(self, stream: io.FileIO, size: int, path: Path) -> None:
        self._stream, self._size, self._path = stream, size, path
        self._wake = threading.Condition()
        self._pending: list[bytes] = []
        self._barriers: list[Future[None]] = []
        self._urgent = self._closing = False
        self._error: StorageError | None = None
        self._thread = threading.Thread(target=self._run, name=f"writer of {path.name}", daemon=True)
        self._thread.start()

    def append(self, data: bytes) -> None:
        """Hand over bytes; raises StorageError when an earlier write failed or the writer is closed."""
        with self._wake:
            if self._error is not None:
                raise self._error
            if self._closing:
                raise StorageError("is closed, nothing more can be written to it", path=self._path)
            self._pending.append(data)
            if len(self._pending) == 1:
                self._wake.notify()

    def barrier(self) -> Future[None]:
        """Done when everything handed over so far is on disk; holds the StorageError when that failed."""
        future: Future[None] = Future()
        with self._wake:
            if self._error is None and not self._closing:
                self._barriers.append(future)
                self._urgent = True
                self._wake.notify()
                return future
        if self._closing:
            self._thread.join()
        self._answer([future])
        return future

    def close(self) -> None:
        """Write what is left and close the file; raises StorageError if a write failed, now or earlier."""
        with self._wake:
            self._closing = True
            self._wake.notify()
        self._thread.join()
        self._stream.close()
        if self._error is not None:
            raise self._error

    def _run(self) -> None:
        closing = False
        while not closing and self._error is None:
            with self._wake:
                self._wake.wait_for(lambda: self._pending or self._urgent or self._closing)
                self._wake.wait_for(lambda: self._urgent or self._closing, timeout=GROUP_S)
                data, self._pending = b"".join(self._pending), []
                barriers, self._barriers = self._barriers, []
                self._urgent, closing = False, self._closing
            self._write(data)
            self._answer(barriers)

    def _write(self, data: bytes) -> None:
        if not data:
            return
        written = 0
        try:
            view = memoryview(data)
            while written < len(data):
                written += self._stream.write(view[written:])
            os.fsync(self._stream.fileno())
            self._size += len(data)
        except OSError as error:
            if written < len(data):
                # What a full disk still took was paid for like the rest: its whole lines stay.
                self._size += data.rfind(b"\n", 0, written) + 1
            self._give_up(error)

    def _give_up(self, error: OSError) -> None:
        """Keep only whole lines in the file and make every later call fail."""
        failure = storage_error(error, self._path)
        try:
            self._stream.truncate(self._size)
            os.fsync(self._stream.fileno())
        except OSError as second:
            failure.add_note(f"nor could its torn end be cut off: {second}")
        with self._wake:
            self._error = failure
            self._pending.clear()
            late, self._barriers = self._barriers, []
        self._answer(late)

    def _answer(self, barriers: list[Future[None]]) -> None:
        for barrier in barriers:
            if not barrier.set_running_or_notify_cancel():
                continue
            if self._error is not None:
                barrier.set_exception(self._error)
            else:
                barrier.set_result(None)
