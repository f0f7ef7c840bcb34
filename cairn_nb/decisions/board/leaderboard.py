"""Reports to a leaderboard: one row a configuration, sorted by the primary metric, intervals beside every number."""

from __future__ import annotations

from collections.abc import Sequence

from cairn_nb.decisions.board.board import Leaderboard, LeaderboardRow, SkippedConfig, columns_of
from cairn_nb.decisions.board.markdown import leaderboard_markdown
from cairn_nb.decisions.board.one_measurement import require_one_measurement
from cairn_nb.decisions.board.possible_ranks import possible_ranks
from cairn_nb.decisions.board.ranking import primary_metric, ranked, told_from_first
from cairn_nb.decisions.reading.consistency import contradictions
from cairn_nb.decisions.reading.estimated import estimated
from cairn_nb.decisions.reading.incomplete import why_incomplete
from cairn_nb.decisions.reading.systems import System
from cairn_nb.errors import InputError
from cairn_nb.records import Report

__all__ = ["Leaderboard", "LeaderboardRow", "SkippedConfig", "leaderboard", "leaderboard_markdown"]


def leaderboard(reports: Sequence[Report], *, skipped: Sequence[SkippedConfig] = ()) -> Leaderboard:
    """Rank reports.

    Parameters
    ----------
    reports
        One a configuration. One whose run is incomplete, or that contradicts its own rows, is listed as skipped.
    skipped
        Configurations that never got a report, to be listed.

    Raises
    ------
    NotComparableError
        If two reports have the same name, or differ in corpus, golden set, split or cases.
    InputError
        If there is nothing to rank.
    """
    systems = [System(report) for report in reports]  # measured once for all that follows
    problems = [(system.report, _problem(system.report)) for system in systems]
    sound = [report for report, problem in problems if problem is None]
    left_out = [*skipped, *(SkippedConfig(config=r.config_name, reason=p) for r, p in problems if p is not None)]
    if not sound:
        listed = "; ".join(f"{entry.config}: {entry.reason}" for entry in left_out)
        raise InputError(f"there is no report to rank{f' ({listed})' if listed else ''}")
    require_one_measurement(sound)
    metric, notes = primary_metric(sound)
    ordered = ranked(sound, metric)
    return _board(ordered, metric, notes, tuple(left_out))


def _board(
    ordered: list[Report], metric: str, notes: tuple[str, ...], skipped: tuple[SkippedConfig, ...]
) -> Leaderboard:
    first = ordered[0]
    told, ranges = told_from_first(ordered, metric), possible_ranks(ordered, metric)
    return Leaderboard(
        primary_metric=metric,
        golden_version=first.golden_version,
        golden_hash=next((report.golden_hash for report in ordered if report.golden_hash), None),
        corpus_hash=first.corpus_hash,
        split=first.split,
        n_cases=first.n_cases,
        rows=tuple(_row(place, report, metric, told[place], ranges[place]) for place, report in enumerate(ordered)),
        skipped=skipped,
        notes=notes,
        measured_at=max((report.created_at for report in ordered if report.created_at), default=None),
        configs=tuple(report.config_name for report in ordered),
        reports=tuple(str(report.source) for report in ordered if report.source is not None),
    )


def _problem(report: Report) -> str | None:
    if not report.complete:
        return f"its run is incomplete: {why_incomplete(report)}"
    wrong = contradictions(report)
    return f"its report contradicts itself: {wrong[0]}" if wrong else None


def _row(place: int, report: Report, metric: str, told: bool | None, ranks: tuple[int, int] | None) -> LeaderboardRow:
    found = estimated(report)
    return LeaderboardRow(
        config=report.config_name,
        config_hash=report.config_hash,
        rank=None if found[metric].value is None else place + 1,
        estimates={name: found[name] for name in columns_of(metric).values()},
        tells_from_first=told,
        rank_range=ranks,
    )
