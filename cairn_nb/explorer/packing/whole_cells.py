"""Packed cells as lists of plain values again: the inverse of packed_cells.py."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cairn_nb.explorer.rows.cells import finite_difference

Json = dict[str, Any]


def whole_view(view: Json, blocks: Sequence[Sequence[Json]] = ()) -> Json:
    """A view with a list of values for each column, also of texts that came in `blocks`."""
    ids = view["cases"]["id"]
    n = len(ids["d"] if isinstance(ids, dict) else ids)
    cases, *rows = (
        {
            key: _values([column, *(block[i][key] for block in blocks if key in block[i])], n)
            for key, column in part.items()
        }
        for i, part in enumerate((view["cases"], *view["rows"]))
    )
    cases.setdefault("case_id", cases["id"])
    for cells, run in zip(rows, view["runs"], strict=True):
        if "margin" not in cells:
            cells["margin"] = [finite_difference(value, run["threshold"]) for value in cells["confidence"]]
    return {**view, "cases": cases, "rows": rows}


def _values(parts: Sequence[Any], n: int) -> list[Any]:
    """The values of a column that came in these parts; the first may be a plain list, and then is all of it."""
    if isinstance(parts[0], list):
        return parts[0]
    distinct: list[Any] = []
    codes: list[int] = []
    for part in parts:
        first = len(distinct)
        distinct += part["d"]
        codes += part["k"] if "k" in part else range(first, len(distinct))
    return distinct * n if len(codes) == 1 else [distinct[code] for code in codes]
