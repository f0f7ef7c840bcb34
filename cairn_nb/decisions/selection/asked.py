"""A policy from what a person asked for: a base, and single options that win over it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from cairn_nb.errors import InputError
from cairn_nb.records.selection_policy import SelectionPolicy

WEIGHTS = ("quality", "cost", "latency")


def policy_of(
    base: SelectionPolicy | None = None,
    *,
    profile: str | None = None,
    weights: Mapping[str, float] | None = None,
    limits: Mapping[str, Any] | None = None,
) -> SelectionPolicy:
    """The base with what is given in place of its own; a null option keeps the base's.

    Raises
    ------
    InputError
        If an option is unknown, out of range or of the wrong type; it is named.
    """
    start = (base or SelectionPolicy()).model_dump()
    given = {name: value for name, value in (limits or {}).items() if value is not None}
    merged = {
        "profile": profile or start["profile"],
        "weights": start["weights"] if weights is None else {**(start["weights"] or {}), **weights},
        "constraints": {**start["constraints"], **given},
    }
    try:
        return SelectionPolicy.model_validate(merged)
    except ValidationError as error:
        raise _problem(error) from None


def _problem(error: ValidationError) -> InputError:
    first = error.errors(include_url=False)[0]
    where = [str(part) for part in first["loc"] if part not in ("constraints", "weights")]
    message = first["msg"].removeprefix("Value error, ")
    text = "there is no such option" if first["type"] == "extra_forbidden" else f"{message}, not {first['input']!r}"
    return InputError(text[:1].lower() + text[1:], key=".".join(where) or "weights")


def parse_weights(text: str) -> dict[str, float]:
    """``quality=0.6,cost=0.2`` as a mapping.

    Raises
    ------
    InputError
        If a part is not a weight's name, ``=`` and a number, or a weight is given twice.
    """
    found: dict[str, float] = {}
    for part in text.split(","):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or name not in WEIGHTS or name in found:
            hint = "for example quality=0.6,cost=0.2,latency=0.2"
            raise InputError(f"{part.strip()!r} is no weight, or one that is given twice", key="weights", hint=hint)
        try:
            found[name] = float(value)
        except ValueError:
            raise InputError(f"must be a number, not {value!r}", key=f"weights.{name}") from None
    return found
