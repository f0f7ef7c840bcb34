"""CSV and TSV: rows under a heading, its cells separated by commas, tabs, semicolons or bars."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cairn_nb.errors import InputError
from cairn_nb.exchange.table import Misfit, Table, numbered
from cairn_nb.files import strict_json

LONGEST_CELL = 1 << 28
SEPARATORS = ",\t;|"


def from_csv(path: Path) -> Table:
    """Rows under a heading; an empty cell is missing, a row is known by the line it begins on.

    The separator is the comma, in ``.tsv`` the tab. Where it leaves the heading whole, it is the one of tab,
    semicolon, bar and comma that makes the most columns of it: what a spreadsheet writes depends on its country.

    Raises
    ------
    InputError
        If it is not CSV, has no heading, or a column stands twice in it.
    """
    csv.field_size_limit(LONGEST_CELL)
    text = strict_json.read_text(path)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_separator(path, text))
    try:
        lines = list(_records(reader))
    except csv.Error as error:
        raise InputError(f"not valid CSV: {error}", path=path, line=reader.line_num) from None
    if not lines:
        raise InputError("holds no heading", path=path, hint="the first line names the columns")
    (_, heading), *body = lines
    if len(set(heading)) != len(heading):
        twice = next(name for name in heading if heading.count(name) > 1)
        raise InputError("this column stands twice in the heading", path=path, line=1, key=twice)
    return _under(heading, body, str(path))


def _under(heading: list[str], body: list[tuple[int, list[str]]], name: str) -> Table:
    kept = [(number, cells) for number, cells in body if len(cells) == len(heading)]
    misfits = tuple(
        Misfit(f"{name}:{number}", f"has {len(cells)} cells under {len(heading)} columns")
        for number, cells in body
        if len(cells) != len(heading)
    )
    rows = ((number, dict(zip(heading, (cell or None for cell in cells), strict=True))) for number, cells in kept)
    return Table(name, numbered(name, rows), misfits=misfits)


def _separator(path: Path, text: str) -> str:
    usual = "\t" if path.suffix.lower() == ".tsv" else ","
    if _n_columns(text, usual) > 1:
        return usual
    counts = {separator: _n_columns(text, separator) for separator in (usual, *SEPARATORS)}
    most: str = max(counts, key=counts.__getitem__)
    return most


def _n_columns(text: str, separator: str) -> int:
    try:
        return len(
            next((cells for cells in csv.reader(io.StringIO(text, newline=""), delimiter=separator) if cells), ())
        )
    except csv.Error:
        return 0


def _records(reader: Any) -> Iterator[tuple[int, list[str]]]:
    begins = 1
    for cells in reader:
        if cells:
            yield begins, cells
        begins = reader.line_num + 1
