"""A judge's reply: its shape, and the strict reading of it. A reply that contradicts itself is no grade."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, StrictBool, StrictFloat, StrictInt, StrictStr

from cairn_nb.errors import MalformedReplyError
from cairn_nb.providers.deciding.strict_reply import read_reply
from cairn_nb.records.base import Record

CORRECT_FROM = 0.75
GRADE_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "reason": {"type": "string"},
        "score": {"type": "number", "minimum": 0, "maximum": 1},
        "correct": {"type": "boolean"},
    },
    "required": ["reason", "score", "correct"],
    "additionalProperties": False,
}


class Grade(Record):
    """What the judge said."""

    reason: StrictStr
    score: Annotated[StrictFloat | StrictInt, Field(ge=0, le=1)]
    correct: StrictBool


def parse_grade(text: str) -> Grade:
    """The judge's grade, read strictly.

    Raises
    ------
    MalformedReplyError
        If the reply is not one JSON object of the shape asked for, a value has another type (the string
        "false" is no boolean, a boolean no number), the score is missing or outside 0 to 1, or `correct`
        is not what the score says. The text says so in words that can be sent back to the judge.
    """
    grade = read_reply(text, Grade)
    if grade.correct != (grade.score >= CORRECT_FROM):
        said = "true" if grade.correct else "false"
        raise MalformedReplyError(f"correct is {said}, but the score is {grade.score:g}: they contradict each other")
    return grade
