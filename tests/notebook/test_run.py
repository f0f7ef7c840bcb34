"""Notebooks run in a real kernel: each way of ending has its own outcome, and nothing is left in clear."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cairn_nb.errors import InputError
from cairn_nb.notebook.run import NotebookRun, run_notebook
from tests.notebook.books import book, code, markdown

pytestmark = pytest.mark.kernel

PARAMETERS = code('config = "a.yaml"\noverrides = {}\nstrict = False', "parameters")
CONCLUDE = """
from cairn_nb.notebook.session import conclude
from cairn_nb.records import Reason
conclude(Reason(check="quality", sentence="it dropped"), exit_code={code})
"""


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "notebooks").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(bare: Path, *cells: dict[str, object], **values: object) -> NotebookRun:
    (bare / "notebooks" / "ingest.ipynb").write_text(json.dumps(book(PARAMETERS, *cells)))
    return run_notebook("ingest", {"config": "b.yaml", **values})


def test_a_verdict_of_no_is_a_result_and_every_view_is_kept(bare: Path) -> None:
    done = run(bare, markdown("# Title"), code("print('a view of', config)"), code(CONCLUDE.format(code=1)))
    assert done.error is None
    assert done.result is not None and done.result.exit_code == 1
    assert done.result.payload["sentence"] == "it dropped"
    page = done.html.read_text(encoding="utf-8")
    assert "a view of b.yaml" in page and "<h1>Title</h1>" in page and "The verdict is no" in page
    kept = json.loads(done.ipynb.read_text(encoding="utf-8"))
    [error] = [output for output in kept["cells"][-1]["outputs"] if output["output_type"] == "error"]
    assert error["traceback"] == ["VerdictOfNo: verdict: no (exit 1)"]
    assert "papermill" not in json.dumps(kept).replace("papermill.ipynb", "")


def test_a_yes_ends_quietly(bare: Path) -> None:
    done = run(bare, code(CONCLUDE.format(code=0)))
    assert (done.error, done.result and done.result.exit_code) == (None, 0)


def test_a_result_keeps_the_order_of_its_keys_and_its_other_scripts(bare: Path) -> None:
    deltas = {"recall": 1.5, "accuracy": None, "größe": -0.5}
    cell = f"""
from cairn_nb.notebook.session import conclude
from cairn_nb.records import GateVerdict
conclude(GateVerdict(promote=True, baseline="a", candidate="b", primary_metric="recall", deltas={deltas!r}))
"""
    done = run(bare, code(cell))
    assert done.result is not None, done.error
    assert list(done.result.payload["deltas"].items()) == list(deltas.items())


def test_a_raising_cell_is_an_error_with_its_own_words_and_the_page_shows_it(bare: Path) -> None:
    done = run(bare, code("raise ValueError('row 7 is wrong')"), code(CONCLUDE.format(code=0)))
    assert done.result is None
    assert done.error == "ValueError: row 7 is wrong"
    assert "ValueError: row 7 is wrong" in done.html.read_text(encoding="utf-8")


def test_a_cell_that_leaves_early_is_not_taken_for_success(bare: Path) -> None:
    # papermill itself reports success here: no exception, the cells after it silently never run.
    done = run(bare, code("import sys\nsys.exit(0)"), code(CONCLUDE.format(code=0)))
    assert done.result is None
    assert done.error is not None and "the cells after it never ran" in done.error


def test_a_notebook_without_conclusion_has_no_result(bare: Path) -> None:
    done = run(bare, code("1 + 1"))
    assert done.result is None and done.error == "it ended without cairn.conclude(...), so it has no result"


def test_a_dead_kernel_is_an_error(bare: Path) -> None:
    done = run(bare, code("import os, signal\nos.kill(os.getpid(), signal.SIGKILL)"))
    assert done.result is None and done.error is not None and "DeadKernelError" in done.error


def test_paths_of_this_machine_are_not_shared(bare: Path) -> None:
    done = run(bare, code("from pathlib import Path\nprint(Path.cwd())"), code(CONCLUDE.format(code=0)))
    assert str(bare) not in done.ipynb.read_text(encoding="utf-8")
    assert str(bare) not in done.html.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("values", "sentence"),
    [({"strct": True}, "did you mean 'strict'?"), ({"strict": "yes"}, "parameter strict")],
)
def test_a_wrong_parameter_is_refused_before_a_kernel_starts(
    bare: Path, values: dict[str, object], sentence: str
) -> None:
    with pytest.raises(InputError, match=sentence.replace("?", r"\?")):
        run(bare, code("raise SystemExit('a kernel was started')"), **values)
    assert not (bare / "reports").exists()
