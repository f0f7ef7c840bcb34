"""`cairn.explore`: reports or a bench run as a widget in a notebook."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cairn_nb.decisions.board.board import Leaderboard
    from cairn_nb.explorer.widget import Explorer
    from cairn_nb.records import GateVerdict, Report
    from cairn_nb.records.arena import ArenaSummary
    from cairn_nb.records.recommendation import Recommendation


def explore(
    *reports: str | Path | Report,
    decision: GateVerdict | None = None,
    board: Leaderboard | None = None,
    recommendation: Recommendation | None = None,
    arena: ArenaSummary | None = None,
    names: Sequence[str] | None = None,
    max_embedded_mb: float | None = None,
) -> Explorer:
    """One run, two beside each other or many, as a widget whose selection, filters and ratings are live here.

    Parameters
    ----------
    reports
        Reports or their files, a baseline before its candidate; by default those of `board`. Passages and
        traces are shown where a report's evidence file lies beside it; without it every view works. Or one
        bench run's folder, with its arena, contrasts and audit; the other options but the size do not apply then.
    decision
        The gate's verdict on two reports; by default that of its default rules.
    board
        The leaderboard of many reports; by default their own.
    recommendation
        Which of many reports to deploy; by default that of the balanced profile without limits.
    arena
        What a pairwise arena of the reports said.
    names
        What each run is called; by default its configuration's name.
    max_embedded_mb
        How much it may hold; by default the run's ``report.max_embedded_mb``.

    Raises
    ------
    ReportError
        If a report or its evidence cannot be read.
    InputError
        If there is no report, or an option does not fit the reports.
    """
    from cairn_nb.explorer.bench_run import is_bench_run, opened_bench
    from cairn_nb.explorer.opened import opened
    from cairn_nb.explorer.parts.arena import arena_section
    from cairn_nb.explorer.widget import Explorer

    if len(reports) == 1 and isinstance(reports[0], str | Path) and is_bench_run(Path(reports[0])):
        bench = opened_bench(Path(reports[0]), max_embedded_mb=max_embedded_mb)
        return Explorer(bench.payload, bench.reports)
    found = opened(
        reports,
        decision=decision,
        board=board,
        recommendation=recommendation,
        sections=() if arena is None else (arena_section(arena),),
        names=names,
        max_embedded_mb=max_embedded_mb,
    )
    return Explorer(found.payload, found.reports)
