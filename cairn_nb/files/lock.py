"""A lock between processes that dies with its holder, so that a killed run never blocks the next one."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from cairn_nb.errors import StorageError
from cairn_nb.files.atomic import storage_error

LONGEST_PAUSE_S = 0.1

if sys.platform == "win32":
    import msvcrt

    def _take(handle: int) -> bool:
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _take(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


class FileLock:
    """Exclusive use of something, by an advisory lock on the file `path`.

    The file is made when missing and never removed: removing it would let two holders in. Two locks on one
    path exclude each other within one process too.

    Parameters
    ----------
    path
        The lock's file.
    timeout_s
        How long ``with`` waits; None waits for as long as it takes.
    """

    def __init__(self, path: Path | str, *, timeout_s: float | None = None) -> None:
        self.path = Path(path)
        self.timeout_s = timeout_s
        self._handle: int | None = None

    @property
    def held(self) -> bool:
        """Whether this object holds the lock."""
        return self._handle is not None

    def _open(self) -> int:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            return os.open(self.path, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as error:
            raise storage_error(error, self.path) from error

    def try_acquire(self) -> bool:
        """Take the lock if it is free; says whether it was.

        Raises
        ------
        StorageError
            If the lock's file cannot be made.
        """
        if self._handle is not None:
            raise RuntimeError(f"{self.path} is already held by this lock")
        handle = self._open()
        if _take(handle):
            self._handle = handle
            return True
        os.close(handle)
        return False

    def acquire(self, *, timeout_s: float | None = None) -> None:
        """Wait for the lock.

        Parameters
        ----------
        timeout_s
            How long to wait; None waits for as long as it takes.

        Raises
        ------
        StorageError
            If it did not come free in time, or the lock's file cannot be made.
        """
        give_up = None if timeout_s is None else time.monotonic() + timeout_s
        pause = 0.005
        while not self.try_acquire():
            if give_up is not None and time.monotonic() >= give_up:
                raise StorageError(
                    f"is held by another run (waited {timeout_s:g} s)", path=self.path, hint="wait for it or stop it"
                )
            time.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE_S)

    def release(self) -> None:
        """Give the lock back; does nothing when it is not held."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    def __enter__(self) -> Self:
        self.acquire(timeout_s=self.timeout_s)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.release()
