"""The two ends of a notebook: its parameters, checked, and its conclusion, handed to whoever ran it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from cairn_nb.config.parameters import check_parameters
from cairn_nb.errors import CairnError
from cairn_nb.notebook import mimetypes
from cairn_nb.records import Record

IPYTHON_NAMES = {"In", "Out", "exit", "quit", "open", "get_ipython"}


class Ending(CairnError):
    """A notebook ends otherwise than with yes; JupyterLab shows one line of it, for nothing broke."""

    def _render_traceback_(self) -> list[str]:
        return [f"{type(self).__name__}: {self}"]


class VerdictOfNo(Ending):
    """A notebook's conclusion is no: raised in its last cell, after every view was drawn."""


class NoVerdict(Ending):
    """A notebook came to no conclusion: raised in its last cell, after every view was drawn."""


def parameters(notebook: str, names: Mapping[str, Any]) -> Any:
    """Check a notebook's parameters; call it first, with ``globals()``.

    Whatever the parameter cells defined is checked, so a misspelt name given to papermill is refused
    here too. In a notebook opened from the project's ``notebooks`` folder, the working directory becomes
    the project's.

    Raises
    ------
    InputError
        If a name is unknown or a value does not fit.
    """
    _enter_project()
    given = {
        name: value
        for name, value in names.items()
        if not name.startswith("_") and name not in IPYTHON_NAMES and not isinstance(value, ModuleType)
    }
    return check_parameters(notebook, given)


def _enter_project() -> None:
    here = Path.cwd()
    if here.name == "notebooks" and (here.parent / "configs").is_dir():
        os.chdir(here.parent)


def conclude(result: Record, *, path: str | Path | None = None, exit_code: int = 0) -> None:
    """Hand a notebook's result to whoever ran it, and fail the notebook when the verdict is not yes.

    Parameters
    ----------
    result
        The record that the verb prints.
    path
        The file that holds it; large results travel by this name alone.
    exit_code
        The verb's exit code.

    Raises
    ------
    VerdictOfNo
        If `exit_code` is 1.
    NoVerdict
        If it is any other number but 0.
    """
    from IPython.display import display

    content = {
        "path": None if path is None else str(path),
        # As text: a notebook's writer sorts the keys of what is nested, and the order of a result has a meaning.
        "payload": result.model_dump_json() if path is None else "{}",
        "exit_code": exit_code,
    }
    text = {0: "" if path is None else str(path), 1: "verdict: no"}.get(exit_code, "no verdict")
    display({mimetypes.RESULT: content, "text/plain": text}, raw=True)
    if exit_code:
        raise (VerdictOfNo if exit_code == 1 else NoVerdict)(f"{text} (exit {exit_code})")
