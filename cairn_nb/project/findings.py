"""What an examination of a project found."""

from __future__ import annotations

from typing import Literal

from cairn_nb.records import Record

Level = Literal["ok", "note", "warning", "problem"]


class Finding(Record):
    """One thing that was looked at, and what to do about it when it is not well."""

    level: Level
    subject: str
    sentence: str


class Findings(Record):
    """All of them, in the order of the pipeline; healthy when none is a problem."""

    findings: tuple[Finding, ...]

    @property
    def healthy(self) -> bool:
        """Whether nothing needs mending before a run."""
        return all(finding.level != "problem" for finding in self.findings)
