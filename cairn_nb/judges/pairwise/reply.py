"""The reply of a judge of pairs, and the strict reading of it."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import ConfigDict, StrictStr

from cairn_nb.providers.strict_reply import read_reply
from cairn_nb.records.base import Record

PAIR_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"reason": {"type": "string"}, "better": {"type": "string", "enum": ["1", "2", "tie"]}},
    "required": ["reason", "better"],
    "additionalProperties": False,
}


class PairReply(Record):
    """Which answer is better, and why. Keys that nobody asked for are passed over."""

    model_config = ConfigDict(frozen=True, extra="ignore", allow_inf_nan=False)

    reason: StrictStr = ""
    better: Literal["1", "2", "tie"]


def parse_pair(text: str) -> PairReply:
    """The verdict, read strictly.

    Raises
    ------
    MalformedReplyError
        If the reply is not one JSON object (talk around it included), or names neither 1, 2 nor tie. The text says so
        in words that can be sent back to the judge.
    """
    return read_reply(text, PairReply)
