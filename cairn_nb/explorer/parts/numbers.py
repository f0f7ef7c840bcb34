"""The numbers of each run: value, interval, what is missing, and the rows that each one opens."""

from __future__ import annotations

from cairn_nb.explorer.filter import Filter
from cairn_nb.explorer.parts.opens import near_threshold, rows_behind
from cairn_nb.explorer.runs import Runs
from cairn_nb.explorer.tables.run import DECIMALS, SHOWN
from cairn_nb.explorer.view import Measure, Value
from cairn_nb.metrics.catalog import CATALOG
from cairn_nb.records import Estimate, Report

THRESHOLD_HELP = (
    "Answers below this confidence are withheld. Calibrated: certified to keep the error among answered cases at "
    "or under alpha; uncalibrated: no such promise."
)


def measures(runs: Runs) -> tuple[Measure, ...]:
    """The threshold with its source first, then every measure that a run has an estimate of."""
    known = [name for _, name in SHOWN if any(name in report.estimates for report in runs.reports)]
    labels = {name: label for label, name in SHOWN}
    return (_threshold(runs), *(_measure(runs, name, labels[name]) for name in known))


def _threshold(runs: Runs) -> Measure:
    values = tuple(_threshold_value(runs, run) for run in range(len(runs.reports)))
    return Measure(key="threshold", label="threshold", help=THRESHOLD_HELP, better=None, values=values)


def _threshold_value(runs: Runs, run: int) -> Value:
    section, source = runs.reports[run].abstention, threshold_source(runs.reports[run])
    written = "none" if section.threshold is None else f"{section.threshold:.3f}"
    return Value(
        value=section.threshold,
        text=f"{written} ({source})",
        warning="" if source.startswith("calibrated") else "carries no guarantee",
        filter=None if section.threshold is None else near_threshold(runs, run),
    )


def threshold_source(report: Report) -> str:
    """Where the threshold comes from, as the run says."""
    return str(report.notes.get("threshold_source", "source unknown"))


def _measure(runs: Runs, name: str, label: str) -> Measure:
    entry = CATALOG[name]
    return Measure(
        key=name,
        label=label,
        help=f"{entry.title}; over {entry.over}; nothing where {entry.undefined}",
        better=entry.direction,
        values=tuple(value_of(runs, run, name) for run in range(len(runs.reports))),
    )


def value_of(runs: Runs, run: int, name: str) -> Value:
    """A run's value of a measure as it is written, and the rows that it opens."""
    report = runs.reports[run]
    estimate = report.estimates.get(name, Estimate(value=None))
    return Value(
        value=estimate.value,
        low=estimate.low,
        high=estimate.high,
        n=estimate.n,
        text=estimate.written(decimals=DECIMALS.get(name, 3)),
        missing=missing_text(estimate),
        warning=_warning(report, name, estimate),
        filter=_opens(runs, run, name, estimate),
    )


def missing_text(estimate: Estimate) -> str:
    """The cases without a value, by reason."""
    return ", ".join(f"{count} {reason.replace('_', ' ')}" for reason, count in estimate.missing.items())


def _warning(report: Report, name: str, estimate: Estimate) -> str:
    broken = name == "error_rate_answered" and report.abstention.guarantee_met is False
    promise = f"above alpha {report.abstention.alpha:g}" if broken else ""
    return "; ".join(text for text in (promise, estimate.warning or "") if text)


def _opens(runs: Runs, run: int, name: str, estimate: Estimate) -> Filter | None:
    return None if estimate.value is None else rows_behind(runs, run, name, estimate.value)
