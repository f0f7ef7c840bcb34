"""The user's own prices: ``CAIRN_PRICING_JSON``, an object or the path of a file that holds one.

    {"my-model": {"input": 0.5, "output": 1.5, "cache_read": 0.05, "cache_write": 0.6}}

USD for a million tokens. A key is a model's name or a component's (``stub`` prices the offline model).
"""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError

from cairn_nb.errors import ConfigError
from cairn_nb.files import strict_json
from cairn_nb.providers import switches
from cairn_nb.providers.params import nearest
from cairn_nb.providers.pricing.rates import PriceRow


def user_prices() -> dict[str, PriceRow]:
    """The table, by model; empty when the variable is not set.

    Raises
    ------
    ConfigError
        If the text is not JSON, or a price is missing, negative, not finite or not a number.
    """
    text = switches.pricing_text()
    if text is None:
        return {}
    table = strict_json.loads(text, switches.PRICING, error=ConfigError)
    if not isinstance(table, dict):
        raise ConfigError("the price table is not an object of models", path=switches.PRICING)
    return {model: price_row(row, model, table=switches.PRICING) for model, row in table.items()}


def price_row(row: Any, place: str, *, table: str | None = None) -> PriceRow:
    """One model's prices, checked.

    Parameters
    ----------
    place
        The key that holds them.
    table
        Where that key stands, when it is no key of the experiment file.

    Raises
    ------
    ConfigError
        If they are not an object of numbers that are finite and not negative; `place` and the key are named.
    """
    if not isinstance(row, dict):
        raise ConfigError("prices are an object with input and output", path=table, key=place)
    try:
        return PriceRow.model_validate(row)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise _refusal(table, f"{place}.{first['loc'][0]}", first["type"], first["input"]) from error


def _refusal(table: str | None, key: str, kind: str, value: Any) -> ConfigError:
    if kind == "missing":
        return ConfigError("this price is missing", path=table, key=key, hint="write 0 if it is free")
    if kind == "extra_forbidden":
        return ConfigError(
            "no such price", path=table, key=key, hint=nearest(key.rpartition(".")[2], PriceRow.model_fields)
        )
    problem = "is negative" if kind == "greater_than_equal" else "is not a finite number"
    return ConfigError(f"the price {value!r} {problem}", path=table, key=key, hint="give USD for a million tokens")
