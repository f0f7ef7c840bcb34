from __future__ import annotations

import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

from cairn_nb.errors import InputError, StorageError
from cairn_nb.runner.preflight import check_out, check_places


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
    check_out(tmp_path / "new" / "report.json")
    with pytest.raises(InputError, match="is a folder"):
        check_out(tmp_path)
    with pytest.raises(InputError, match=r"ends in \.json"):
        check_out(tmp_path / "report")
