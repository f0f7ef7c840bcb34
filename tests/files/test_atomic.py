from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from cairn_nb.errors import StorageError
from cairn_nb.files import atomic


def left_over(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir() if path.name.endswith(".tmp")]


def test_text_keeps_its_line_ends_and_replaces_the_old_file(tmp_path: Path) -> None:
    place = tmp_path / "new" / "a.txt"
    atomic.write_text(place, "eins\r\nzwei\n")
    atomic.write_text(place, "ü\n")
    assert place.read_bytes() == b"\xc3\xbc\n"
    assert left_over(place.parent) == []


def test_json_refuses_nan_and_keeps_the_old_file(tmp_path: Path) -> None:
    place = tmp_path / "a.json"
    atomic.write_json(place, {"x": [1, "日"]})
    with pytest.raises(ValueError, match="Out of range float"):
        atomic.write_json(place, {"x": float("nan")})
    assert json.loads(place.read_text(encoding="utf-8")) == {"x": [1, "日"]}
    assert "日" in place.read_text(encoding="utf-8")


def test_a_block_that_fails_changes_nothing(tmp_path: Path) -> None:
    place = tmp_path / "a"
    atomic.write_bytes(place, b"old")
    with pytest.raises(KeyError), atomic.replacing(place) as stream:
        stream.write(b"half")
        raise KeyError("row")
    assert place.read_bytes() == b"old"
    assert left_over(tmp_path) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs Linux's /dev/full")
def test_a_full_disk_keeps_the_old_file_and_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = tmp_path / "report.json"
    atomic.write_bytes(place, b"old")

    def no_space(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", no_space)
    with pytest.raises(StorageError, match=r"report\.json: cannot be written: No space left.*free some space"):
        atomic.write_bytes(place, b"new")
    assert place.read_bytes() == b"old"
    assert left_over(tmp_path) == []


def test_a_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(StorageError, match="cannot be written"):
        atomic.write_text(tmp_path / "file" / "a.txt", "x")
    with pytest.raises(StorageError):
        atomic.check_writable(tmp_path / "file")


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="permissions do not bind root or Windows")
def test_a_read_only_folder_is_found(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(StorageError, match="Permission denied"):
        atomic.check_writable(tmp_path)
    tmp_path.chmod(0o700)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="needs root to become somebody else")
def test_a_read_only_folder_is_found_by_an_ordinary_user(tmp_path: Path) -> None:
    tmp_path.chmod(0o555)
    code = f"""
import os
from cairn_nb.errors import StorageError
from cairn_nb.files import atomic
os.setuid(65534)
try:
    atomic.check_writable({str(tmp_path)!r})
except StorageError as error:
    print(error)
"""
    for parent in tmp_path.parents[:2]:
        parent.chmod(0o755)
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "Permission denied" in run.stdout


def test_check_writable_makes_the_folder_and_leaves_it_empty(tmp_path: Path) -> None:
    atomic.check_writable(tmp_path / "a" / "b")
    assert list((tmp_path / "a" / "b").iterdir()) == []


def test_what_killed_writers_left_long_ago_is_removed(tmp_path: Path) -> None:
    for name, age_s in ((".a.json.7-ab.tmp", 7200), (".a.json.8-cd.tmp", 60), (".b.json.7-ab.tmp", 7200)):
        (tmp_path / name).write_text("half", encoding="utf-8")
        os.utime(tmp_path / name, (time.time() - age_s,) * 2)
    atomic.write_text(tmp_path / "a.json", "{}")
    assert sorted(path.name for path in tmp_path.iterdir()) == [".a.json.8-cd.tmp", ".b.json.7-ab.tmp", "a.json"]


def test_too_little_free_space_is_found_before_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(atomic.shutil, "disk_usage", lambda _: SimpleNamespace(free=3 * 2**20))
    atomic.check_writable(tmp_path, min_free_mb=3)
    with pytest.raises(StorageError, match="has 3 MB free, 4 MB are needed"):
        atomic.check_writable(tmp_path, min_free_mb=4)


WRITER = """
import sys
from cairn_nb.files import atomic
while True:
    for digit in "0123456789":
        atomic.write_bytes(sys.argv[1], (digit * 300_000).encode())
        print("ready", flush=True)
"""


def test_a_killed_writer_leaves_a_whole_file(tmp_path: Path) -> None:
    place = tmp_path / "latest.json"
    for pause in (0.0, 0.004, 0.011):
        with subprocess.Popen([sys.executable, "-c", WRITER, str(place)], stdout=subprocess.PIPE) as writer:
            assert writer.stdout is not None
            writer.stdout.readline()
            time.sleep(pause)
            writer.send_signal(signal.SIGKILL)
        data = place.read_bytes()
        assert len(data) == 300_000
        assert len(set(data)) == 1
