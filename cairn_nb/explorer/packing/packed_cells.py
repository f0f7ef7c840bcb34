"""The cells of a long table as they are packed: a value once, and texts in blocks that come after the first rows.

A column is ``{"d": new values, "k": code of each row, "r": ranks of the new values}``. Without "k" each row has the
value at its own place, or all have the only one; without "r" the reader ranks values itself, and true says that they
stand in order. Texts go on in `blocks`, their codes counted from the column's first value. A row's case id is not
there where it is its id in every row, and a margin never is: it is the confidence minus the run's threshold.
``openColumns`` in coded.mjs is the reader.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from cairn_nb.explorer.packing.ranks import ranks

Json = dict[str, Any]
Cells = dict[str, list[Any]]
MOST_PLAIN_ROWS = 500
BLOCK_ROWS = 2000
TEXTS = ("question", "expected", "answer")


class PackedCells(NamedTuple):
    """The cells that come first: those of `cases`, then of each run; and the same for the texts of later rows."""

    first: tuple[Json, ...]
    blocks: tuple[tuple[Json, ...], ...] = ()


def packed_cells(cases: Cells, rows: Sequence[Cells]) -> PackedCells:
    """Cells as they are packed; a short table's are left as they are."""
    n = len(cases["id"])
    if n <= MOST_PLAIN_ROWS:
        return PackedCells((cases, *rows))
    first, later = zip(*(_part(cells) for cells in (cases, *rows)), strict=True)
    n_blocks = -(-n // BLOCK_ROWS)
    blocks = tuple(tuple({key: column[b] for key, column in part.items()} for part in later) for b in range(n_blocks))
    return PackedCells(tuple({**part, **texts} for part, texts in zip(first, blocks[0], strict=True)), blocks[1:])


def _part(cells: Cells) -> tuple[Json, dict[str, list[Json]]]:
    """The columns that come whole, and those in blocks."""
    whole = {key: _whole(key, values) for key, values in cells.items() if key not in (*TEXTS, "margin")}
    if "id" in cells and cells["case_id"] == cells["id"]:
        del whole["case_id"]
    return whole, {key: _in_blocks(cells[key]) for key in TEXTS if key in cells}


def _whole(key: str, values: list[Any]) -> Any:
    """A column whose values repeat as codes, any other as it is; ids with their ranks."""
    if key == "id":
        places = ranks(values)
        return {"d": values, "r": places == list(range(len(values))) or places}
    seen: dict[Any, int] = {}
    codes = [seen.setdefault(tuple(value) if isinstance(value, list) else value, len(seen)) for value in values]
    if len(seen) > len(values) // 4:
        return values
    return {"d": list(seen)} if len(seen) == 1 else {"d": list(seen), "k": codes}


def _in_blocks(values: list[str | None]) -> list[Json]:
    seen = {value: code for code, value in enumerate(dict.fromkeys(values))}
    places, texts, known, blocks = ranks(seen), list(seen), 0, []
    for start in range(0, len(values), BLOCK_ROWS):
        codes = [seen[value] for value in values[start : start + BLOCK_ROWS]]
        end = max(known, *(code + 1 for code in codes))
        block = {"d": texts[known:end], "r": places[known:end]}
        blocks.append(block if end - known == len(codes) else {**block, "k": codes})
        known = end
    return blocks
