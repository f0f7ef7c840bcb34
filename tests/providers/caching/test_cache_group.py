"""Replies that are written together: seen at once, on disk soon, and lost only with the process itself."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from cairn_nb.providers.caching.cache import DamagedCacheWarning, ReplyCache
from cairn_nb.providers.caching.cache_group import GROUP_S, GroupedPuts

WRITER = """
import asyncio, itertools, sys
from cairn_nb.providers.caching.cache import ReplyCache
from cairn_nb.providers.caching.cache_group import GroupedPuts

async def main():
    puts = GroupedPuts(ReplyCache(sys.argv[1]))
    for number in itertools.count():
        puts.put(f"key {number}", f"value {number}")
        print(number, flush=True)
        await asyncio.sleep(0.001)

asyncio.run(main())
"""


def on_disk(folder: Path) -> dict[str, str]:
    cache = ReplyCache(folder)
    with closing(sqlite3.connect(cache.path)) as connection:
        keys = [key for (key,) in connection.execute("select key from replies")]
    return cache.get_many(keys)


def test_a_reply_is_found_before_it_is_written_and_written_soon(tmp_path: Path) -> None:
    async def run() -> tuple[str | None, str | None, str | None]:
        puts = GroupedPuts(ReplyCache(tmp_path))
        puts.put("a", "first")
        puts.put("b", "second")
        at_once, elsewhere = puts.get("a"), ReplyCache(tmp_path).get("a")
        await asyncio.sleep(5 * GROUP_S)
        return at_once, elsewhere, ReplyCache(tmp_path).get("b")

    assert asyncio.run(run()) == ("first", None, "second")


def test_a_later_group_follows_an_earlier_one(tmp_path: Path) -> None:
    async def run() -> None:
        puts = GroupedPuts(ReplyCache(tmp_path))
        for key in "abc":
            puts.put(key, "old")
            puts.put(key, key)
            await asyncio.sleep(2 * GROUP_S)
        puts.put("d", "d")
        puts.flush()
        puts.flush()

    asyncio.run(run())
    assert on_disk(tmp_path) == {key: key for key in "abcd"}


def test_a_file_that_is_locked_loses_no_reply_to_the_caller(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cairn_nb.providers.caching.cache.BUSY_S", 0.05)
    cache = ReplyCache(tmp_path)
    cache.put("a", "kept")

    async def run() -> None:
        puts = GroupedPuts(cache)
        puts.put("b", "value")
        with closing(sqlite3.connect(cache.path, isolation_level=None)) as other:
            other.execute("begin immediate")
            with pytest.warns(DamagedCacheWarning, match="locked"):
                puts.flush()
        puts.put("c", "later")
        puts.flush()

    asyncio.run(run())
    assert on_disk(tmp_path) == {"a": "kept", "c": "later"}


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
def test_a_killed_process_loses_only_the_last_group(tmp_path: Path) -> None:
    command = [sys.executable, "-W", "error", "-c", WRITER, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if int(line) > 200 and len(on_disk(tmp_path)) > 100:
                break
        process.send_signal(signal.SIGKILL)
        last = int([line, *process.stdout][-1])
    kept = on_disk(tmp_path)
    assert kept == {f"key {number}": f"value {number}" for number in range(len(kept))}
    assert 100 < len(kept) <= last + 1
