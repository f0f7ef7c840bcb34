"""A bench run's folder made again, or made from reports that no bench run wrote."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from cairn_nb.api.bench_folder import BenchRun, write_bench
from cairn_nb.decisions.board.board import SkippedConfig
from cairn_nb.errors import InputError
from cairn_nb.files.bench_run import BenchFolder
from cairn_nb.files.pairwise import copy_arena
from cairn_nb.records import Report
from cairn_nb.records.contrast import AskedContrast


def rebuilt(
    folder: BenchFolder, *, out: Path | None, baseline: str | None, contrast: AskedContrast | None = None
) -> BenchRun:
    """Every file of the folder from its reports; what they do not say is taken from the summary.

    That is: which configurations never got a report, the systems' order, and the baseline and the contrasts that were
    asked for.
    """
    reports, earlier = folder.read(), folder.earlier()
    require_system(baseline, reports)
    if out is not None:
        copy_arena(folder.folder, out)
    return write_bench(
        folder if out is None else BenchFolder(out),
        reports,
        skipped=skipped_of(earlier, folder),
        baseline=baseline if baseline is not None else earlier.get("asked_baseline"),
        contrast=contrast if contrast is not None else earlier_contrast(folder),
    )


def written_to(out: Path | None, reports: Sequence[Report], *, baseline: str | None) -> BenchRun:
    """A folder of these reports; raises as `folder_for`."""
    require_system(baseline, reports)
    return write_bench(folder_for(out, reports), reports, baseline=baseline)


def folder_for(out: Path | None, reports: Sequence[Report]) -> BenchFolder:
    """The folder that reports which no bench run wrote are to go into.

    Raises
    ------
    InputError
        If no folder is named, or it holds reports of other systems already.
    """
    if out is None:
        raise InputError("these reports are no bench run's folder", key="--out", hint="name the folder to write")
    if out.exists() and not out.is_dir():
        raise InputError("is a file, not a folder", path=out, key="--out")
    folder = BenchFolder(out)
    names = [report.config_name for report in reports]
    others = [name for name in folder.listed_systems() if name not in names]
    if others:
        problem = f"holds a bench run of other systems ({', '.join(others)})"
        raise InputError(problem, path=out, key="--out", hint="name another folder, or remove this one")
    return folder


def require_system(baseline: str | None, reports: Sequence[Report]) -> None:
    """Refuse a baseline that none of the reports is of.

    Raises
    ------
    InputError
        If `baseline` is not among the systems.
    """
    names = [report.config_name for report in reports]
    if baseline is not None and baseline not in names:
        raise InputError(f"there is no system {baseline!r}", key="baseline", hint=f"one of {', '.join(names)}")


def earlier_contrast(folder: BenchFolder) -> AskedContrast | None:
    """The contrasts that the folder was asked for before.

    Raises
    ------
    InputError
        If its summary is damaged there.
    """
    found = folder.earlier().get("asked_contrast")
    try:
        return None if found is None else AskedContrast.model_validate(found)
    except ValidationError as error:
        problem = "does not say which contrasts were asked for"
        raise InputError(problem, path=folder.summary, key="asked_contrast") from error


def skipped_of(earlier: dict[str, Any], folder: BenchFolder) -> list[SkippedConfig]:
    """What a folder's summary says could not run.

    Raises
    ------
    InputError
        If it does not say so in the way of a summary.
    """
    try:
        return [SkippedConfig.model_validate(entry) for entry in earlier.get("skipped", [])]
    except ValidationError as error:
        raise InputError("does not say what was skipped", path=folder.summary, key="skipped") from error
