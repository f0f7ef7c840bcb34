"""A notebook that a verb ran is trusted by this user's JupyterLab; where that cannot be said, nothing fails."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import nbformat
import pytest
from nbformat.sign import NotebookNotary

from cairn_nb.notebook.sign import sign
from tests.notebook.books import book, code


@pytest.fixture
def notebook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))
    place = tmp_path / "run.ipynb"
    place.write_text(json.dumps(book(code("1 + 1"))), encoding="utf-8")
    return place


def trusted(path: Path) -> bool:
    with NotebookNotary() as notary:
        return bool(notary.check_signature(nbformat.read(path, as_version=4)))


def test_it_is_trusted_until_it_is_changed(notebook: Path) -> None:
    assert not trusted(notebook)
    assert sign(notebook)
    assert trusted(notebook)
    notebook.write_text(notebook.read_text(encoding="utf-8").replace("1 + 1", "1 + 2"), encoding="utf-8")
    assert not trusted(notebook)


def test_where_nothing_can_be_written_it_is_not_and_nobody_is_disturbed(
    notebook: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(notebook))  # a file, so that no folder can be made
    with caplog.at_level(logging.DEBUG):
        assert not sign(notebook)
    assert capfd.readouterr() == ("", "")
