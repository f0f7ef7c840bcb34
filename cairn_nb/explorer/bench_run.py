"""A bench run's folder in the explorer: its reports, and what was made of them there since."""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from cairn_nb.decisions.board.board import SkippedConfig
from cairn_nb.decisions.selection.outputs import JSON
from cairn_nb.decisions.selection.recommend import recommend
from cairn_nb.decisions.tables.bench_tables import BenchTables, Held, bench_tables
from cairn_nb.errors import InputError
from cairn_nb.explorer.opened import Opened, opened
from cairn_nb.files import strict_json
from cairn_nb.files.bench_run import SUMMARY, BenchFolder, is_bench_folder
from cairn_nb.files.contrasts import read_contrasts
from cairn_nb.files.pairwise import read_comparisons, read_plan
from cairn_nb.records import Report
from cairn_nb.records.recommendation import Recommendation
from cairn_nb.records.selection_policy import SelectionPolicy

AGAIN = "`cairn report` makes it again"


def is_bench_run(place: Path) -> bool:
    """Whether a folder is a bench run that was finished, and no project whose reports lie in ``reports/``."""
    return is_bench_folder(place) and (place / SUMMARY).is_file()


def opened_bench(place: Path, *, max_embedded_mb: float | None = None) -> Opened:
    """All reports of a bench run, with its arena, contrasts, recommendation and judge audit where it holds them.

    What was asked for there (baseline, contrasts, the recommendation's policy) is asked for again; the rest is read.

    Parameters
    ----------
    max_embedded_mb
        As in `opened`.

    Raises
    ------
    InputError
        If a file of the folder is damaged, or nothing can be ranked.
    NotComparableError
        If the reports do not measure the same thing.
    ReportError
        If a report or its evidence cannot be read.
    """
    folder = BenchFolder(place)
    tables = _tables(folder)
    return opened(
        _reports(tables),
        tables=tables,
        recommendation=_recommendation(place, tables),
        contrasts=read_contrasts(place),
        max_embedded_mb=max_embedded_mb,
    )


def _tables(folder: BenchFolder) -> BenchTables:
    comparisons, earlier = read_comparisons(folder.folder), folder.earlier()
    held = None if comparisons is None else Held(comparisons, read_plan(folder.folder))
    try:
        skipped = [SkippedConfig.model_validate(entry) for entry in earlier.get("skipped", ())]
    except ValidationError:
        raise InputError("does not say what was skipped", path=folder.summary, key="skipped", hint=AGAIN) from None
    return bench_tables(folder.read(), skipped=skipped, baseline=earlier.get("asked_baseline"), held=held)


def _recommendation(place: Path, tables: BenchTables) -> Recommendation | None:
    """By the policy of the folder's own; null where it holds none."""
    path = place / JSON
    if not path.is_file():
        return None
    try:
        policy = SelectionPolicy.model_validate(strict_json.read(path)["policy"])
    except (KeyError, TypeError, ValueError):
        raise InputError("does not say its policy", path=path, hint="remove it, then recommend again") from None
    return recommend(_reports(tables), policy)


def _reports(tables: BenchTables) -> list[Report]:
    return [system.report for system in tables.systems.systems]
