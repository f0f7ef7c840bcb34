"""The reply a model must give: its shape, sent along as a JSON Schema, and the strict reading of it."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, StrictBool, StrictFloat, StrictInt, StrictStr

from cairn_nb.providers.deciding.strict_reply import read_reply
from cairn_nb.records.base import Record

_CITATION = {
    "type": "object",
    "properties": {"chunk_id": {"type": "string"}, "quote": {"type": "string"}},
    "required": ["chunk_id", "quote"],
    "additionalProperties": False,
}
_CLAIM = {
    "type": "object",
    "properties": {"text": {"type": "string"}, "citations": {"type": "array", "items": _CITATION}},
    "required": ["text", "citations"],
    "additionalProperties": False,
}
REPLY_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "answer": {"type": "string"},
        "claims": {"type": "array", "items": _CLAIM},
        "confidence_self": {"type": "number", "minimum": 0, "maximum": 1},
        "abstain": {"type": "boolean"},
    },
    "required": ["answer", "claims", "confidence_self", "abstain"],
    "additionalProperties": False,
}


class ReplyCitation(Record):
    """A passage's id and words that are said to stand in it."""

    chunk_id: StrictStr
    quote: StrictStr


class ReplyClaim(Record):
    """One statement and where it is said to come from."""

    text: StrictStr
    citations: tuple[ReplyCitation, ...]


class Reply(Record):
    """What the model says; nothing of it is verified yet."""

    answer: StrictStr
    claims: tuple[ReplyClaim, ...]
    confidence_self: Annotated[StrictFloat | StrictInt, Field(ge=0, le=1)]
    abstain: StrictBool


def parse_reply(text: str) -> Reply:
    """The model's reply, read strictly.

    Parameters
    ----------
    text
        One JSON object of the shape of `REPLY_SCHEMA`, at most with a single code fence around it.

    Raises
    ------
    MalformedReplyError
        If it is not JSON, a key is missing, twice or unknown, a value has another type (a string is
        neither a boolean nor a number, a boolean is no number), or the confidence is not in [0, 1].
        The text says what is wrong in words that can be sent back to the model.
    """
    return read_reply(text, Reply)
