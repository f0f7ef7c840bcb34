"""A report that was replayed says so, and from which cassette."""

from __future__ import annotations

from typing import Any

from cairn_nb.providers.cassette.session import in_force
from cairn_nb.records.report import Report

REPLAYED = "replayed"


def with_replay_note(report: Report) -> tuple[Report, bool]:
    """The report with ``notes["replayed"]`` where it was replayed, and whether it was."""
    note = replay_note()
    return (report.model_copy(update={"notes": {**report.notes, **note}}), True) if note else (report, False)


def replay_note() -> dict[str, Any]:
    """``replayed`` with the cassette's name and the digest of its lines; empty for what is not replayed."""
    session = in_force()
    note = None if session is None else session.note
    return {} if note is None else {REPLAYED: note}
