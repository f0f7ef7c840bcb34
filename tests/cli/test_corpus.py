"""`cairn corpus generate` prints what it wrote."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Verb


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_it_prints_counts_and_the_folder(verb: Verb) -> None:
    ran = verb("corpus", "generate")
    assert ran.code == 0
    rows = dict(line.split("  ", 1) for line in ran.out.splitlines())
    assert int(rows["documents"]) >= 60
    assert int(rows["golden cases"]) >= 400
    assert rows["folder"].strip() == str(Path("golden/sample"))
    assert Path("golden/sample/cases.jsonl").is_file()


def test_a_changed_file_is_refused_without_force(verb: Verb) -> None:
    first = verb("corpus", "generate", "--out", "s", "--json").json
    cases = Path("s/cases.jsonl")
    cases.write_text("mine\n", encoding="utf-8")
    refused = verb("corpus", "generate", "--out", "s")
    assert refused.code == 2
    assert cases.read_text(encoding="utf-8") == "mine\n"
    assert verb("corpus", "generate", "--out", "s", "--force", "--json").json == first
