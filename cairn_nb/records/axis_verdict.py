"""Five grades of one answer, 0 to 5 each, and two flags."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, field_validator

from cairn_nb.records.answer import Step
from cairn_nb.records.base import Record
from cairn_nb.records.outcome import Outcome
from cairn_nb.records.section import MOST_POINTS

AXES = ("correctness", "faithfulness", "completeness", "relevance", "citation_quality")


class AxisVerdict(Record):
    """All five axes, or the reason why there are none: a part of them is no judgement.

    `judge` and `prompt_version` say who graded by which anchors; `fallback` that the heuristic judge stood in for one
    whose reply could not be read. `metadata` is what else is known of the judgement, for the row's reader. `steps` are
    the models' calls, one step a model.
    """

    outcome: Outcome
    axes: dict[str, Annotated[float, Field(ge=0, le=MOST_POINTS)]] = Field(default_factory=dict)
    is_supported_by_context: bool | None = None
    is_hallucinated: bool | None = None
    reason: str | None = None
    judge: str = ""
    prompt_version: str = ""
    fallback: bool = False
    metadata: dict[str, Any] = Field(default_factory=dict)
    steps: tuple[Step, ...] = ()

    @field_validator("axes")
    @classmethod
    def _all_or_none(cls, axes: dict[str, float]) -> dict[str, float]:
        if axes and set(axes) != set(AXES):
            raise ValueError(f"must have exactly {', '.join(AXES)}, not {', '.join(sorted(axes))}")
        return axes

    @property
    def answer_score(self) -> float | None:
        """The unweighted mean of the five axes; null without them."""
        return sum(self.axes.values()) / len(AXES) if self.axes else None
