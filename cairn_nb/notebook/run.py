"""Run a verb's notebook: check its parameters, execute it in a kernel of its own, keep its page.

The order of the steps is the order of the functions below. The notebook is the project's own copy where
it has one (``notebooks/NAME.ipynb`` under the working directory), else the one that came with the package.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cairn_nb.config.parameters import check_parameters
from cairn_nb.files.atomic import write_text
from cairn_nb.files.packaged import packaged_dir
from cairn_nb.notebook import mimetypes
from cairn_nb.notebook.scrub import scrubbed
from cairn_nb.notebook.watch import draw_progress


@dataclass(frozen=True)
class Conclusion:
    """What the notebook handed over: the result's file, or its content, and the verb's exit code."""

    path: str | None
    payload: dict[str, Any]
    exit_code: int


@dataclass(frozen=True)
class NotebookRun:
    """An executed notebook. `result` is null when it stopped before its conclusion; `error` then says why.

    `signed` says whether JupyterLab will draw its widgets when this user opens it.
    """

    result: Conclusion | None
    error: str | None
    ipynb: Path
    html: Path
    signed: bool = True


def find_notebook(name: str) -> Path:
    """The project's own copy of a notebook, else the package's.

    Raises
    ------
    InputError
        If the package has no notebooks at all.
    """
    own = Path("notebooks") / f"{name}.ipynb"
    return own if own.is_file() else packaged_dir("notebooks") / f"{name}.ipynb"


def run_notebook(name: str, values: dict[str, Any]) -> NotebookRun:
    """Execute a verb's notebook and write its executed copy and its page beside the result.

    Parameters
    ----------
    name
        The notebook, without its ending.
    values
        Its parameters.

    Raises
    ------
    InputError
        If a parameter is unknown or does not fit; nothing is run then.
    """
    checked = check_parameters(name, values)
    folder = Path(getattr(checked, "reports_dir", "reports"))
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="cairn-notebook-") as scratch:
        executed = Path(scratch) / f"{name}.ipynb"
        source = find_notebook(name)
        error = _execute(source, executed, checked.model_dump(mode="json"), scratch=Path(scratch))
        # A kernel that died leaves nothing behind; the page then shows what would have run.
        notebook = _read(executed if executed.exists() else source)
    result = _conclusion(notebook)
    if error is None and result is None:
        error = _unfinished(notebook)
    return _keep(notebook, _place(name, values, folder, result), result=result, error=None if result else error)


def _place(name: str, values: dict[str, Any], folder: Path, result: Conclusion | None) -> Path:
    """Where the page goes, without its ending: beside a run's report, else named after verb and subject."""
    if name == "eval" and result is not None and result.path:
        return Path(result.path).with_suffix("")
    subject = Path(str(values.get("candidate") or values.get("config") or "")).stem
    return folder / (f"{name}-{subject}" if subject else name)


def _execute(source: Path, target: Path, values: dict[str, Any], *, scratch: Path) -> str | None:
    import papermill
    from nbclient.exceptions import CellTimeoutError, DeadKernelError

    from cairn_nb.notebook.kernel import verb_kernel_manager

    with _progress_from_kernel(scratch / "progress.jsonl"):
        try:
            papermill.execute_notebook(
                str(source),
                str(target),
                parameters=values,
                kernel_name="python3",
                progress_bar=False,
                autosave_cell_every=0,
                request_save_on_cell_execute=False,
                kernel_manager_class=verb_kernel_manager(),
            )
        except papermill.PapermillExecutionError as stop:
            return f"{stop.ename}: {stop.evalue}"
        except (DeadKernelError, CellTimeoutError) as stop:
            return f"{type(stop).__name__}: {stop}"
    return None


@contextmanager
def _progress_from_kernel(lines: Path) -> Iterator[None]:
    before = os.environ.get("CAIRN_PROGRESS")
    os.environ["CAIRN_PROGRESS"] = f"file:{lines}" if sys.stderr.isatty() and before != "off" else "off"
    try:
        with draw_progress(lines):
            yield
    finally:
        if before is None:
            del os.environ["CAIRN_PROGRESS"]
        else:
            os.environ["CAIRN_PROGRESS"] = before


def _read(path: Path) -> Any:
    import nbformat

    return nbformat.read(path, as_version=4)


def _conclusion(notebook: Any) -> Conclusion | None:
    for cell in reversed(notebook.cells):
        for output in cell.get("outputs", []):
            content = output.get("data", {}).get(mimetypes.RESULT)
            if content is not None:
                return Conclusion(content["path"], json.loads(content["payload"]), content["exit_code"])
    return None


def _unfinished(notebook: Any) -> str:
    states = [c.metadata.get("papermill", {}).get("status") for c in notebook.cells if c.cell_type == "code"]
    stopped = [number for number, state in enumerate(states, start=1) if state != "completed"]
    if stopped:
        return f"code cell {stopped[0]} ended as '{states[stopped[0] - 1]}'; the cells after it never ran"
    return "it ended without cairn.conclude(...), so it has no result"


def _keep(notebook: Any, stem: Path, *, result: Conclusion | None, error: str | None) -> NotebookRun:
    import nbformat

    from cairn_nb.notebook.exporter import page_of
    from cairn_nb.notebook.sign import sign

    ipynb, html = stem.with_name(stem.name + ".ipynb"), stem.with_name(stem.name + ".html")
    clean = scrubbed(notebook)
    write_text(ipynb, nbformat.writes(clean))
    write_text(html, page_of(clean, title=stem.name))
    return NotebookRun(result=result, error=error, ipynb=ipynb, html=html, signed=sign(ipynb))
