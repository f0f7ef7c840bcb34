"""Whether every claim of an answer is checked against what the generator was given."""

from __future__ import annotations

from pydantic import Field

from cairn_nb.config.component import Component
from cairn_nb.records.base import Record


class ClaimsConfig(Record):
    """Checks are off unless `enabled`; `provider` is the chat model that is asked, by default the one that judges."""

    enabled: bool = False
    provider: Component | None = None
    max_claims: int = Field(default=20, ge=1, le=200)
