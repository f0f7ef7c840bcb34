"""What two runs of the same work may differ in: the clock, what was paid for before, and whether it was replayed.

Everything else in a report is the same, with any concurrency and however often the run was interrupted.
"""

from __future__ import annotations

from typing import Any

from cairn_nb.records.report import Report

TOP = ("created_at", "evidence", "latency_probe")
OPERATIONAL = ("latency_p50_ms", "latency_p95_ms", "spent_usd", "avoided_usd")
ROW = ("latency_ms", "latency_by_stage_ms")
ESTIMATES = ("latency_p50_ms", "latency_p95_ms")
NOTES = ("replayed",)
BUDGET = ("p95_within_budget",)


def without_timing(report: Report) -> dict[str, Any]:
    """A report as plain data, less what depends on the clock: equal for equal work."""
    data = report.model_dump(mode="json")
    _drop(data, TOP)
    _drop(data["operational"], OPERATIONAL)
    _drop(data["estimates"], ESTIMATES)
    _drop(data["notes"], NOTES)
    _drop(data["notes"].get("budget", {}), BUDGET)
    for row in data["per_case"]:
        _drop(row, ROW)
    return data


def _drop(data: dict[str, Any], names: tuple[str, ...]) -> None:
    for name in names:
        data.pop(name, None)
