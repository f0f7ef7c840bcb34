"""What a cell says: text, number, yes or no, a list; whatever else it holds does not fit and is named."""

from __future__ import annotations

import ast
import json
import math
from collections.abc import Mapping
from typing import Any

SHOWN_CHARS = 40
YES = frozenset({"true", "yes", "y", "1"})
NO = frozenset({"false", "no", "n", "0"})


class CellError(ValueError):
    """A cell that does not hold what its column is for; the text is a clause about it."""


def text(value: Any) -> str:
    """A text; a number is written out.

    Raises
    ------
    CellError
        If it is a list, an object or a truth value.
    """
    if isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"{value:g}" if isinstance(value, float) else str(value)
    raise CellError(f"must be text, not {shown(value)}")


def number(value: Any, *, high: float = math.inf) -> float:
    """A finite number of at least 0; text is read as a number where it is one.

    Raises
    ------
    CellError
        If it is not, or above `high`.
    """
    try:
        found = math.nan if isinstance(value, bool) else float(value)
    except (TypeError, ValueError):
        found = math.nan
    if not math.isfinite(found):
        raise CellError(f"must be a number, not {shown(value)}")
    if not 0 <= found <= high:
        raise CellError(f"must be {'at least 0' if high == math.inf else f'from 0 to {high:g}'}, not {found:g}")
    return found


def whole(value: Any) -> int:
    """A whole number of at least 0.

    Raises
    ------
    CellError
        If it is none.
    """
    found = number(value)
    if found != int(found):
        raise CellError(f"must be a whole number, not {found:g}")
    return int(found)


def flag(value: Any) -> bool:
    """Yes or no: a truth value, 0 or 1, or a word for one.

    Raises
    ------
    CellError
        If it is none of these.
    """
    word = str(value).strip().casefold().removesuffix(".0")
    if word in YES or word in NO:
        return word in YES
    raise CellError(f"must be true or false, not {shown(value)}")


def items(value: Any) -> list[Any]:
    """A list; a list written as text (as in CSV) is read, any other single value is a list of one."""
    if isinstance(value, list | tuple):
        return list(value)
    return _written(value) if isinstance(value, str) else [value]


def texts(value: Any) -> tuple[str, ...]:
    """The texts of a list; missing and blank ones are left out.

    Raises
    ------
    CellError
        If one of them is no text.
    """
    found = (text(item) for item in items(value) if item is not None)
    return tuple(item for item in found if item.strip())


def shown(value: Any) -> str:
    """A value as a message shows it, cut to one short line."""
    line = json.dumps(value, ensure_ascii=False, default=str)
    return line if len(line) <= SHOWN_CHARS else f"{line[:SHOWN_CHARS]}…"


def first(values: Mapping[str, Any], *keys: str) -> Any:
    """The first of these keys that has a value; None when none has."""
    return next((values[key] for key in keys if values.get(key) is not None), None)


def _written(value: str) -> list[Any]:
    stripped = value.strip()
    if stripped.startswith("[") and stripped.endswith("]"):
        for read in (json.loads, ast.literal_eval):
            try:
                found = read(stripped)
            except (ValueError, SyntaxError, RecursionError, MemoryError):
                continue
            return list(found) if isinstance(found, list) else [value]
    return [value]
