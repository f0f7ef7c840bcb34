"""What a call costs. The user's table comes first, then the component's `price`, 0 for what runs here, the kept table.

The kept table is the one bundled with the genai-prices package; it is never fetched. A model that is in
none of them has no price: its cost is null, never 0.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from cairn_nb.providers.pricing.price_table import price_row, user_prices
from cairn_nb.providers.pricing.rates import FREE, Rate, Rates, Tier
from cairn_nb.records.answer import Usage

CALLS_PER_UNIT = 1000
QUARTER_S = 900


def unpriced_sentence(model: str) -> str:
    """The warning that a report carries for a model without a price."""
    return (
        f"model {model!r} has no known price, so its cost is null; "
        "give one in CAIRN_PRICING_JSON or in the component's price parameter"
    )


class Prices:
    """The price of one model's calls.

    Parameters
    ----------
    rates_now
        Gives the rates in force, or null when the model has none; asked once a quarter of an hour, since
        some rates depend on the clock.
    owned
        Whether the user gave the price, so that it counts more than what a provider says a call cost.
    """

    def __init__(self, rates_now: Callable[[datetime], Rates | None], *, owned: bool = False) -> None:
        self.owned = owned
        self._rates_now = rates_now
        self._quarter: int | None = None
        self._rates: Rates | None = None

    @classmethod
    def fixed(cls, rates: Rates | None, *, owned: bool = False) -> Prices:
        """Rates that never change; null for a model without a price."""
        return cls(lambda _: rates, owned=owned)

    @property
    def priced(self) -> bool:
        """Whether the model has a price at all."""
        return self._current() is not None

    def cost_usd(self, usage: Usage | None, *, calls: int = 1) -> float | None:
        """USD for one call; null when the model has no price or the provider did not say what it used.

        Of several `calls` whose usage was added up, the tier is that of their mean input.
        """
        rates = self._current()
        return None if rates is None or usage is None else rates.cost_usd(usage, calls=calls)

    def _current(self) -> Rates | None:
        quarter = int(time.time() // QUARTER_S)
        if quarter != self._quarter:
            self._quarter, self._rates = quarter, self._rates_now(datetime.fromtimestamp(quarter * QUARTER_S, tz=UTC))
        return self._rates


def prices_for(
    component: str,
    model: str,
    *,
    price: dict[str, Any] | None = None,
    base_url: str | None = None,
    free: bool = False,
) -> Prices:
    """The prices of a component's model.

    Parameters
    ----------
    component, model
        Names that the user's table may use.
    price
        The component's own `price` parameter.
    base_url
        Where the model is asked; it tells the kept table whose prices apply.
    free
        Whether the model runs here and costs nothing.

    Raises
    ------
    ConfigError
        If a price is missing, negative, not finite or not a number.
    """
    own = None if price is None else price_row(price, f"{component}.price")
    table = user_prices()
    row = table.get(model) or table.get(component) or own
    if row is not None:
        return Prices.fixed(row.rates(), owned=True)
    if free or base_url is None:
        return Prices.fixed(FREE if free else None)
    return Prices(lambda now: kept_rates(model, base_url, now))


def reported_prices(model: str) -> Prices:
    """The prices of a model that was asked elsewhere: the user's, else those of the kept table's model of that name.

    A name may carry its provider in front, as in ``openai:gpt-4.1`` or ``anthropic/claude-sonnet-4-5``.

    Raises
    ------
    ConfigError
        If the user's table cannot be read.
    """
    provider, _, bare = model.replace("/", ":", 1).partition(":")
    names = (model, bare) if bare else (model,)
    table = user_prices()
    row = next((table[name] for name in names if name in table), None)
    if row is not None:
        return Prices.fixed(row.rates(), owned=True)
    return Prices(lambda now: _found_rates(bare or model, now, provider_id=provider if bare else None))


def kept_rates(model: str, base_url: str, now: datetime) -> Rates | None:
    """The kept table's rates of a model at a provider's address; null when it has none by tokens."""
    return _found_rates(model, now, base_url=base_url)


def _found_rates(
    model: str, now: datetime, *, provider_id: str | None = None, base_url: str | None = None
) -> Rates | None:
    from genai_prices.data_snapshot import get_snapshot

    try:
        _, info = get_snapshot().find_provider_model(model, None, provider_id, base_url)
    except LookupError:
        return None
    return _as_rates(info.get_prices(now))


def _as_rates(prices: Any) -> Rates | None:
    """The package's price of a model, as rates; null when tokens have no price in it."""
    buckets = {name: _as_rate(getattr(prices, f"{name}_mtok", None)) for name in ("input", "output")}
    caches = {name: _as_rate(getattr(prices, f"{name}_mtok", None)) for name in ("cache_read", "cache_write")}
    if buckets["input"] is None:
        return None
    nothing = Rate(usd_per_million=0.0)
    per_call = float(getattr(prices, "requests_kcount", None) or 0) / CALLS_PER_UNIT
    return Rates(input=buckets["input"], output=buckets["output"] or nothing, usd_per_call=per_call, **caches)


def _as_rate(price: Any) -> Rate | None:
    if price is None:
        return None
    tiers = tuple(
        Tier(over_input_tokens=tier.start, usd_per_million=float(tier.price)) for tier in getattr(price, "tiers", ())
    )
    return Rate(usd_per_million=float(getattr(price, "base", price)), tiers=tiers)
