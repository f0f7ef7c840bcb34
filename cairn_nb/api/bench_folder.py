"""A bench run's folder, written whole from its reports: tables, Markdown, the page; the summary last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from cairn_nb.api.bench_choice import recommended
from cairn_nb.api.bench_contrasts import bench_contrasts
from cairn_nb.api.recommendation_files import remove_stale_winner
from cairn_nb.decisions.board.board import Leaderboard, SkippedConfig
from cairn_nb.decisions.contrast.outputs import contrast_texts
from cairn_nb.decisions.selection.outputs import WINNER, recommendation_texts
from cairn_nb.decisions.tables.bench_tables import BenchTables, Held, bench_tables
from cairn_nb.decisions.tables.outputs import STANDINGS, TABLES, json_text, report_data, table_texts
from cairn_nb.decisions.tables.pareto import ParetoFront
from cairn_nb.decisions.tables.run_summary import RunSummary, run_summary
from cairn_nb.explorer.opened import opened
from cairn_nb.explorer.page.page import explorer_page
from cairn_nb.files.atomic import write_text
from cairn_nb.files.bench_run import SUMMARY, BenchFolder
from cairn_nb.files.judge_audits import AUDIT, AUDIT_PAGE, audits_beside
from cairn_nb.files.pairwise import COMPARISONS, PLAN, read_comparisons, read_plan
from cairn_nb.records import Report
from cairn_nb.records.arena import ArenaSummary
from cairn_nb.records.contrast import AskedContrast, ContrastSets
from cairn_nb.records.recommendation import Recommendation

if TYPE_CHECKING:
    import pandas as pd

PAGE = "report.html"
DATA = "report_data.json"
ARENA = (STANDINGS, COMPARISONS, PLAN)


@dataclass(frozen=True)
class BenchRun:
    """A bench run as it lies in its folder. `tables` holds the numbers, the properties show the main ones.

    `folder` is null for reports that were read by themselves. `contrasts` is where systems disagree; null where it was
    only read, or nobody asked for that.
    """

    folder: Path | None
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

    @property
    def board(self) -> Leaderboard:
        """The systems by rank, with the ranks that they may truly have, and what could not be ranked."""
        return self.tables.board

    @property
    def arena(self) -> ArenaSummary | None:
        """What comparing the answers by twos came to; null where nobody did."""
        return self.tables.arena

    @cached_property
    def recommendation(self) -> Recommendation | None:
        """Which system to deploy, by the policy that the folder keeps; null where no quality was measured."""
        folder = Path() if self.folder is None else self.folder
        return recommended(folder, self.reports, self.board.configs)[0]


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
    held = held_arena(folder.folder)
    tables = bench_tables(reports, skipped=skipped, baseline=baseline, board=board, held=held)
    folder.keep(reports)
    choice, problem = recommended(folder.folder, reports, tables.board.configs)
    chosen = {} if choice is None else recommendation_texts(choice)
    placed = _placed(folder, tables)
    contrasts, silent = bench_contrasts(folder.folder, tables, placed, contrast)
    contrasted = {} if contrasts is None else contrast_texts(contrasts)
    audits = audits_beside(placed)
    page = opened(placed, tables=tables, recommendation=choice, contrasts=contrasts)
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


def held_arena(folder: Path) -> Held | None:
    """The folder's pairwise comparisons and their plan; None where it has none."""
    found = read_comparisons(folder)
    return None if found is None else Held(found, read_plan(folder))


def _placed(folder: BenchFolder, tables: BenchTables) -> list[Report]:
    """The systems' reports as the folder holds them, so that the page finds their evidence there."""
    reports = (system.report for system in tables.systems.systems)
    return [report.model_copy(update={"source": folder.report_path(report.config_name)}) for report in reports]
