"""Reports to a leaderboard: one row a configuration, sorted by the primary metric, intervals beside every number."""

from __future__ import annotations

from collections.abc import Sequence

from cairn_nb.decisions.board import COLUMNS, Leaderboard, LeaderboardRow, SkippedConfig
from cairn_nb.decisions.board_markdown import leaderboard_markdown
from cairn_nb.decisions.consistency import contradictions
from cairn_nb.decisions.earlier import comparable_rows
from cairn_nb.decisions.measured import answer_value, citation_value, error_rate, retrieval_values
from cairn_nb.decisions.one_measurement import require_one_measurement
from cairn_nb.decisions.ranking import primary_metric, ranked, told_from_first
from cairn_nb.errors import InputError
from cairn_nb.metrics.sections import estimates
from cairn_nb.records import Estimate, Report

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
    problems = [(report, _problem(report)) for report in reports]
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
    told = told_from_first(ordered, metric)
    return Leaderboard(
        primary_metric=metric,
        golden_version=first.golden_version,
        golden_hash=next((report.golden_hash for report in ordered if report.golden_hash), None),
        corpus_hash=first.corpus_hash,
        split=first.split,
        n_cases=first.n_cases,
        rows=tuple(_row(place, report, metric, told[place]) for place, report in enumerate(ordered)),
        skipped=skipped,
        notes=notes,
        measured_at=max((report.created_at for report in ordered if report.created_at), default=None),
        configs=tuple(report.config_name for report in ordered),
        reports=tuple(str(report.source) for report in ordered if report.source is not None),
    )


def _problem(report: Report) -> str | None:
    if not report.complete:
        return f"its run is incomplete: {report.n_errors} of {report.n_cases} cases ended in an error"
    wrong = contradictions(report)
    return f"its report contradicts itself: {wrong[0]}" if wrong else None


def _row(place: int, report: Report, metric: str, told: bool | None) -> LeaderboardRow:
    measured, known = _aggregates(report), _known_estimates(report)
    return LeaderboardRow(
        config=report.config_name,
        config_hash=report.config_hash,
        rank=None if measured[metric] is None else place + 1,
        estimates={name: _estimate(measured[name], known.get(name)) for name in COLUMNS.values()},
        tells_from_first=told,
    )


def _aggregates(report: Report) -> dict[str, float | None]:
    found = retrieval_values(report)
    return {
        "recall_at_5": found["recall@5"],
        "ndcg_at_10": found["ndcg@10"],
        "token_f1": answer_value(report, "token_f1"),
        "judge_score": answer_value(report, "judge_score"),
        "citation_validity": citation_value(report),
        "answer_rate": report.abstention.answer_rate,
        "error_rate_answered": error_rate(report),
        "cost_per_question_usd": report.operational.cost_per_question_usd,
        "latency_p95_ms": report.operational.latency_p95_ms,
    }


def _known_estimates(report: Report) -> dict[str, Estimate]:
    """The report's own, else computed from its rows."""
    if report.estimates or not report.per_case:
        return report.estimates
    return estimates(comparable_rows(report))


def _estimate(value: float | None, known: Estimate | None) -> Estimate:
    """The aggregate with the interval that belongs to it; a time keeps its fraction, which the aggregate rounds off."""
    if value is None or known is None or known.value is None:
        return Estimate(value=value)
    is_rounding = isinstance(value, int) and value == round(known.value)
    return known if is_rounding else known.changed(value=value)
