"""A configuration's paths as seen from another folder."""

from __future__ import annotations

from pathlib import Path

from cairn_nb.config.relocate import found_folder, relocated

CONFIG = {
    "corpus": "../docs",
    "golden": "../golden/cases.jsonl",
    "index": {"dir": "../.cairn/index"},
    "calibration": {"dir": "/abs/calibration"},
}


def project(tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    (tmp_path / "golden").mkdir()
    (tmp_path / "golden/cases.jsonl").write_text("", encoding="utf-8")
    (tmp_path / "configs").mkdir()
    return tmp_path


def test_the_folder_is_where_documents_and_questions_are_found(tmp_path: Path) -> None:
    root = project(tmp_path)
    assert found_folder(CONFIG, [root, root / "configs"]) == root / "configs"
    assert found_folder(CONFIG, [root]) is None
    assert found_folder({"corpus": "docs"}, [root]) is None


def test_relative_paths_move_and_absolute_ones_stay(tmp_path: Path) -> None:
    root = project(tmp_path)
    assert relocated(CONFIG, root / "configs", root / "reports/bench/r1") == {
        "corpus": "../../../docs",
        "golden": "../../../golden/cases.jsonl",
        "index.dir": "../../../.cairn/index",
        "calibration.dir": "/abs/calibration",
    }


def test_a_part_that_is_not_there_is_left_out(tmp_path: Path) -> None:
    assert relocated({"corpus": "a", "index": None}, tmp_path, tmp_path / "b") == {"corpus": "../a"}
