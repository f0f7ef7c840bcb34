"""A judge's grade of one answer."""

from __future__ import annotations

from pydantic import Field

from cairn_nb.records.answer import Step
from cairn_nb.records.base import Record
from cairn_nb.records.outcome import Outcome


class Verdict(Record):
    """A 0 to 1 grade, or the reason why there is none.

    `score` and `correct` are null unless `outcome` is scored. `raw` keeps a reply that could not be read.
    """

    outcome: Outcome
    correct: bool | None = None
    score: float | None = Field(default=None, ge=0, le=1)
    reason: str | None = None
    raw: str | None = None
    step: Step | None = None
