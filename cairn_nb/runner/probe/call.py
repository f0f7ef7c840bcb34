"""One call of the latency probe, and its line in the ledger."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pydantic import Field, ValidationError

from cairn_nb.errors import InputError
from cairn_nb.records.base import Record

KEY = "probe"


class ProbeCall(Record):
    """A question that was asked again.

    `place` counts the probe's calls from 0. `latency_ms` is null where no answer came; the costs are null where a
    model has no price.
    """

    place: int = Field(ge=0)
    case_id: str
    latency_ms: float | None = None
    cost_usd: float | None = None
    spent_usd: float | None = None

    def to_line(self) -> str:
        """One line of JSON."""
        return json.dumps({KEY: self.model_dump(mode="json")})


def from_row(row: Mapping[str, Any]) -> ProbeCall:
    """The call that a ledger's row holds.

    Raises
    ------
    InputError
        If the row is not one of ours.
    """
    try:
        return ProbeCall.model_validate(row[KEY])
    except ValidationError as error:
        problem = error.errors(include_url=False)[0]["msg"]
        raise InputError(f"a probe that cannot be read: {problem}", hint="move the ledger away") from error
