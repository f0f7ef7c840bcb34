"""`cairn demo` hands its exit code on."""

from __future__ import annotations

from pathlib import Path

import pytest

from cairn_nb.project import demo
from tests.cli.conftest import Verb


@pytest.mark.parametrize("code", [0, 2])
def test_the_demos_exit_code_is_the_verbs(verb: Verb, monkeypatch: pytest.MonkeyPatch, code: int) -> None:
    asked: list[tuple[Path, bool]] = []

    def run_demo(folder: Path, *, headless: bool) -> int:
        asked.append((folder, headless))
        return code

    monkeypatch.setattr(demo, "run_demo", run_demo)
    assert verb("demo", "elsewhere", "--headless").code == code
    assert asked == [(Path("elsewhere"), True)]
