"""Everything that would stop a run at its end is looked for before it starts to cost money."""

from __future__ import annotations

from pathlib import Path

from cairn_nb.errors import InputError, ReportError
from cairn_nb.files.atomic import check_writable
from cairn_nb.files.layout import LATEST
from cairn_nb.files.reports import read_report

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


def check_out(out: Path, *, reports_dir: Path) -> None:
    """That a report may be written to `out`: a new name, or that of an older report.

    Raises
    ------
    InputError
        If it is a folder, does not end in ``.json``, names a file that is no report, or lies among the
        baselines of `reports_dir`.
    """
    if out.is_dir():
        raise InputError("is a folder", path=out, hint="name the report's file, for example candidate.json")
    if out.suffix != ".json":
        raise InputError("a report's name ends in .json", path=out)
    if out.resolve().is_relative_to((reports_dir / LATEST).resolve()):
        hint = "name another file, or leave --out away and evaluate the whole eval split"
        raise InputError("is a baseline's place, which only a full run without --out fills", path=out, hint=hint)
    if out.exists():
        _check_is_report(out)


def _check_is_report(path: Path) -> None:
    try:
        read_report(path)
    except ReportError as error:
        problem = f"exists and is not a report, so it is not replaced ({error.problem})"
        raise InputError(problem, path=path, hint="name another file, or move this one away") from None
