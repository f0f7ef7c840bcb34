"""A bench run's folder, written whole from its reports: tables, Markdown, the page; the summary last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import ValidationError

from cairn_nb.api.bench_choice import recommended
from cairn_nb.api.bench_contrasts import bench_contrasts
from cairn_nb.api.recommendation_files import remove_stale_winner
from cairn_nb.decisions.board import Leaderboard, SkippedConfig
from cairn_nb.decisions.contrast.outputs import contrast_texts
from cairn_nb.decisions.selection.outputs import WINNER, recommendation_texts
from cairn_nb.decisions.tables.bench_tables import BenchTables, Held, bench_tables
from cairn_nb.decisions.tables.outputs import STANDINGS, TABLES, json_text, report_data, table_texts
from cairn_nb.decisions.tables.pareto import ParetoFront
from cairn_nb.decisions.tables.run_summary import RunSummary, run_summary
from cairn_nb.errors import InputError
from cairn_nb.explorer.opened import opened
from cairn_nb.explorer.page import explorer_page
from cairn_nb.explorer.parts.arena import arena_section
from cairn_nb.files.atomic import write_text
from cairn_nb.files.bench_run import SUMMARY, BenchFolder
from cairn_nb.files.judge_audits import AUDIT, AUDIT_PAGE, audits_beside
from cairn_nb.files.pairwise import COMPARISONS, PLAN, read_comparisons, read_plan
from cairn_nb.records import Report
from cairn_nb.records.contrast import AskedContrast, ContrastSets

if TYPE_CHECKING:
    import pandas as pd

PAGE = "report.html"
DATA = "report_data.json"
ARENA = (STANDINGS, COMPARISONS, PLAN)


@dataclass(frozen=True)
class BenchRun:
    """A bench run as it lies in its folder. `tables` holds the numbers, the properties show the main ones.

    `contrasts` is where systems disagree; null where it was only read, or nobody asked for that.
    """

    folder: Path
    summary: RunSummary
    tables: BenchTables
    contrasts: ContrastSets | None = None

    @property
    def metrics(self) -> pd.DataFrame:
        """One row a system: metrics_summary.csv."""
        return self.tables.metrics.frame()

    @property
    def significance(self) -> pd.DataFrame:
        """Every system against the baseline: significance.csv."""
        return self.tables.significance.frame()

    @property
    def cost_breakdown(self) -> pd.DataFrame:
        """What one question costs by stage: cost_breakdown.csv."""
        return self.tables.cost_breakdown.frame()

    @property
    def pareto(self) -> ParetoFront:
        """Who is on the front, and who beats the others: pareto.json."""
        return self.tables.pareto

    @property
    def reports(self) -> tuple[Report, ...]:
        """The reports of the systems, in the order of the tables."""
        return tuple(system.report for system in self.tables.systems.systems)


def read_bench(folder: BenchFolder) -> BenchRun:
    """The run as it lies in its folder; its tables are made from the reports, and nothing is written.

    Raises
    ------
    InputError
        If the folder is no bench run, or its summary is missing or damaged.
    ReportError
        If a report is missing or damaged.
    """
    reports, earlier = folder.read(), folder.earlier()
    try:
        summary = RunSummary.model_validate(earlier)
    except ValidationError as error:
        hint = f"cairn report {folder.folder} makes it again"
        raise InputError("is missing or no summary of a run", path=folder.summary, hint=hint) from error
    held = _held(folder.folder)
    tables = bench_tables(reports, skipped=summary.skipped, baseline=summary.asked_baseline, held=held)
    return BenchRun(folder.folder, summary, tables)


def write_bench(
    folder: BenchFolder,
    reports: Sequence[Report],
    *,
    skipped: Sequence[SkippedConfig] = (),
    baseline: str | None = None,
    board: Leaderboard | None = None,
    contrast: AskedContrast | None = None,
    warnings: Sequence[str] = (),
) -> BenchRun:
    """Write every file of the folder; an older one of that name is replaced.

    The folder's pairwise comparisons, where it has some, are read and kept.

    Parameters
    ----------
    folder
        Where; it takes a copy of each report that it does not hold yet.
    reports, skipped, baseline, board
        As in `bench_tables`.
    contrast
        The contrasts that were asked for, besides those that the experiment files do.
    warnings
        Sentences for the summary beside its own.

    Raises
    ------
    NotComparableError
        If the reports do not measure the same thing.
    InputError
        If there is nothing to rank.
    StorageError
        If a file cannot be written.
    """
    held = _held(folder.folder)
    tables = bench_tables(reports, skipped=skipped, baseline=baseline, board=board, held=held)
    folder.keep(reports)
    choice, problem = recommended(folder.folder, reports, tables.board.configs)
    chosen = {} if choice is None else recommendation_texts(choice)
    placed = _placed(folder, tables)
    contrasts, silent = bench_contrasts(folder.folder, tables, placed, contrast)
    contrasted = {} if contrasts is None else contrast_texts(contrasts)
    audits = audits_beside(placed)
    sections = () if tables.arena is None else (arena_section(tables.arena),)
    page = opened(placed, board=tables.board, recommendation=choice, contrasts=contrasts, sections=sections)
    summary = run_summary(
        folder.run_id,
        tables.systems,
        tables.baseline,
        asked_baseline=baseline,
        asked_contrast=contrast,
        skipped=tables.board.skipped,
        outputs=(
            *TABLES,
            *([] if held is None else ARENA),
            *contrasted,
            *chosen,
            *([AUDIT, AUDIT_PAGE] if audits else []),
            DATA,
            PAGE,
        ),
        warnings=(*warnings, *problem, *silent),
        arena=tables.arena,
        judge_audits=[audit.sentence for audit in audits],
    )
    shown = {"tables": [table.model_dump(mode="json") for table in page.payload.fallback]}
    texts = {
        **table_texts(tables, summary, contrasts),
        **contrasted,
        **chosen,
        DATA: report_data(tables, summary, shown),
        PAGE: explorer_page(f"Bench {folder.run_id}", page.payload),
        SUMMARY: json_text(summary),
    }
    for name, text in texts.items():
        write_text(folder.folder / name, text)
    if WINNER not in chosen:
        remove_stale_winner(folder.folder)
    return BenchRun(folder.folder, summary, tables, contrasts)


def _held(folder: Path) -> Held | None:
    found = read_comparisons(folder)
    return None if found is None else Held(found, read_plan(folder))


def _placed(folder: BenchFolder, tables: BenchTables) -> list[Report]:
    """The systems' reports as the folder holds them, so that the page finds their evidence there."""
    reports = (system.report for system in tables.systems.systems)
    return [report.model_copy(update={"source": folder.report_path(report.config_name)}) for report in reports]
