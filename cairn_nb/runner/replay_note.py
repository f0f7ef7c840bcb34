"""A report that was replayed says so, and from which cassette."""

from __future__ import annotations

from cairn_nb.providers.cassette.session import in_force
from cairn_nb.records.report import Report


def with_replay_note(report: Report) -> tuple[Report, bool]:
    """The report with ``notes["replayed"]`` where it was replayed, and whether it was."""
    session = in_force()
    note = None if session is None else session.note
    if note is None:
        return report, False
    return report.model_copy(update={"notes": {**report.notes, "replayed": note}}), True
