from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from cairn_nb.errors import StorageError, StoredIndexError
from cairn_nb.files.lock import FileLock
from cairn_nb.retrieval.folders import building, check_files, digests, holding, link_files


def fill(folder: Path, content: str) -> None:
    (folder / "deep").mkdir()
    (folder / "deep" / "a.txt").write_text(content, encoding="utf-8")


def test_a_folder_appears_whole(tmp_path: Path) -> None:
    with building(tmp_path / "x" / "result") as temporary:
        fill(temporary, "one")
        assert not (tmp_path / "x" / "result").exists()
    assert (tmp_path / "x" / "result" / "deep" / "a.txt").read_text(encoding="utf-8") == "one"
    assert [path.name for path in (tmp_path / "x").iterdir()] == ["result"]


def test_a_block_that_fails_leaves_nothing_new(tmp_path: Path) -> None:
    with building(tmp_path / "result") as temporary:
        fill(temporary, "old")
    with pytest.raises(KeyError), building(tmp_path / "result") as temporary:
        fill(temporary, "new")
        raise KeyError("row")
    assert (tmp_path / "result" / "deep" / "a.txt").read_text(encoding="utf-8") == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["result"]


def test_a_damaged_folder_and_what_killed_builders_left_are_replaced(tmp_path: Path) -> None:
    fill_me = tmp_path / "result"
    fill_me.mkdir()
    (tmp_path / ".result.99-abcd.tmp").mkdir()
    (tmp_path / ".result.99-abcd.tmp" / "half").write_text("", encoding="utf-8")
    (tmp_path / ".result2.99-abcd.tmp").mkdir()
    with building(fill_me) as temporary:
        fill(temporary, "new")
    assert sorted(path.name for path in tmp_path.iterdir()) == [".result2.99-abcd.tmp", "result"]
    assert digests(fill_me).keys() == {"deep/a.txt"}


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(StorageError, match="cannot be written"), building(tmp_path / "file" / "result"):
        pytest.fail("the block was entered")


def test_every_file_is_checked(tmp_path: Path) -> None:
    fill(tmp_path, "one")
    files = digests(tmp_path)
    check_files(tmp_path, files)
    (tmp_path / "deep" / "a.txt").write_text("two", encoding="utf-8")
    with pytest.raises(StoredIndexError, match=r"a\.txt: was damaged or edited.*cairn ingest"):
        check_files(tmp_path, files)
    (tmp_path / "deep" / "a.txt").unlink()
    with pytest.raises(StoredIndexError, match=r"a\.txt: cannot be read: No such file"):
        check_files(tmp_path, files)


def test_links_hold_the_content_when_the_source_goes(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    fill(source, "one")
    link_files(source, tmp_path / "target", digests(source))
    (source / "deep" / "a.txt").unlink()
    assert (tmp_path / "target" / "deep" / "a.txt").read_text(encoding="utf-8") == "one"


def test_waiting_for_a_lock_leaves_the_loop_free(tmp_path: Path) -> None:
    async def run() -> int:
        first = FileLock(tmp_path / "x.lock")
        assert first.try_acquire()
        ticks = 0

        async def wait() -> None:
            async with holding(tmp_path / "x.lock"):
                assert not first.held

        waiting = asyncio.create_task(wait())
        for _ in range(5):
            await asyncio.sleep(0.002)
            ticks += 1
        first.release()
        await waiting
        return ticks

    assert asyncio.run(run()) == 5
