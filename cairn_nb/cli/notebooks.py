"""A verb as its notebook: run it, keep the HTML beside the JSON, and hand back where the result lies."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cairn_nb.cli.output import tell
from cairn_nb.errors import CairnError


@dataclass(frozen=True)
class VerbRun:
    """What a notebook concluded: the result's file and content, its exit code, and the page to open."""

    path: Path | None
    payload: dict[str, Any]
    exit_code: int
    html: Path


def run_verb(name: str, parameters: dict[str, Any]) -> VerbRun:
    """Run the notebook of a verb.

    Raises
    ------
    CairnError
        If the notebook did not reach its conclusion; the text is the notebook's own error.
    """
    from cairn_nb.notebook.run import run_notebook

    done = run_notebook(name, parameters)
    if done.result is None:
        raise CairnError(f"notebook '{name}' stopped: {done.error} (see {done.html})")
    tell(f"explore: {done.html}")
    if not done.signed:
        tell(f"it could not be signed; for JupyterLab to draw its explorer: jupyter trust {done.ipynb}")
    found = done.result
    path = None if found.path is None else Path(found.path)
    return VerbRun(path=path, payload=found.payload, exit_code=found.exit_code, html=done.html)
