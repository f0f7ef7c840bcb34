from __future__ import annotations

import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

from cairn_nb.errors import InputError, StorageError
from cairn_nb.files.reports import write_report
from cairn_nb.runner.preflight import check_out, check_places
from tests.report_factory import answered_rows, build_report


def test_folders_are_made_and_left_empty(tmp_path: Path) -> None:
    check_places(tmp_path / "a" / "b", tmp_path / "c", n_pieces=10)
    assert list((tmp_path / "a" / "b").iterdir()) == []
    assert list((tmp_path / "c").iterdir()) == []


def test_more_pieces_need_more_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=40 * 2**20))
    check_places(tmp_path, n_pieces=100)  # 16 + 5 MB
    with pytest.raises(StorageError, match="has 40 MB free, 66 MB are needed"):
        check_places(tmp_path, n_pieces=1000)  # 16 + 50 MB


def test_a_report_needs_a_file_name(tmp_path: Path) -> None:
    check_out(tmp_path / "new" / "report.json", reports_dir=tmp_path)
    with pytest.raises(InputError, match="is a folder"):
        check_out(tmp_path, reports_dir=tmp_path)
    with pytest.raises(InputError, match=r"ends in \.json"):
        check_out(tmp_path / "report", reports_dir=tmp_path)


def test_an_older_report_may_be_replaced(tmp_path: Path) -> None:
    write_report(build_report(answered_rows(2)), tmp_path / "old.json")
    check_out(tmp_path / "old.json", reports_dir=tmp_path)


@pytest.mark.parametrize("text", ['{"threshold": 0.4, "alpha": 0.1}', '{"id": "a"}\n{"id": "b"}\n', "a: 1\n", "", "[]"])
def test_a_file_that_is_no_report_is_not_replaced(tmp_path: Path, text: str) -> None:
    place = tmp_path / "default.json"
    place.write_text(text)
    with pytest.raises(InputError, match="exists and is not a report, so it is not replaced"):
        check_out(place, reports_dir=tmp_path / "reports")
    assert place.read_text() == text


@pytest.mark.parametrize("name", ["default.json", "new.json", "deeper/new.json", "../latest/new.json"])
def test_a_baseline_is_not_replaced_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "reports" / "latest").mkdir(parents=True)
    write_report(build_report(answered_rows(2)), tmp_path / "reports" / "latest" / "default.json")
    with pytest.raises(InputError, match="baseline"):
        check_out(Path("reports/latest") / name, reports_dir=tmp_path / "reports")
