"""A judge's reply about the five axes: its shape, and the strict reading of it. A part of a judgement is none."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import ConfigDict, Field, StrictBool, StrictFloat, StrictInt, StrictStr

from cairn_nb.judges.axes.aggregate import Scores
from cairn_nb.providers.deciding.strict_reply import read_reply
from cairn_nb.records.axis_verdict import AXES
from cairn_nb.records.base import Record
from cairn_nb.records.section import MOST_POINTS

FLAGS = ("is_supported_by_context", "is_hallucinated")
AXES_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "reasoning": {"type": "string"},
        **{axis: {"type": "number", "minimum": 0, "maximum": MOST_POINTS} for axis in AXES},
        **{flag: {"type": "boolean"} for flag in FLAGS},
    },
    "required": ["reasoning", *AXES, *FLAGS],
    "additionalProperties": False,
}
Points = Annotated[StrictFloat | StrictInt, Field(ge=0, le=MOST_POINTS)]


class AxesReply(Record):
    """What a judge said. The five scores are required; keys that nobody asked for are passed over."""

    model_config = ConfigDict(frozen=True, extra="ignore", allow_inf_nan=False)

    reasoning: StrictStr = ""
    correctness: Points
    faithfulness: Points
    completeness: Points
    relevance: Points
    citation_quality: Points
    is_supported_by_context: StrictBool | None = None
    is_hallucinated: StrictBool | None = None

    @property
    def scores(self) -> Scores:
        """The grades and the flags."""
        axes = {axis: float(getattr(self, axis)) for axis in AXES}
        return Scores(axes, self.is_supported_by_context, self.is_hallucinated)


def parse_axes(text: str) -> AxesReply:
    """The judge's grades, read strictly.

    Raises
    ------
    MalformedReplyError
        If the reply is not one JSON object (talk around it included), a score is missing, is not a number (the word
        "four", the string "4", a boolean) or lies outside 0 to 5, or a flag is not a boolean. The text says so in
        words that can be sent back to the judge.
    """
    return read_reply(text, AxesReply)
