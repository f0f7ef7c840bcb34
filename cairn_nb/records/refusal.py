"""Whether an answer declines to answer, and who says so."""

from __future__ import annotations

from typing import Literal

from cairn_nb.records.answer import Step
from cairn_nb.records.base import Record
from cairn_nb.records.section import Share


class RefusalVerdict(Record):
    """The verdict of a model, or of the answer's wording where the model gave no usable probability (`reason`)."""

    refused: bool
    detector: Literal["model", "heuristic"]
    probability: float | None = Share
    reason: str | None = None
    version: str = ""
    step: Step | None = None
