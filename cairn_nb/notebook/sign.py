"""Vouch for a notebook that a verb has just run, so that JupyterLab draws its explorer when it is opened again.

JupyterLab draws widgets only of notebooks whose signature its user's own database holds; from any other
notebook it shows the static summary. Signing is what ``jupyter trust FILE`` does.
"""

from __future__ import annotations

import logging
from pathlib import Path

SILENT = logging.getLogger("cairn_nb.notebook.sign.library")
SILENT.addHandler(logging.NullHandler())
SILENT.propagate = False


def sign(path: Path) -> bool:
    """Sign a notebook in the user's database; never fails.

    Returns
    -------
    bool
        Whether a notebook tool of this user will trust it: false where the database cannot be written.
    """
    from sqlite3 import Error

    import nbformat

    notebook = nbformat.read(path, as_version=4)
    try:
        _store(notebook)
        return _is_known(notebook)
    except (OSError, Error):
        return False


def _store(notebook: object) -> None:
    from nbformat.sign import NotebookNotary

    with NotebookNotary(log=SILENT) as notary:
        notary.sign(notebook)


def _is_known(notebook: object) -> bool:
    """Asked of a second notary: the first falls back to its own memory without a word."""
    from nbformat.sign import NotebookNotary

    with NotebookNotary(log=SILENT) as notary:
        return bool(notary.check_signature(notebook))
