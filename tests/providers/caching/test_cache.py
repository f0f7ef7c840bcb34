"""The reply cache: damage, two processes, a full disk, a killed writer."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
import threading
import warnings
from contextlib import closing
from pathlib import Path

import pytest

from cairn_nb.providers.caching.cache import DamagedCacheWarning, ReplyCache, content_key, text_key

KEY = content_key({"question": "船は?"})
WRITER = """
import sys
from cairn_nb.providers.caching.cache import ReplyCache, content_key
cache, letter, rounds = ReplyCache(sys.argv[1]), sys.argv[2], int(sys.argv[3])
print("ready", flush=True)
for number in range(rounds):
    cache.put(content_key({"n": number % 20}), letter * 2000)
    value = cache.get(content_key({"n": number % 20}))
    assert value in ("a" * 2000, "b" * 2000), value[:9]
"""


def writer(folder: Path, letter: str, rounds: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-W", "error", "-c", WRITER, str(folder), letter, str(rounds)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_texts_are_told_apart_by_where_they_end() -> None:
    keys = {
        text_key(*texts) for texts in ((), ("",), ("ab",), ("a", "b"), ("", "ab"), ("b", "a"), ("船",), ("\ud800",))
    }
    assert len(keys) == 8


def test_a_key_depends_on_content_and_not_on_order() -> None:
    assert content_key({"a": 1, "b": [1, 2]}) == content_key({"b": [1, 2], "a": 1})
    assert len({content_key({"a": value}) for value in (1, 1.5, "1", None, [1])}) == 5
    assert len(KEY) == 64


def test_what_is_put_is_got_also_by_the_next_process(tmp_path: Path) -> None:
    folder = tmp_path / "state" / "replies"
    cache = ReplyCache(folder)
    assert cache.get(KEY) is None
    cache.put(KEY, "四十二\nline two")
    cache.close()
    assert cache.get(KEY) == ReplyCache(folder).get(KEY) == "四十二\nline two"


def test_many_are_kept_and_found_together(tmp_path: Path) -> None:
    cache = ReplyCache(tmp_path)
    cache.put_many({content_key({"n": number}): str(number) for number in range(2000)})
    wanted = [content_key({"n": number}) for number in (0, 1999, 2000)]
    assert cache.get_many(wanted) == {wanted[0]: "0", wanted[1]: "1999"}


def test_an_altered_entry_is_passed_over_with_a_warning_and_written_anew(tmp_path: Path) -> None:
    cache = ReplyCache(tmp_path)
    cache.put(KEY, "the cost is 42")
    for altered in ("the cost is 43", "", None, b"the cost is 42"):
        with closing(sqlite3.connect(cache.path)) as connection, connection:
            connection.execute("update replies set value = ?", (altered,))
        with pytest.warns(DamagedCacheWarning, match=f"{KEY[:12]} is damaged"):
            assert cache.get(KEY) is None
    cache.put(KEY, "the cost is 42")
    assert cache.get(KEY) == "the cost is 42"


@pytest.mark.parametrize("damage", ["overwritten", "middle"])
def test_a_file_that_is_no_database_is_set_aside(tmp_path: Path, damage: str) -> None:
    cache = ReplyCache(tmp_path)
    cache.put_many({content_key({"n": number}): "x" * 3000 for number in range(50)})
    cache.close()
    data = cache.path.read_bytes()
    damaged = {"overwritten": b"nonsense" * 4096, "middle": data[:4096] + b"\xff" * 8192 + data[12288:]}
    cache.path.write_bytes(damaged[damage])
    with pytest.warns(DamagedCacheWarning, match="a new one is begun"):
        values = cache.get_many([content_key({"n": number}) for number in range(50)])
    assert values == {}
    cache.put(KEY, "good")
    assert ReplyCache(tmp_path).get(KEY) == "good"
    assert len(list(tmp_path.glob("*.damaged-*"))) >= 1


def test_a_folder_that_refuses_loses_no_reply(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file where a folder should be", encoding="utf-8")
    cache = ReplyCache(tmp_path / "taken")
    with pytest.warns(DamagedCacheWarning, match="taken"):
        cache.put(KEY, "value")
    with pytest.warns(DamagedCacheWarning):
        assert cache.get(KEY) is None


def test_a_full_disk_loses_no_reply(tmp_path: Path) -> None:
    cache = ReplyCache(tmp_path)
    cache.put(KEY, "first")
    connection = cache._opened()
    pages = connection.execute("pragma page_count").fetchone()[0]
    connection.execute(f"pragma max_page_count = {pages}")
    with pytest.warns(DamagedCacheWarning, match="full"):
        cache.put(content_key({"n": 1}), "x" * 100_000)
    assert cache.get(KEY) == "first"
    assert not list(tmp_path.glob("*.damaged-*"))


def test_a_locked_file_is_waited_for_and_then_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cairn_nb.providers.caching.cache.BUSY_S", 0.05)
    cache = ReplyCache(tmp_path)
    cache.put(KEY, "value")
    with closing(sqlite3.connect(cache.path, isolation_level=None)) as other:
        other.execute("begin immediate")
        with pytest.warns(DamagedCacheWarning, match="locked"):
            cache.put(KEY, "other")
        assert cache.get(KEY) == "value"  # readers do not wait
    cache.put(KEY, "other")
    assert cache.get(KEY) == "other"


def test_two_processes_share_a_folder(tmp_path: Path) -> None:
    started = [writer(tmp_path, letter, 300) for letter in "ab"]
    for process in started:
        process.communicate(timeout=60)
    assert [process.returncode for process in started] == [0, 0]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(ReplyCache(tmp_path).get_many(content_key({"n": number}) for number in range(20))) == 20


def test_a_killed_writer_leaves_whole_replies(tmp_path: Path) -> None:
    process = writer(tmp_path, "a", 10**9)
    assert process.stdout is not None
    process.stdout.readline()
    deadline = threading.Event()
    while not ReplyCache(tmp_path).get(content_key({"n": 19})):
        deadline.wait(0.01)
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=60)
    cache = ReplyCache(tmp_path)
    assert set(cache.get_many(content_key({"n": number}) for number in range(20)).values()) == {"a" * 2000}
    cache.put(KEY, "and on")
    assert cache.get(KEY) == "and on"


def test_threads_share_a_cache(tmp_path: Path) -> None:
    cache = ReplyCache(tmp_path)

    def work(letter: str) -> None:
        for number in range(50):
            cache.put(content_key({"thread": letter, "n": number}), letter)

    threads = [threading.Thread(target=work, args=(letter,)) for letter in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    keys = [content_key({"thread": letter, "n": number}) for letter in "abcd" for number in range(50)]
    assert len(cache.get_many(keys)) == 200
