"""All figures of one, two or many reports."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cairn_nb.explorer.figures.answering import answering_figure
from cairn_nb.explorer.figures.cases import Cases, all_cases
from cairn_nb.explorer.figures.categories import categories_figure
from cairn_nb.explorer.figures.changes import changes_figure
from cairn_nb.explorer.figures.confidence import confidence_figure
from cairn_nb.explorer.figures.cost import cost_by_run, cost_figure
from cairn_nb.explorer.figures.differences import Compared, compared, differences_figure
from cairn_nb.explorer.figures.failures import failures_by_run, failures_figure
from cairn_nb.explorer.figures.figure import Figure
from cairn_nb.explorer.figures.latency import latency_by_run, latency_figure
from cairn_nb.explorer.figures.leaderboard import leaderboard_figure
from cairn_nb.explorer.figures.outcomes import outcomes_figure
from cairn_nb.explorer.figures.rank import rank_figure
from cairn_nb.explorer.figures.reliability import reliability_figure
from cairn_nb.explorer.figures.risk import risk_figure
from cairn_nb.explorer.figures.tradeoff import cost_tradeoff, latency_tradeoff
from cairn_nb.explorer.rows.compare import compare
from cairn_nb.explorer.runs import Runs, runs_of
from cairn_nb.explorer.view import Change
from cairn_nb.records import Report
from cairn_nb.records.recommendation import Recommendation

Figures = Iterator[Figure | None]


def figures(reports: Sequence[Report], names: Sequence[str] | None = None) -> tuple[Figure, ...]:
    """The figures that the reports have data for, in the order of the page.

    Parameters
    ----------
    reports
        Of two the baseline comes first.
    names
        What each run is called; by default its configuration's name.

    Raises
    ------
    InputError
        If there is no report, or the names are not one for each, or two are equal.
    """
    return figures_of(runs_of(reports, names))


def figures_of(
    runs: Runs,
    *,
    differences: tuple[Compared, ...] | None = None,
    changes: Sequence[Change] | None = None,
    chosen: Recommendation | None = None,
) -> tuple[Figure, ...]:
    """The same for runs that are at hand.

    Parameters
    ----------
    differences, changes
        Spare two runs a second comparison.
    chosen
        Which of many is recommended; null marks none.
    """
    every = all_cases(runs)
    if runs.mode == "one":
        found = _one(every[0])
    elif runs.mode == "two":
        paired = compared(runs) if differences is None else differences
        found = _two(runs, every, paired, compare(runs).changes if changes is None else changes)
    else:
        found = _many(every, chosen)
    return tuple(figure for figure in found if figure is not None)


def _one(cases: Cases) -> Figures:
    yield outcomes_figure(cases)
    yield failures_figure(cases)
    yield risk_figure((cases,))
    yield reliability_figure(cases)
    yield confidence_figure(cases)
    yield rank_figure(cases)
    yield latency_figure((cases,))
    yield cost_figure((cases,))


def _two(runs: Runs, every: Sequence[Cases], differences: tuple[Compared, ...], changes: Sequence[Change]) -> Figures:
    yield differences_figure(runs, differences)
    yield changes_figure(changes)
    yield risk_figure(every)
    yield latency_figure(every)
    yield cost_figure(every)


def _many(every: Sequence[Cases], chosen: Recommendation | None) -> Figures:
    yield leaderboard_figure(every)
    yield cost_tradeoff(every, chosen)
    yield latency_tradeoff(every, chosen)
    yield answering_figure(every)
    yield categories_figure(every)
    yield failures_by_run(every)
    yield latency_by_run(every)
    yield cost_by_run(every)
