"""A finished bench run to look at: as its folder holds it, or reports by themselves taken as one."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import ValidationError

from cairn_nb.api.bench_again import require_system
from cairn_nb.api.bench_folder import BenchRun, held_arena
from cairn_nb.decisions.tables.bench_tables import bench_tables
from cairn_nb.decisions.tables.run_summary import RunSummary, run_summary
from cairn_nb.errors import InputError
from cairn_nb.files.bench_run import BenchFolder
from cairn_nb.records import Report


def read_folder(folder: BenchFolder, *, baseline: str | None = None) -> BenchRun:
    """The run as it lies in its folder; its tables are made from the reports, and nothing is written.

    Raises
    ------
    InputError
        If the folder is no bench run, its summary is missing or damaged, or `baseline` is not among its systems.
    ReportError
        If a report is missing or damaged.
    """
    reports, earlier = folder.read(), folder.earlier()
    require_system(baseline, reports)
    try:
        summary = RunSummary.model_validate(earlier)
    except ValidationError as error:
        hint = f"cairn report {folder.folder} makes it again"
        raise InputError("is missing or no summary of a run", path=folder.summary, hint=hint) from error
    asked = summary.asked_baseline if baseline is None else baseline
    tables = bench_tables(reports, skipped=summary.skipped, baseline=asked, held=held_arena(folder.folder))
    return BenchRun(folder.folder, summary, tables)


def read_reports(reports: Sequence[Report], *, baseline: str | None = None) -> BenchRun:
    """Reports that lie in no bench run's folder, measured against each other as one run.

    Raises
    ------
    NotComparableError
        If the reports do not measure the same thing.
    InputError
        If there is nothing to rank, or `baseline` is not among the systems.
    """
    require_system(baseline, reports)
    tables = bench_tables(reports, baseline=baseline)
    summary = run_summary(
        "reports", tables.systems, tables.baseline, asked_baseline=baseline, skipped=tables.board.skipped
    )
    return BenchRun(None, summary, tables)
