from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from cairn_nb.retrieval import shared
from cairn_nb.retrieval.shared import Shared, shared_step, step_key


class Step:
    """A step that counts how often it is done."""

    def __init__(self, content: str = "x") -> None:
        self.content, self.times = content, 0

    async def __call__(self, folder: Path) -> None:
        self.times += 1
        await asyncio.sleep(0)
        (folder / "a.txt").write_text(self.content, encoding="utf-8")


def do(root: Path, step: Step, key: str = "k") -> Shared:
    return asyncio.run(shared_step(root, "step", key, step))


def test_equal_keys_do_it_once(tmp_path: Path) -> None:
    step = Step()
    first, second = do(tmp_path, step), do(tmp_path, step)
    assert step.times == 1
    assert first == second
    assert first.files.keys() == {"a.txt"}
    do(tmp_path, step, "other")
    assert step.times == 2


def test_at_the_same_time_it_is_done_once(tmp_path: Path) -> None:
    step = Step()

    async def run() -> None:
        await asyncio.gather(*(shared_step(tmp_path, "step", "k", step) for _ in range(4)))

    asyncio.run(run())
    assert step.times == 1


@pytest.mark.parametrize("damage", ["edit", "remove", "index", "no index"])
def test_a_damaged_result_is_made_again(tmp_path: Path, damage: str) -> None:
    step = Step()
    folder = do(tmp_path, step).folder
    if damage == "edit":
        (folder / "a.txt").write_text("y", encoding="utf-8")
    elif damage == "remove":
        (folder / "a.txt").unlink()
    elif damage == "index":
        (folder / "files.json").write_text("{", encoding="utf-8")
    else:
        (folder / "files.json").unlink()
    again = do(tmp_path, step)
    assert step.times == 2
    assert (again.folder / "a.txt").read_text(encoding="utf-8") == "x"


def test_a_step_that_fails_leaves_no_result(tmp_path: Path) -> None:
    async def fails(folder: Path) -> None:
        (folder / "half").write_text("", encoding="utf-8")
        raise RuntimeError("no vectors")

    with pytest.raises(RuntimeError):
        asyncio.run(shared_step(tmp_path, "step", "k", fails))
    assert [path.name for path in tmp_path.iterdir()] == ["step-k.lock"]
    step = Step()
    do(tmp_path, step)
    assert step.times == 1


def test_the_results_used_last_are_kept(tmp_path: Path) -> None:
    step = Step()
    for number in range(shared.KEPT_PER_STEP):
        folder = do(tmp_path, step, str(number)).folder
        os.utime(folder, (number, number))
    do(tmp_path, step, "0")  # used again: no longer the oldest
    do(tmp_path, step, "new")
    left = {path.name for path in tmp_path.iterdir() if path.is_dir()}
    assert len(left) == shared.KEPT_PER_STEP
    assert "step-0" in left
    assert "step-1" not in left


def test_a_key_depends_on_every_part_and_on_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = {step_key("a", {"b": 1}), step_key("a", {"b": 2}), step_key("c", {"b": 1}), step_key("a")}
    assert len(keys) == 4
    assert step_key("a", {"b": 1, "c": 2}) == step_key("a", {"c": 2, "b": 1})
    before = step_key("a")
    monkeypatch.setattr(shared, "_code_digest", lambda: "other code")
    assert step_key("a") != before
