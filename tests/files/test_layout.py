from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from cairn_nb.errors import StorageError
from cairn_nb.files.layout import RunPaths, ledger_path

NOON = datetime(2026, 1, 2, 12, 30, 5, 999, tzinfo=UTC)


def test_names_are_the_reference_s() -> None:
    paths = RunPaths.at("reports", "default", NOON)
    assert paths.report == Path("reports/default-20260102T123005Z.json")
    assert paths.evidence == Path("reports/default-20260102T123005Z.evidence.jsonl.gz")
    assert paths.html == Path("reports/default-20260102T123005Z.html")
    assert paths.notebook == Path("reports/default-20260102T123005Z.ipynb")
    assert paths.latest == Path("reports/latest/default.json")


def test_times_are_utc() -> None:
    berlin = NOON.astimezone(timezone(timedelta(hours=1)))
    assert RunPaths.at("reports", "a", berlin) == RunPaths.at("reports", "a", NOON)
    with pytest.raises(ValueError, match="time zone"):
        RunPaths.at("reports", "a", NOON.replace(tzinfo=None))


def test_out_moves_everything_but_latest() -> None:
    paths = RunPaths.beside("ci/v1.2.json", reports_dir="reports", config_name="default")
    assert paths.evidence == Path("ci/v1.2.evidence.jsonl.gz")
    assert paths.html == Path("ci/v1.2.html")
    assert paths.latest == Path("reports/latest/default.json")


def test_runs_of_the_same_second_get_names_of_their_own(tmp_path: Path) -> None:
    got: list[RunPaths] = []
    threads = [
        threading.Thread(target=lambda: got.append(RunPaths.reserve(tmp_path, "default", NOON))) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    names = {paths.report.name for paths in got}
    assert names == {"default-20260102T123005Z.json"} | {f"default-20260102T123005Z-{n}.json" for n in range(2, 9)}


def test_a_report_without_evidence_holds_its_name_too(tmp_path: Path) -> None:
    RunPaths.at(tmp_path, "a", NOON).report.write_text("{}", encoding="utf-8")
    assert RunPaths.reserve(tmp_path, "a", NOON).report.name == "a-20260102T123005Z-2.json"


def test_an_impossible_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(StorageError):
        RunPaths.reserve(tmp_path / "file", "a", NOON)


def test_ledgers() -> None:
    assert ledger_path(".cairn", "r1") == Path(".cairn/ledger/r1.jsonl")
