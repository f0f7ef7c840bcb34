"""What tokens cost: a rate for each of the four buckets, with tiers by the size of the input."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from cairn_nb.records.answer import Usage
from cairn_nb.records.base import Record

UsdPerMillion = Annotated[float, Field(ge=0, allow_inf_nan=False, strict=True)]
TOKENS_PER_UNIT = 1_000_000


class Tier(Record):
    """The rate of every token of a call whose input is longer than `over_input_tokens`."""

    over_input_tokens: int = Field(ge=0)
    usd_per_million: UsdPerMillion


class Rate(Record):
    """USD for a million tokens of one bucket; the last tier that the input exceeds replaces the base."""

    usd_per_million: UsdPerMillion
    tiers: tuple[Tier, ...] = ()

    def at(self, input_tokens: int) -> float:
        """USD for a million tokens in a call with this much input, cached input included."""
        rate = self.usd_per_million
        for tier in self.tiers:
            if input_tokens > tier.over_input_tokens:
                rate = tier.usd_per_million
        return rate


class Rates(Record):
    """A model's prices. A cache bucket without a rate of its own costs what plain input does."""

    input: Rate
    output: Rate
    cache_read: Rate | None = None
    cache_write: Rate | None = None
    usd_per_call: float = Field(default=0.0, ge=0)

    def cost_usd(self, usage: Usage, *, calls: int = 1) -> float:
        """USD for one call with this usage, at its own tier; for several together at the tier of their mean input."""
        size = (usage.input_tokens + usage.cache_read_tokens + usage.cache_write_tokens) // max(1, calls)
        total = (
            usage.input_tokens * self.input.at(size)
            + usage.output_tokens * self.output.at(size)
            + usage.cache_read_tokens * (self.cache_read or self.input).at(size)
            + usage.cache_write_tokens * (self.cache_write or self.input).at(size)
        )
        return total / TOKENS_PER_UNIT + calls * self.usd_per_call


class PriceRow(Record):
    """A user's prices for one model, in USD for a million tokens."""

    input: UsdPerMillion
    output: UsdPerMillion
    cache_read: UsdPerMillion | None = None
    cache_write: UsdPerMillion | None = None

    def rates(self) -> Rates:
        """The same as rates without tiers."""
        return Rates(
            input=Rate(usd_per_million=self.input),
            output=Rate(usd_per_million=self.output),
            cache_read=None if self.cache_read is None else Rate(usd_per_million=self.cache_read),
            cache_write=None if self.cache_write is None else Rate(usd_per_million=self.cache_write),
        )


FREE = PriceRow(input=0.0, output=0.0).rates()
