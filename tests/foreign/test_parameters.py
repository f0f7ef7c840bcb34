"""A misspelt notebook parameter, in a real kernel: no result, a non-zero exit, and the nearest name."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from tests.foreign.projects import Project, command
from tests.foreign.refusal import contents

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
RUNNER = """
import sys
from cairn_nb.notebook.run import run_notebook
run_notebook("eval", {"confg": "small.yaml"})
"""


@pytest.mark.slow
@pytest.mark.kernel
def test_papermill_itself_fails_and_writes_no_report(project: Project) -> None:
    shutil.copytree(NOTEBOOKS, project.folder / "notebooks")
    before = contents(project.folder)
    papermill = (sys.executable, "-m", "papermill", "notebooks/eval.ipynb", "out.ipynb", "-p", "confg", "small.yaml")
    done = command(papermill, folder=project.folder)
    assert done.code != 0
    assert "parameter confg: unknown key (did you mean 'config'?)" in done.err
    assert set(contents(project.folder)) - set(before) == {"out.ipynb"}


def test_our_own_runner_starts_no_kernel_for_it(project: Project) -> None:
    before = contents(project.folder)
    done = command((sys.executable, "-c", RUNNER), folder=project.folder)
    assert done.code != 0
    assert "InputError: notebook eval: parameter confg: unknown key (did you mean 'config'?)" in done.err
    assert contents(project.folder) == before


@pytest.mark.slow
@pytest.mark.kernel
def test_the_verb_by_its_notebook_ends_in_2_with_the_notebook_s_own_error(project: Project) -> None:
    rows = (project.folder / "cases.jsonl").read_text(encoding="utf-8")
    (project.folder / "cases.jsonl").write_text(rows + "{not json\n", encoding="utf-8")
    reports = set((project.folder / "reports").rglob("*.json"))
    done = project.cairn("eval", "-c", "small.yaml")
    assert done.code == 2
    assert "cases.jsonl:49" in done.err and "Traceback" not in done.err
    assert set((project.folder / "reports").rglob("*.json")) == reports
