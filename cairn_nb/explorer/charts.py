"""The explorer's charts for notebooks and for whoever composes their own: each is an Altair chart of a figure.

A function returns None where its report has no data for the chart; `side_by_side` leaves that out.
"""

from __future__ import annotations

from typing import Any

from cairn_nb.decisions.board.board import Leaderboard
from cairn_nb.errors import InputError
from cairn_nb.explorer.figures.altair_figure import Chart, altair_chart
from cairn_nb.explorer.figures.altair_figure import side_by_side as in_rows
from cairn_nb.explorer.figures.answering import answering_figure
from cairn_nb.explorer.figures.calibration import grid_figure
from cairn_nb.explorer.figures.cases import Cases, all_cases
from cairn_nb.explorer.figures.categories import categories_figure
from cairn_nb.explorer.figures.changes import changes_figure
from cairn_nb.explorer.figures.confidence import confidence_figure
from cairn_nb.explorer.figures.cost import cost_figure
from cairn_nb.explorer.figures.differences import compared, differences_figure
from cairn_nb.explorer.figures.failures import failures_figure
from cairn_nb.explorer.figures.figure import Figure
from cairn_nb.explorer.figures.latency import latency_figure
from cairn_nb.explorer.figures.leaderboard import whiskers
from cairn_nb.explorer.figures.outcomes import outcomes_figure
from cairn_nb.explorer.figures.rank import rank_figure
from cairn_nb.explorer.figures.reliability import reliability_figure
from cairn_nb.explorer.figures.risk import risk_figure
from cairn_nb.explorer.figures.tradeoff import cost_tradeoff, latency_tradeoff
from cairn_nb.explorer.rows.compare import compare
from cairn_nb.explorer.runs import runs_of
from cairn_nb.records import CalibrationRecord, Report


def risk_coverage(*reports: Report) -> Chart:
    """Error among answered against the share kept, as the threshold rises from the one in force; of one or two runs."""
    return _drawn(risk_figure(_one_or_two(reports)))


def reliability(report: Report) -> Chart:
    """How often an answer of a given confidence is right; on the diagonal, confidence means what it says."""
    return _drawn(reliability_figure(_cases(report)[0]))


def confidence_by_correctness(report: Report) -> Chart:
    """Confidence of right and wrong answers; the threshold is the dashed line."""
    return _drawn(confidence_figure(_cases(report)[0]))


def outcomes(report: Report) -> Chart:
    """What became of the cases, by whether the documents hold the answer."""
    return _drawn(outcomes_figure(_cases(report)[0]))


def failures(report: Report) -> Chart:
    """Failures by type."""
    return _drawn(failures_figure(_cases(report)[0]))


def support_rank(report: Report) -> Chart:
    """Where the supporting chunk landed; "none" is what retrieval missed entirely."""
    return _drawn(rank_figure(_cases(report)[0]))


def latency_by_stage(*reports: Report) -> Chart:
    """Median and p95 of each stage's time, of one or two runs."""
    return _drawn(latency_figure(_one_or_two(reports)))


def cost_by_stage(*reports: Report) -> Chart:
    """What each stage cost in all, of one or two runs; None where nothing was charged."""
    return _drawn(cost_figure(_one_or_two(reports)))


def differences(baseline: Report, candidate: Report) -> Chart:
    """Paired differences of two runs with their intervals."""
    runs = runs_of((baseline, candidate))
    return _drawn(differences_figure(runs, compared(runs)))


def changes(baseline: Report, candidate: Report) -> Chart:
    """Cases by the way in which they changed between two runs."""
    return _drawn(changes_figure(compare(runs_of((baseline, candidate))).changes))


def quality_cost(*reports: Report) -> Chart:
    """Quality against cost with the frontier; None where nothing was charged."""
    return _drawn(cost_tradeoff(_cases(*reports)))


def quality_latency(*reports: Report) -> Chart:
    """Quality against the p95 of an answer's time with the frontier."""
    return _drawn(latency_tradeoff(_cases(*reports)))


def answering(*reports: Report) -> Chart:
    """How often each system answers against how often it is then wrong."""
    return _drawn(answering_figure(_cases(*reports)))


def categories(*reports: Report) -> Chart:
    """The primary measure by category and system."""
    return _drawn(categories_figure(_cases(*reports)))


def threshold_grid(record: CalibrationRecord) -> Chart:
    """The thresholds that were tested, from the safest down: error seen (points) and exact bound (line)."""
    return _drawn(grid_figure(record))


def leaderboard(board: Leaderboard) -> Chart:
    """The primary measure of each configuration with its interval."""
    metric = board.primary_metric
    chart = _drawn(whiskers([(row.config, row.estimates[metric], None) for row in board.rows], metric))
    return None if chart is None else chart.properties(width=680)


def side_by_side(*charts: Any) -> Chart:
    """Charts in rows of two; None is left out."""
    return in_rows([chart for chart in charts if chart is not None])


def _cases(*reports: Report) -> tuple[Cases, ...]:
    return all_cases(runs_of(reports))


def _one_or_two(reports: tuple[Report, ...]) -> tuple[Cases, ...]:
    if len(reports) > 2:
        raise InputError(f"{len(reports)} reports were given; this chart tells one or two apart")
    return _cases(*reports)


def _drawn(figure: Figure | None) -> Chart:
    return None if figure is None else altair_chart(figure)
