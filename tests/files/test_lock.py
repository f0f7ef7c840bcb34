from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from cairn_nb.errors import StorageError
from cairn_nb.files.lock import FileLock

HOLDER = """
import sys, time
from cairn_nb.files.lock import FileLock
lock = FileLock(sys.argv[1])
print(lock.try_acquire(), flush=True)
time.sleep(60)
"""


def test_two_holders_exclude_each_other_within_one_process(tmp_path: Path) -> None:
    first, second = FileLock(tmp_path / "a" / "x.lock"), FileLock(tmp_path / "a" / "x.lock")
    assert first.try_acquire()
    assert not second.try_acquire()
    with pytest.raises(RuntimeError, match="already held"):
        first.try_acquire()
    first.release()
    first.release()
    assert second.try_acquire()
    second.release()


def test_waiting_ends_when_the_holder_lets_go(tmp_path: Path) -> None:
    first = FileLock(tmp_path / "x.lock")
    first.acquire()
    timer = threading.Timer(0.05, first.release)
    timer.start()
    with FileLock(tmp_path / "x.lock", timeout_s=10) as second:
        assert second.held
        assert not first.held
    timer.join()


def test_a_timeout_names_the_lock(tmp_path: Path) -> None:
    with FileLock(tmp_path / "x.lock"), pytest.raises(StorageError, match=r"x\.lock: is held by another run.*0\.02 s"):
        FileLock(tmp_path / "x.lock").acquire(timeout_s=0.02)


def test_a_killed_holder_lets_go(tmp_path: Path) -> None:
    place = tmp_path / "x.lock"
    with subprocess.Popen([sys.executable, "-c", HOLDER, str(place)], stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline().strip() == b"True"
        mine = FileLock(place)
        assert not mine.try_acquire()
        holder.send_signal(signal.SIGKILL)
    started = time.monotonic()
    mine.acquire(timeout_s=5)
    assert time.monotonic() - started < 1
    mine.release()


def test_a_place_that_cannot_hold_a_lock(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(StorageError, match="cannot be written"):
        FileLock(tmp_path / "file" / "x.lock").try_acquire()
