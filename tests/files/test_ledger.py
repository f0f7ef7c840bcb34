from __future__ import annotations

import asyncio
import errno
import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from cairn_nb.errors import InputError, StorageError
from cairn_nb.files import group_writer
from cairn_nb.files.ledger import Ledger, read_ledger


def test_rows_come_back_in_order(tmp_path: Path) -> None:
    place = tmp_path / "runs" / "r.jsonl"
    with Ledger(place) as ledger:
        assert ledger.entries == ()
        ledger.append({"key": "a", "text": "日本\n"})
        ledger.append_line('{"key": "b"}')
    with Ledger(place) as ledger:
        assert ledger.entries == ({"key": "a", "text": "日本\n"}, {"key": "b"})
        ledger.append({"key": "c"})
    assert [row["key"] for row in read_ledger(place)] == ["a", "b", "c"]
    assert read_ledger(tmp_path / "none.jsonl") == ()


def test_flush_and_synced_mean_on_disk(tmp_path: Path) -> None:
    async def write() -> None:
        with Ledger(tmp_path / "r.jsonl") as ledger:
            for number in range(100):
                ledger.append({"n": number})
            await ledger.synced()
            assert len(read_ledger(ledger.path)) == 100
            await ledger.synced()
            ledger.append({"n": 100})
            ledger.flush()
            assert len(read_ledger(ledger.path)) == 101

    asyncio.run(write())


def test_a_row_is_on_disk_soon_without_asking(tmp_path: Path) -> None:
    with Ledger(tmp_path / "r.jsonl") as ledger:
        ledger.append({"n": 0})
        give_up = time.monotonic() + 5
        while not read_ledger(ledger.path):
            assert time.monotonic() < give_up
            time.sleep(0.005)


def test_appends_share_their_syncs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real, calls = os.fsync, []
    monkeypatch.setattr(group_writer.os, "fsync", lambda handle: (calls.append(handle), real(handle)))
    with Ledger(tmp_path / "r.jsonl") as ledger:
        calls.clear()
        for number in range(5000):
            ledger.append({"n": number})
        ledger.flush()
        assert len(calls) < 60
    assert len(read_ledger(ledger.path)) == 5000


def test_threads_may_append_together(tmp_path: Path) -> None:
    with Ledger(tmp_path / "r.jsonl") as ledger:

        def work(name: int) -> None:
            for number in range(200):
                ledger.append({"by": name, "n": number})

        threads = [threading.Thread(target=work, args=(name,)) for name in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    rows = read_ledger(ledger.path)
    for name in range(4):
        assert [row["n"] for row in rows if row["by"] == name] == list(range(200))


@pytest.mark.parametrize("torn", [b'{"key": "b', b"{", b"\xe6\x97", b'{"key": "b"}'])
def test_a_torn_last_line_is_cut_off(tmp_path: Path, torn: bytes) -> None:
    place = tmp_path / "r.jsonl"
    place.write_bytes(b'{"key": "a"}\n' + torn)
    assert read_ledger(place) == ({"key": "a"},)
    with Ledger(place) as ledger:
        assert ledger.entries == ({"key": "a"},)
        ledger.append({"key": "c"})
    assert place.read_bytes() == b'{"key": "a"}\n{"key":"c"}\n'


@pytest.mark.parametrize("damage", [b'{"key": \n', b"\xff\xfe\n", b"\0\0\0\0\n", b'{"key": "b"}{"key": "c"}\n'])
def test_a_damaged_line_in_the_middle_is_named_and_nothing_is_changed(tmp_path: Path, damage: bytes) -> None:
    place = tmp_path / "r.jsonl"
    content = b'{"key": "a"}\n' + damage + b'{"key": "z"}\n'
    place.write_bytes(content)
    for _ in range(2):  # the lock is given back after a refusal
        with pytest.raises(InputError, match=r"r\.jsonl:2: .*move the file away"):
            Ledger(place)
    assert place.read_bytes() == content


def test_only_one_may_write(tmp_path: Path) -> None:
    with Ledger(tmp_path / "r.jsonl"), pytest.raises(StorageError, match="another run is writing this ledger"):
        Ledger(tmp_path / "r.jsonl")


def test_a_closed_ledger_refuses(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "r.jsonl")
    ledger.append({"n": 1})
    ledger.close()
    ledger.close()
    ledger.flush()
    with pytest.raises(StorageError, match="is closed"):
        ledger.append({"n": 2})


def test_rows_that_are_not_one_json_line_are_refused_at_once(tmp_path: Path) -> None:
    with Ledger(tmp_path / "r.jsonl") as ledger:
        with pytest.raises(ValueError, match="Out of range"):
            ledger.append({"n": float("nan")})
        with pytest.raises(ValueError, match="one line"):
            ledger.append_line('{"a":\n1}')


def test_a_full_disk_stops_every_later_call_and_leaves_whole_lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "r.jsonl"
    ledger = Ledger(place)
    ledger.append({"n": 1})
    ledger.flush()

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(group_writer.os, "fsync", full)
    ledger.append({"n": 2})
    with pytest.raises(StorageError, match=r"r\.jsonl: cannot be written: No space left"):
        ledger.flush()
    for call in (lambda: ledger.append({"n": 3}), ledger.flush, lambda: asyncio.run(ledger.synced()), ledger.close):
        with pytest.raises(StorageError, match="No space left"):
            call()
    assert place.read_bytes() == b'{"n":1}\n'
    monkeypatch.undo()
    with Ledger(place) as again:
        assert again.entries == ({"n": 1},)


LIMITED = """
import resource, signal, sys
from cairn_nb.errors import StorageError
from cairn_nb.files.ledger import Ledger
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))
ledger = Ledger(sys.argv[1])
try:
    for number in range(100):
        ledger.append({"n": number, "text": "x" * 300})
    ledger.flush()
except StorageError as error:
    print(error)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on file sizes")
def test_a_write_that_the_system_cuts_short_leaves_whole_lines(tmp_path: Path) -> None:
    place = tmp_path / "r.jsonl"
    run = subprocess.run([sys.executable, "-c", LIMITED, str(place)], capture_output=True, text=True, check=True)
    assert "cannot be written: File too large" in run.stdout
    data = place.read_bytes()
    assert data.endswith(b"}\n") and len(data) > 9_000  # what fits is kept, in whole lines
    with Ledger(place) as again:
        assert [entry["n"] for entry in again.entries] == list(range(len(again.entries)))
        again.append({"n": 1})


WRITER = """
import sys
from cairn_nb.files.ledger import Ledger
ledger = Ledger(sys.argv[1])
for number in range(len(ledger.entries), 10**9):
    ledger.append({"n": number, "text": "x" * 500})
    if number % 50 == 0:
        ledger.flush()
        print(number, flush=True)
"""


def test_kill_at_any_moment_loses_nothing_that_was_flushed(tmp_path: Path) -> None:
    place, chance = tmp_path / "r.jsonl", random.Random(3)
    for _ in range(4):
        with subprocess.Popen([sys.executable, "-c", WRITER, str(place)], stdout=subprocess.PIPE) as writer:
            assert writer.stdout is not None
            writer.stdout.readline()
            time.sleep(chance.random() * 0.08)
            writer.send_signal(signal.SIGKILL)
            said = [int(line) for line in writer.stdout.read().split()]
        rows = read_ledger(place)
        assert [row["n"] for row in rows] == list(range(len(rows)))
        assert not said or len(rows) > said[-1]


def test_appending_is_cheap(tmp_path: Path) -> None:
    with Ledger(tmp_path / "r.jsonl") as ledger:
        line = '{"text": "' + "x" * 2000 + '"}'
        started = time.thread_time()
        for _ in range(2000):
            ledger.append_line(line)
        assert (time.thread_time() - started) / 2000 < 50e-6
