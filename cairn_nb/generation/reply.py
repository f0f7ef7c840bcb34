"""The reply a model must give: its shape, sent along as a JSON Schema, and the strict reading of it."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import ConfigDict, Field, StrictBool, StrictFloat, StrictInt, StrictStr, ValidationError

from cairn_nb.errors import InputError, MalformedReplyError
from cairn_nb.files.strict_json import loads
from cairn_nb.records.base import Record
from cairn_nb.text.json_reply import json_object_text

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


class _Part(Record):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class ReplyCitation(_Part):
    """A passage's id and words that are said to stand in it."""

    chunk_id: StrictStr
    quote: StrictStr


class ReplyClaim(_Part):
    """One statement and where it is said to come from."""

    text: StrictStr
    citations: tuple[ReplyCitation, ...]


class Reply(_Part):
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
    try:
        return Reply.model_validate(loads(json_object_text(text)))
    except ValidationError as error:
        raise MalformedReplyError(_first_problem(error)) from error
    except InputError as error:
        raise MalformedReplyError(f"{error.key}: {error.problem}" if error.key else error.problem) from error
    except ValueError as error:
        raise MalformedReplyError(str(error)) from error


def _first_problem(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False)[0]
    place = ".".join(str(part) for part in first["loc"] if part not in ("float", "int")) or "the reply"
    what = {"missing": "is required", "extra_forbidden": "is not one of the keys"}.get(first["type"], first["msg"])
    return f"{place}: {what}"
