"""What a notebook's first and last cells call."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cairn_nb.records import Record


def parameters(notebook: str, names: Mapping[str, Any]) -> Any:
    """Check a notebook's parameters; its first cell calls this with ``globals()``.

    Raises
    ------
    InputError
        If a name is unknown or a value does not fit.
    """
    from cairn_nb.notebook.session import parameters as check

    return check(notebook, names)


def conclude(result: Record, *, path: str | Path | None = None, exit_code: int = 0) -> None:
    """Hand a notebook's result to whoever ran it; its last cell calls this. Fails when the verdict is not yes."""
    from cairn_nb.notebook.session import conclude as hand_over

    hand_over(result, path=path, exit_code=exit_code)
