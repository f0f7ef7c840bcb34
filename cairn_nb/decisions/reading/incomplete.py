"""Why a run is incomplete."""

from __future__ import annotations

from cairn_nb.records import Report


def why_incomplete(report: Report) -> str:
    """What stopped the run before its end; else how many of its cases failed."""
    stopped = report.notes.get("stopped")
    return str(stopped) if stopped else f"{report.n_errors} of {report.n_cases} cases ended in an error"
