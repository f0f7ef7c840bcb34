"""The reply cache: damage, two processes, a full disk."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from cairn_nb.providers.cache import DamagedCacheWarning, ReplyCache, content_key

KEY = content_key({"question": "船は?"})
WRITER = """
import sys
from cairn_nb.providers.cache import ReplyCache, content_key
cache = ReplyCache(sys.argv[1])
for number in range(300):
    cache.put(content_key({"n": number % 20}), sys.argv[2] * 2000)
    value = cache.get(content_key({"n": number % 20}))
    assert value in ("a" * 2000, "b" * 2000), value[:9]
"""


def test_a_key_depends_on_content_and_not_on_order() -> None:
    assert content_key({"a": 1, "b": [1, 2]}) == content_key({"b": [1, 2], "a": 1})
    assert content_key({"a": 1}) != content_key({"a": 1.5}) != content_key({"a": "1.5"})
    assert len(KEY) == 64


def test_what_is_put_is_got(tmp_path: Path) -> None:
    cache = ReplyCache(tmp_path / "replies")
    assert cache.get(KEY) is None
    assert not (tmp_path / "replies").exists()
    cache.put(KEY, "四十二\nline two")
    assert cache.get(KEY) == "四十二\nline two"
    assert ReplyCache(tmp_path / "replies").get(KEY) == "四十二\nline two"
    assert [path.name for path in cache.path(KEY).parent.iterdir()] == [f"{KEY}.json"]


@pytest.mark.parametrize("damage", [b"", b"\n", b"no digest", b"0" * 64 + b"\n{}"])
def test_a_damaged_entry_is_passed_over_with_a_warning_and_written_anew(tmp_path: Path, damage: bytes) -> None:
    cache = ReplyCache(tmp_path)
    cache.put(KEY, "good")
    cache.path(KEY).write_bytes(damage)
    with pytest.warns(DamagedCacheWarning, match=f"{KEY}.*damaged"):
        assert cache.get(KEY) is None
    cache.put(KEY, "good")
    assert cache.get(KEY) == "good"


def test_one_altered_byte_is_damage(tmp_path: Path) -> None:
    cache = ReplyCache(tmp_path)
    cache.put(KEY, "the cost is 42")
    data = cache.path(KEY).read_bytes()
    for place in (0, 64, len(data) - 1):
        cache.path(KEY).write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
        with pytest.warns(DamagedCacheWarning):
            assert cache.get(KEY) is None


def test_a_folder_that_refuses_loses_no_reply(tmp_path: Path) -> None:
    (tmp_path / KEY[:2]).write_text("a file where a folder should be", encoding="utf-8")
    cache = ReplyCache(tmp_path)
    with pytest.warns(DamagedCacheWarning):
        cache.put(KEY, "value")
    with pytest.warns(DamagedCacheWarning):
        assert cache.get(KEY) is None


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full, a device that is always full")
def test_a_full_disk_loses_no_reply(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: Path, data: bytes) -> None:
        with Path("/dev/full").open("wb") as stream:
            stream.write(data * 10_000)

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.warns(DamagedCacheWarning, match="No space left"):
        ReplyCache(tmp_path).put(KEY, "value")
    assert not any(path.is_file() for path in tmp_path.rglob("*"))


def test_two_processes_share_a_folder(tmp_path: Path) -> None:
    command = [sys.executable, "-W", "error", "-c", WRITER, str(tmp_path)]
    started = [subprocess.Popen([*command, letter], env=dict(os.environ)) for letter in "ab"]
    assert [process.wait(60) for process in started] == [0, 0]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert all(ReplyCache(tmp_path).get(content_key({"n": number})) for number in range(20))
    assert not list(tmp_path.rglob("*.tmp"))
