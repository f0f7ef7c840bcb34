"""What a system came to in the measures that charts of several runs share."""

from __future__ import annotations

from collections.abc import Sequence

from cairn_nb.decisions.board.ranking import primary_metric, ranked
from cairn_nb.decisions.reading.primary import primary_value
from cairn_nb.explorer.figures.cases import Cases
from cairn_nb.explorer.rows.filter import Filter
from cairn_nb.explorer.rows.opens import rows_behind
from cairn_nb.explorer.tables.run import SHOWN
from cairn_nb.records import Estimate

LABELS = {name: label for label, name in SHOWN}


def quality_metric(every: Sequence[Cases]) -> str:
    """The measure that the leaderboard is sorted by."""
    return primary_metric([cases.report for cases in every])[0]


def quality(cases: Cases, metric: str) -> Estimate:
    """The aggregate with its interval, where the report has one."""
    value = primary_value(cases.report, metric)
    known = cases.report.estimates.get(metric)
    return Estimate(value=value) if value is None or known is None else known.changed(value=value)


def best_first(every: Sequence[Cases], metric: str) -> list[Cases]:
    """The order of the leaderboard; runs of one name stay in the order they were given."""
    order = [id(report) for report in ranked([cases.report for cases in every], metric)]
    return sorted(every, key=lambda cases: order.index(id(cases.report)))


def opened(cases: Cases, metric: str, value: float | None) -> Filter | None:
    """The rows that count against the measure, as its number in the table opens them."""
    return None if value is None else rows_behind(cases.runs, cases.run, metric, value)


def titled(metric: str) -> str:
    """A measure's label at the start of a title."""
    label = LABELS.get(metric, metric)
    return label[:1].upper() + label[1:]
