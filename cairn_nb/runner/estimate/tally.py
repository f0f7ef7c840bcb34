"""Calls and tokens, added up."""

from __future__ import annotations

from dataclasses import dataclass, field

from cairn_nb.records.answer import Step, Usage


@dataclass
class Tally:
    """The calls of one stage, added up."""

    calls: int = 0
    usage: Usage = field(default_factory=Usage)

    def add(self, step: Step) -> None:
        """One more call, or several of which a step says how many."""
        self.calls += step.attempts
        self.usage = self.usage + step.usage
