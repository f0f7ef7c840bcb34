"""The numbers of each run: value, interval, what is missing, and the rows that each one opens."""

from __future__ import annotations

from collections.abc import Sequence

from cairn_nb.decisions.reading.estimated import estimated
from cairn_nb.explorer.rows.opens import rows_behind
from cairn_nb.explorer.runs import Runs
from cairn_nb.explorer.tables.run import DECIMALS, SHOWN
from cairn_nb.explorer.view import Measure, Value
from cairn_nb.metrics.catalog import CATALOG
from cairn_nb.records import Estimate, Report

ALL_EQUAL = "no interval: every value is the same"


def measures(runs: Runs) -> tuple[Measure, ...]:
    """Every measure that a run has a value of, in the order of the reference's report."""
    known = [estimated(report) for report in runs.reports]
    return tuple(
        _measure(runs, name, label, [found.get(name, Estimate(value=None)) for found in known])
        for label, name in SHOWN
        if any(name in found and found[name].value is not None for found in known)
    )


def threshold_source(report: Report) -> str:
    """Where the threshold comes from, as the run says."""
    return str(report.notes.get("threshold_source", "source unknown"))


def _measure(runs: Runs, name: str, label: str, found: Sequence[Estimate]) -> Measure:
    entry = CATALOG[name]
    return Measure(
        key=name,
        label=label,
        help=f"{entry.title}; over {entry.over}; none where {entry.undefined}",
        better=entry.direction,
        most=entry.high,
        values=tuple(_value(runs, run, name, estimate) for run, estimate in enumerate(found)),
    )


def _value(runs: Runs, run: int, name: str, estimate: Estimate) -> Value:
    """A run's value of a measure as it is written, and the rows that it opens."""
    return Value(
        value=estimate.value,
        low=estimate.low,
        high=estimate.high,
        n=estimate.n or None,
        text=estimate.written(decimals=DECIMALS.get(name, 3)),
        missing="; ".join(text for text in (missing_text(estimate), _said_of(estimate)) if text),
        warning=_warning(runs.reports[run], name, estimate),
        filter=None if estimate.value is None else rows_behind(runs, run, name, estimate.value),
    )


def missing_text(estimate: Estimate) -> str:
    """The cases without a value, by reason."""
    return ", ".join(f"{count} {reason.replace('_', ' ')}" for reason, count in estimate.missing.items())


def _said_of(estimate: Estimate) -> str:
    """What a reader should know of a value that is no reason to distrust it."""
    return ALL_EQUAL if estimate.warning == ALL_EQUAL else ""


def _warning(report: Report, name: str, estimate: Estimate) -> str:
    broken = name == "error_rate_answered" and report.abstention.guarantee_met is False
    promise = f"above alpha {report.abstention.alpha:g}" if broken else ""
    distrust = "" if _said_of(estimate) else estimate.warning or ""
    return "; ".join(text for text in (promise, distrust) if text)
