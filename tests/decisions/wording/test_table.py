"""A table as CSV reads back as it was, whatever its cells hold."""

from __future__ import annotations

import csv
import io

from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.decisions.wording.table import Cell, Table

texts = st.text(st.characters(codec="utf-8", exclude_characters="\r\x00"), min_size=1)
cells = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), texts)


def read(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline="")))


@given(st.lists(st.tuples(texts, cells, cells), max_size=8))
def test_cells_read_back(rows: list[tuple[Cell, Cell, Cell]]) -> None:
    heads, *lines = read(Table(("a", "b", "c"), tuple(rows)).csv_text())
    assert heads == ["a", "b", "c"]
    assert len(lines) == len(rows)
    for line, row in zip(lines, rows, strict=True):
        for written, cell in zip(line, row, strict=True):
            assert _is(written, cell)


def _is(written: str, cell: Cell) -> bool:
    if cell is None:
        return written == ""
    if isinstance(cell, bool):
        return written == str(cell).lower()
    return type(cell)(written) == cell


def test_a_missing_value_is_an_empty_cell_and_zero_is_not() -> None:
    table = Table.of({"name": ["a, b", 'say "x"'], "value": [None, 0.0]})
    assert table.csv_text() == 'name,value\n"a, b",\n"say ""x""",0.0\n'
    assert table.column("value") == (None, 0.0)
    assert table.records() == [{"name": "a, b", "value": None}, {"name": 'say "x"', "value": 0.0}]
    assert list(table.frame()["name"]) == ["a, b", 'say "x"']
