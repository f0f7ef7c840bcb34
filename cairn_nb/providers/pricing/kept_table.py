"""The kept price table as a whole: which package it is in, and how new its prices are."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from importlib.metadata import version
from typing import Any

PACKAGE = "genai-prices"


def table_name() -> str:
    """The package that holds the table, with its version."""
    return f"{PACKAGE} {version(PACKAGE)}"


def newest_price(today: date) -> date | None:
    """The last day, up to `today`, on which a price of the table came into force; the table has no date of its own."""
    from genai_prices.data_snapshot import get_snapshot

    models = (model for provider in get_snapshot().providers for model in provider.models)
    days = [day for model in models for day in _start_dates(model.prices) if day <= today]
    return max(days, default=None)


def _start_dates(prices: Any) -> Iterator[date]:
    for conditional in prices if isinstance(prices, list) else ():
        day = getattr(conditional.constraint, "start_date", None)
        if isinstance(day, date):
            yield day
