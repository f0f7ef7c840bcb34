"""The parts of a report's notes that a decision reads, typed."""

from __future__ import annotations

from pydantic import ConfigDict, ValidationError

from cairn_nb.errors import ReportError
from cairn_nb.records import Record, Report

CALIBRATED = "calibrated"
DEFAULT_DELTA = 0.05


class NoteSection(Record):
    """Notes are open: keys that no decision reads are left out."""

    model_config = ConfigDict(extra="ignore")


class Environment(NoteSection):
    """The kind of machine that timings were measured on."""

    system: str | None = None
    machine: str | None = None
    python: str | None = None
    cpu_count: int | None = None


class BudgetNote(NoteSection):
    """The limits that the run was checked against; null where none is configured."""

    max_cost_per_question_usd: float | None = None
    max_p95_latency_ms: float | None = None


class RunNotes(NoteSection):
    """What the run says about itself."""

    threshold_source: str | None = None
    judge: str | None = None
    rubric_version: str | None = None
    environment: Environment | None = None
    budget: BudgetNote | None = None

    @property
    def calibrated(self) -> bool:
        """Whether a certified threshold was in force. ``uncalibrated …`` and ``abstain always …`` are not."""
        return self.threshold_source is not None and self.threshold_source.startswith(CALIBRATED)


def run_notes(report: Report) -> RunNotes:
    """Read a report's notes.

    Raises
    ------
    ReportError
        If one of them does not have its type.
    """
    try:
        return RunNotes.model_validate(report.notes)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        key = ".".join(["notes", *(str(part) for part in first["loc"])])
        raise ReportError(first["msg"], path=report.source, key=key) from None


def confidence_delta(report: Report) -> float:
    """The chance of being wrong that the run's certificate was given at; 0.05 where the report does not say."""
    delta = (report.calibration or {}).get("delta", DEFAULT_DELTA)
    if isinstance(delta, bool) or not isinstance(delta, int | float) or not 0 < delta < 1:
        problem = f"must be a number between 0 and 1, not {delta!r}"
        raise ReportError(problem, path=report.source, key="calibration.delta")
    return float(delta)
