"""JSON with its like parts side by side: objects as columns, lists as one list with counts. It compresses better.

Objects that repeat by the thousand cost their keys each time, and hide from the compressor that a column of
ranks or of names resembles itself. ``unfolded`` in data.mjs is the inverse that the front end uses.

``{"c": {key: folded}, "at": [places]}`` are objects of the same keys, null elsewhere; ``{"s": [[keys], …],
"of": [which], "v": folded}`` objects of several key lists, -1 for null; ``{"n": [counts], "v": folded}`` lists,
-1 for null. Anything else is the array of values itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

Folded = Any  # JSON


def folded(values: Sequence[Any]) -> Folded:
    """An array of JSON values; dicts or lists among them are folded where all are of one kind or null."""
    kinds = {type(value) for value in values} - {type(None)}
    if kinds == {dict}:
        return _objects(values)
    if kinds and kinds <= {list, tuple}:
        return _lists(values)
    return list(values)


def _objects(values: Sequence[dict[str, Any] | None]) -> Folded:
    shapes: dict[tuple[str, ...], int] = {}
    of = [-1 if value is None else shapes.setdefault(tuple(value), len(shapes)) for value in values]
    present = [value for value in values if value is not None]
    if len(shapes) == 1:
        [keys] = shapes
        columns = {key: folded([value[key] for value in present]) for key in keys}
        whole = len(present) == len(values)
        return {"c": columns, "m": len(values), "at": None if whole else [i for i, k in enumerate(of) if k >= 0]}
    flat = list(chain.from_iterable(value.values() for value in present))
    return {"s": [list(keys) for keys in shapes], "of": of, "v": folded(flat)}


def _lists(values: Sequence[Sequence[Any] | None]) -> Folded:
    flat = list(chain.from_iterable(value for value in values if value is not None))
    return {"n": [-1 if value is None else len(value) for value in values], "v": folded(flat)}


def unfolded(data: Folded) -> list[Any]:
    """The array again."""
    if isinstance(data, list):
        return data
    if "c" in data:
        return _from_columns(data)
    values = iter(unfolded(data["v"]))
    if "n" in data:
        return [None if count < 0 else [next(values) for _ in range(count)] for count in data["n"]]
    return [None if k < 0 else {key: next(values) for key in data["s"][k]} for k in data["of"]]


def _from_columns(data: dict[str, Any]) -> list[Any]:
    columns = {key: unfolded(column) for key, column in data["c"].items()}
    places = range(data["m"]) if data["at"] is None else data["at"]
    found: list[Any] = [None] * data["m"]
    for k, place in enumerate(places):
        found[place] = {key: column[k] for key, column in columns.items()}
    return found
