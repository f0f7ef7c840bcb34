"""The splitter's reply: its shape, and the strict reading of it."""

from __future__ import annotations

from typing import Any

from pydantic import StrictStr

from cairn_nb.providers.deciding.strict_reply import read_reply
from cairn_nb.records.base import Record
from cairn_nb.text.uncited import reading_without_citations

CLAIMS_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"claims": {"type": "array", "items": {"type": "string"}}},
    "required": ["claims"],
    "additionalProperties": False,
}


class SplitReply(Record):
    """What the splitter said."""

    claims: tuple[StrictStr, ...]


def parse_claims(text: str) -> tuple[str, ...]:
    """The claims of a reply, each once and without citations, in their order.

    Raises
    ------
    MalformedReplyError
        If it is not one JSON object with a list of texts.
    """
    said = (" ".join(reading_without_citations(claim).split()) for claim in read_reply(text, SplitReply).claims)
    return tuple(dict.fromkeys(claim for claim in said if claim))
