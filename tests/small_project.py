"""A small project, built once by the verbs themselves: for tests of what works on a whole project."""

from __future__ import annotations

import contextlib
import io
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from cairn_nb.cli.main import run

CONFIG = """\
name: small
corpus: ../golden/small/docs
golden: ../golden/small/cases.jsonl
index: {dir: ../.cairn/index}
calibration: {alpha: 0.4, delta: 0.2, dir: ../.cairn/calibration}
"""
NAMES = ("Adder", "Badger", "Curlew", "Dipper", "Egret", "Falcon", "Gannet", "Heron", "Ibis", "Jackdaw", "Kestrel")


def write_project(folder: Path) -> None:
    """Eleven documents of two facts each, a question about every fact, and five that nothing answers."""
    docs = folder / "golden/small/docs"
    docs.mkdir(parents=True)
    (folder / "configs").mkdir()
    (folder / "configs/small.yaml").write_text(CONFIG, encoding="utf-8")
    rows: list[dict[str, Any]] = []
    for number, name in enumerate(NAMES):
        weight = f"The {name} winch weighs {20 + 3 * number} kilograms."
        colour = f"The {name} winch was painted in the year {1950 + number}."
        (docs / f"{name.lower()}.txt").write_text(f"{weight}\n{colour}\n", encoding="utf-8")
        rows += [
            _row(f"{name}-weight", f"How many kilograms the {name} winch weighs?", str(20 + 3 * number), name, weight),
            _row(f"{name}-year", f"In the year the {name} winch was painted?", str(1950 + number), name, colour),
        ]
        if number % 2:
            rows.append({"id": f"{name}-owner", "question": f"Who sold {name} soup?", "answerable": False})
    lines = "".join(json.dumps(row) + "\n" for row in rows)
    (folder / "golden/small/cases.jsonl").write_text(lines, encoding="utf-8")


def _row(case_id: str, question: str, answer: str, name: str, quote: str) -> dict[str, Any]:
    support = [{"doc": f"{name.lower()}.txt", "quote": quote}]
    return {"id": case_id, "question": question, "expected_answer": answer, "support": support}


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project with its index, calibration record and a report. Never write into it; see `project`."""
    folder = tmp_path_factory.mktemp("small") / "project"
    write_project(folder)
    common = ["--config", "configs/small.yaml", "--headless", "--json"]
    with contextlib.chdir(folder), contextlib.redirect_stdout(io.StringIO()):
        for verb in ("ingest", "calibrate"):
            assert run([verb, *common]) == 0
        assert run(["eval", *common, "--out", "reports/good.json"]) == 0
    return folder


@pytest.fixture
def project(built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the built project to work in, as the working directory."""
    folder = tmp_path / "project"
    shutil.copytree(built, folder)
    monkeypatch.chdir(folder)
    return folder
