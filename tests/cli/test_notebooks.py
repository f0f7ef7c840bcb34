"""A verb and its notebook: the same JSON, the same exit code, and a page beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from cairn_nb.cli.notebooks import run_verb
from cairn_nb.errors import CairnError
from cairn_nb.notebook import run as notebook_run
from cairn_nb.notebook.run import Conclusion, NotebookRun
from tests.cli.conftest import Verb

REPORT = "reports/good.json"


@pytest.mark.kernel
@pytest.mark.slow
def test_a_gate_by_its_notebook_says_what_the_function_says(project: Path, verb: Verb) -> None:
    args = ("gate", "--baseline", REPORT, "--candidate", REPORT, "--max-cost-increase", "0.5")
    shown = verb(*args)
    assert shown.code == 0, shown.err
    assert shown.out == verb(*args, "--headless").out  # deltas in the same order, too
    page = project / "reports/gate-good.html"
    assert page.is_file()
    assert f"explore: {Path('reports/gate-good.html')}" in shown.err


def test_a_notebook_that_stopped_is_two_and_names_its_page(in_project: Verb, monkeypatch: pytest.MonkeyPatch) -> None:
    stopped = NotebookRun(None, "GoldenError: row 7", ipynb=Path("reports/x.ipynb"), html=Path("reports/x.html"))
    monkeypatch.setattr(notebook_run, "run_notebook", lambda *_: stopped)
    ran = in_project("ingest", "--config", "configs/small.yaml")
    assert (ran.code, ran.out) == (2, "")
    assert "notebook 'ingest' stopped: GoldenError: row 7" in ran.err
    assert "x.html" in ran.err


def test_a_notebook_that_could_not_be_signed_is_told_and_nothing_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    done = NotebookRun(Conclusion(None, {}, 0), None, ipynb=Path("x.ipynb"), html=Path("x.html"), signed=False)
    monkeypatch.setattr(notebook_run, "run_notebook", lambda *_: done)
    assert run_verb("gate", {}).exit_code == 0
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.splitlines()[1].endswith("jupyter trust x.ipynb")


def test_the_error_is_one_of_ours() -> None:
    with pytest.raises(CairnError, match="no such notebook"):
        run_verb("evil", {})
