"""All tables of a bench run from its reports, each made once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from cairn_nb.decisions.arena.tables import arena_columns, arena_table
from cairn_nb.decisions.board.board import Leaderboard, SkippedConfig
from cairn_nb.decisions.board.leaderboard import leaderboard
from cairn_nb.decisions.reading.settings import settings_of
from cairn_nb.decisions.reading.systems import System, Systems
from cairn_nb.decisions.tables.answers import answer_metrics, cost_metrics, retrieval_metrics
from cairn_nb.decisions.tables.arena_of_run import arena_of
from cairn_nb.decisions.tables.baseline import Baseline, baseline_of
from cairn_nb.decisions.tables.cost_breakdown import cost_breakdown
from cairn_nb.decisions.tables.headline import Headline, headlines
from cairn_nb.decisions.tables.metrics_summary import metrics_summary
from cairn_nb.decisions.tables.pareto import ParetoFront, pareto_front
from cairn_nb.decisions.tables.significance import SignificanceRow, significance
from cairn_nb.decisions.tables.stats_summary import StatsSummary, stats_summary
from cairn_nb.decisions.tables.trials import Repeated, repeated
from cairn_nb.decisions.wording.table import Table
from cairn_nb.records import Report
from cairn_nb.records.arena import ArenaPlan, ArenaSummary
from cairn_nb.records.pair_comparison import PairComparison


@dataclass(frozen=True)
class Held:
    """The comparisons of an arena, and what was planned."""

    comparisons: tuple[PairComparison, ...]
    plan: ArenaPlan


@dataclass(frozen=True)
class BenchTables:
    """The tables over `systems`, which are the reports that can be ranked; `board` lists the others as skipped.

    `held` is the run's arena, where there was one.
    """

    systems: Systems
    board: Leaderboard
    asked_baseline: str | None = None
    held: Held | None = None

    @cached_property
    def baseline(self) -> Baseline:
        """What the others are compared with."""
        return baseline_of(self.systems, self.asked_baseline)

    @cached_property
    def significance_rows(self) -> tuple[SignificanceRow, ...]:
        """Every system against the baseline."""
        return significance(self.systems, self.baseline)

    @property
    def significance(self) -> Table:
        """The same as a table."""
        return Table.of_records(SignificanceRow, self.significance_rows)

    @cached_property
    def pareto(self) -> ParetoFront:
        """Who is on the front, and who beats the others."""
        return pareto_front(self.systems)

    @cached_property
    def metrics(self) -> Table:
        """One row a system."""
        table = metrics_summary(self.systems, self._headline, self.pareto, self._repeated)
        return table if self.arena is None else table.beside(arena_columns(self.arena, self.systems.names))

    @cached_property
    def arena(self) -> ArenaSummary | None:
        """What the arena says; None where there was none."""
        return None if self.held is None else arena_of(self.systems, self.held.comparisons, self.held.plan)

    @property
    def standings(self) -> Table | None:
        """The arena's table."""
        return None if self.arena is None else arena_table(self.arena)

    @cached_property
    def cost_breakdown(self) -> Table:
        """What one question costs by stage."""
        return cost_breakdown(self.systems)

    @cached_property
    def stats(self) -> StatsSummary:
        """How the numbers were made."""
        return stats_summary(self.systems, self._headline, self.baseline, self._repeated)

    @property
    def answers(self) -> dict[str, Table]:
        """The tables with one row an answer, by the names of their files."""
        return {
            "retrieval_metrics": retrieval_metrics(self.systems),
            "answer_metrics": answer_metrics(self.systems),
            "cost_metrics": cost_metrics(self.systems),
        }

    @cached_property
    def _headline(self) -> Headline:
        return headlines(self.systems)

    @cached_property
    def _repeated(self) -> list[Repeated] | None:
        return repeated(self.systems)


def bench_tables(
    reports: Sequence[Report],
    *,
    skipped: Sequence[SkippedConfig] = (),
    baseline: str | None = None,
    board: Leaderboard | None = None,
    held: Held | None = None,
) -> BenchTables:
    """The tables of some reports, made when they are first looked at.

    Parameters
    ----------
    reports
        One a system, over the same questions. One whose run is incomplete, or that contradicts its rows, is skipped.
    skipped
        Configurations that never got a report; whether one that has a report is skipped is found out anew.
    baseline
        The system that the others are compared with; see `baseline_of`.
    board
        The reports' leaderboard, where it has been made.
    held
        The arena of these reports, where there was one.

    Raises
    ------
    NotComparableError
        If the reports do not measure the same thing.
    InputError
        If there is nothing to rank.
    """
    systems = {report.config_name: System(report) for report in reports}
    without = [entry for entry in skipped if entry.config not in systems]
    made = board if board is not None else leaderboard(reports, skipped=without)
    ranked = [report for report in reports if report.config_name in made.configs]
    chosen = tuple(systems[report.config_name] for report in ranked)
    return BenchTables(Systems(chosen, settings_of(ranked)), made, baseline, held)
