"""What an executed notebook must not carry when it is shared: parameters in metadata, and a person's paths."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

INJECTED = "injected-parameters"
PAPERMILL_ERROR = "papermill-error-cell-tag"


def scrubbed(notebook: Any) -> Any:
    """A copy without papermill's metadata and banners, with paths of this machine made relative.

    The injected parameter cell stays, so that the reader sees what ran; parameters are checked never to
    be secrets before anything runs.
    """
    clean = copy.deepcopy(notebook)
    clean.metadata.pop("papermill", None)
    clean.cells = [cell for cell in clean.cells if PAPERMILL_ERROR not in cell.metadata.get("tags", [])]
    for cell in clean.cells:
        cell.metadata.pop("papermill", None)
        cell.metadata.pop("execution", None)
        cell.source = _relative(cell.source)
        for output in cell.get("outputs", []):
            _scrub_output(output)
    return clean


def _scrub_output(output: Any) -> None:
    if "text" in output:
        output["text"] = _relative(output["text"])
    if "traceback" in output:
        output["traceback"] = [_relative(line) for line in output["traceback"]]


def _relative(text: str) -> str:
    for folder, short in ((str(Path.cwd()), "."), (str(Path.home()), "~")):
        if folder != "/":
            text = text.replace(folder, short)
    return text
