"""Where the notebooks and configurations that come with the package lie, installed or in a checkout."""

from __future__ import annotations

from pathlib import Path

from cairn_nb.errors import InputError

PACKAGE = Path(__file__).parents[1]


def packaged_dir(name: str) -> Path:
    """The folder `name` (``notebooks``, ``configs``) of the wheel, or of the checkout that is installed editable.

    Raises
    ------
    InputError
        If neither has it: the installation is damaged.
    """
    for folder in (PACKAGE / "_project" / name, PACKAGE.parent / name):
        if folder.is_dir():
            return folder
    raise InputError(f"the installed package has no folder '{name}'", path=PACKAGE, hint="reinstall cairn-nb")
