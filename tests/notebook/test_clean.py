from __future__ import annotations

import json
from pathlib import Path

from cairn_nb.files.packaged import packaged_dir
from cairn_nb.notebook.clean import main
from tests.notebook.books import book, code


def executed(path: Path) -> Path:
    cell = code("1 + 1")
    cell["outputs"] = [{"output_type": "stream", "name": "stdout", "text": "2"}]
    cell["execution_count"] = 7
    cell["metadata"] = {"tags": ["keep"], "papermill": {"duration": 1}}
    path.write_text(json.dumps({**book(cell), "metadata": {"papermill": {"parameters": {"a": 1}}}}))
    return path


def test_check_names_a_dirty_notebook_and_leaves_it(tmp_path: Path) -> None:
    path = executed(tmp_path / "a.ipynb")
    before = path.read_bytes()
    assert main(["--check", str(tmp_path)]) == 1
    assert path.read_bytes() == before


def test_cleaning_keeps_sources_and_tags_alone(tmp_path: Path) -> None:
    path = executed(tmp_path / "a.ipynb")
    assert main([str(path)]) == 0
    text = path.read_text()
    assert "papermill" not in text and '"keep"' in text and "1 + 1" in text and '"execution_count": null' in text
    assert main(["--check", str(path)]) == 0


def test_the_packages_notebooks_are_clean() -> None:
    assert main(["--check", str(packaged_dir("notebooks"))]) == 0
