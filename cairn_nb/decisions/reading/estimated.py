"""A report's numbers with their intervals, also where an earlier cairn wrote the numbers alone."""

from __future__ import annotations

from cairn_nb.decisions.reading.aggregates import aggregates
from cairn_nb.decisions.reading.earlier import comparable_rows
from cairn_nb.decisions.reading.timed import probed_estimates
from cairn_nb.metrics.sections import MeasuredRows, estimates
from cairn_nb.records import Estimate, Report

SAME = 1e-9


def estimated(report: Report) -> dict[str, Estimate]:
    """Every measure of the catalogue: the report's aggregate, with the interval that belongs to it.

    A report of an earlier cairn has no intervals; they are computed from its rows where these hold what
    the measure needs. Percentiles of latency are the probe's where there is one.
    """
    known = _known(report)
    found = {name: _estimate(value, known.get(name)) for name, value in aggregates(report).items()}
    return {**found, **probed_estimates(report)}


def own_estimate(report: Report, measure: str, value: float | None) -> Estimate | None:
    """The report's own estimate where it is of this value, so that a number is the same wherever it is shown."""
    known = report.estimates.get(measure)
    if known is None or (known.value is None) is not (value is None):
        return None
    return known if value is None or abs(value - (known.value or 0.0)) <= SAME else None


def _known(report: Report) -> dict[str, Estimate]:
    """The report's own, else computed from its rows."""
    if report.estimates or not report.per_case:
        return report.estimates
    return estimates(MeasuredRows.of(comparable_rows(report)))


def _estimate(value: float | None, known: Estimate | None) -> Estimate:
    """The aggregate with its interval; a time keeps its fraction, which the aggregate rounds off."""
    if known is None or (value is not None and known.value is None):
        return Estimate(value=value)
    if value is None:
        return known if known.value is None else Estimate(value=None)
    is_rounding = isinstance(value, int) and value == round(known.value or 0.0)
    return known if is_rounding else known.changed(value=value)
