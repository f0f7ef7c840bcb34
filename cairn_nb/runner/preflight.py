"""Everything that would stop a run at its end is looked for before it starts to cost money."""

from __future__ import annotations

from pathlib import Path

from cairn_nb.errors import InputError
from cairn_nb.files.atomic import check_writable

BASE_MB = 16.0
MB_PER_PIECE = 0.05


def check_places(*folders: Path, n_pieces: int) -> None:
    """That each folder takes files, and has room for what so many pieces write.

    Raises
    ------
    StorageError
        Naming the folder and the next step.
    """
    for folder in dict.fromkeys(folders):
        check_writable(folder, min_free_mb=BASE_MB + MB_PER_PIECE * n_pieces)


def check_out(out: Path) -> None:
    """That `out` can be the name of a report.

    Raises
    ------
    InputError
        If it is a folder, or does not end in ``.json``.
    """
    if out.is_dir():
        raise InputError("is a folder", path=out, hint="name the report's file, for example candidate.json")
    if out.suffix != ".json":
        raise InputError("a report's name ends in .json", path=out)
