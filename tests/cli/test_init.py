"""`cairn init` prints what it wrote, and keeps what was there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Verb


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_it_prints_each_file_and_the_next_step(verb: Verb) -> None:
    ran = verb("init", "my project")
    assert ran.code == 0
    assert f"wrote {Path('my project/configs/default.yaml')}\n" in ran.out
    assert ran.out.splitlines()[-1].startswith("next: cd 'my project' && cairn corpus generate && ")
    assert ran.err == ""


def test_a_second_time_it_keeps_everything_and_says_so_on_stderr(verb: Verb) -> None:
    verb("init", "p")
    ran = verb("init", "p")
    assert ran.code == 0
    assert "wrote" not in ran.out
    assert f"kept {Path('p/configs/default.yaml')}: it was there already" in ran.err


def test_in_the_working_directory_there_is_nothing_to_enter(verb: Verb) -> None:
    assert verb("init").out.splitlines()[-1].startswith("next: cairn corpus generate")


def test_json_lists_both(verb: Verb) -> None:
    laid = verb("init", "p", "--json").json
    assert "configs/default.yaml" in laid["written"]
    assert laid["kept"] == []


def test_a_file_is_no_place_for_a_project(verb: Verb) -> None:
    Path("p").write_text("mine", encoding="utf-8")
    assert verb("init", "p").code == 2
    assert Path("p").read_text(encoding="utf-8") == "mine"
