"""The reply of a judge of pairs, and the strict reading of it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, ConfigDict, StrictStr

from cairn_nb.providers.deciding.strict_reply import read_reply
from cairn_nb.records.base import Record

PAIR_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"reason": {"type": "string"}, "better": {"type": "string", "enum": ["1", "2", "tie"]}},
    "required": ["reason", "better"],
    "additionalProperties": False,
}


def _as_written(value: object) -> object:
    """A place given as the number 1 or 2 is that place; true is none."""
    return str(value) if type(value) is int else value


class PairReply(Record):
    """Which answer is better, and why. Keys that nobody asked for are passed over."""

    model_config = ConfigDict(frozen=True, extra="ignore", allow_inf_nan=False)

    reason: StrictStr = ""
    better: Annotated[Literal["1", "2", "tie"], BeforeValidator(_as_written)]


def parse_pair(text: str) -> PairReply:
    """The verdict, read strictly.

    Raises
    ------
    MalformedReplyError
        If the reply is not one JSON object (talk around it included), or names neither 1, 2 nor tie. The text says so
        in words that can be sent back to the judge.
    """
    return read_reply(text, PairReply)
