"""A filled sheet, as a spreadsheet saved it: which axes a person scored, row by row."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection, Iterator, Mapping

from cairn_nb.decisions.audit.sheet import ROW
from cairn_nb.errors import InputError
from cairn_nb.records import AXES
from cairn_nb.records.section import MOST_POINTS

DELIMITERS = ",;\t"
LONGEST_CELL = 1 << 28  # the module stops at 128 KB, which the passages of one answer may exceed
BEYOND = "beyond the last column"
DECIMAL_COMMA = re.compile(r"\d+,\d+")
Scores = dict[str, float]


def filled_rows(text: str, known: Collection[str], *, path: str = "the filled sheet") -> dict[str, Scores]:
    """The scores by row; blank cells are left out, and rows without any score too.

    Parameters
    ----------
    text
        CSV with commas, semicolons or tabs; a decimal comma is read where it is no delimiter.
    known
        The rows of the key.
    path
        What errors call the file.

    Raises
    ------
    InputError
        Naming line, row and column where a column is missing, a row is unknown or stands twice, or a cell is not a
        number from 0 to 5.
    """
    found: dict[str, Scores] = {}
    for line, cells in _lines(text, path):
        name = (cells.get(ROW) or "").strip()
        if not name and not any((cells.get(axis) or "").strip() for axis in AXES):
            continue
        if name not in known:
            hint = "keep the sheet's first column as it was drawn; is this sheet of another draw?"
            raise InputError("no row of the key has this id", path=path, line=line, key=_place(name, ROW), hint=hint)
        if name in found:
            raise InputError("this row stands twice", path=path, line=line, key=_place(name, ROW), hint="keep one")
        found[name] = dict(_scores(name, cells, path, line))
    return {name: scores for name, scores in found.items() if scores}


def _lines(text: str, path: str) -> Iterator[tuple[int, Mapping[str, str | None]]]:
    csv.field_size_limit(LONGEST_CELL)
    content = text.removeprefix("\ufeff")
    head = content.split("\n", 1)[0]
    delimiter = max(DELIMITERS, key=head.count)
    reader = csv.DictReader(io.StringIO(content, newline=""), delimiter=delimiter, restkey=BEYOND, strict=True)
    try:
        _check_heading(reader.fieldnames or (), path)
        for cells in reader:
            if any(cells.get(BEYOND) or ()):
                hint = "put a text that holds the delimiter into quotation marks"
                raise InputError("more cells than columns", path=path, line=reader.line_num, key=cells[ROW], hint=hint)
            yield reader.line_num, cells
    except csv.Error as problem:
        raise InputError(f"this is no CSV: {problem}", path=path, line=reader.line_num) from None


def _check_heading(names: Collection[str], path: str) -> None:
    if not names:
        hint = "name the sheet that `cairn audit` wrote, filled in, or the labels that the page wrote"
        raise InputError("the file is empty", path=path, hint=hint)
    missing = [name for name in (ROW, *AXES) if name not in names]
    if missing:
        hint = f"the heading of a sheet has {ROW} and the five axes"
        raise InputError("this column is missing", path=path, line=1, key=missing[0], hint=hint)


def _scores(name: str, cells: Mapping[str, str | None], path: str, line: int) -> Iterator[tuple[str, float]]:
    for axis in AXES:
        cell = (cells.get(axis) or "").strip()
        if cell:
            yield axis, _score(cell, path=path, line=line, key=_place(name, axis))


def _score(cell: str, *, path: str, line: int, key: str) -> float:
    written = cell.replace(",", ".") if DECIMAL_COMMA.fullmatch(cell) else cell
    try:
        score = float(written)
    except ValueError:
        score = -1.0
    if not 0 <= score <= MOST_POINTS:
        hint = "leave it blank where you cannot say"
        raise InputError(
            f"must be a number from 0 to {MOST_POINTS:g}, not {cell[:40]!r}", path=path, line=line, key=key, hint=hint
        )
    return score


def _place(row: str, column: str) -> str:
    return f"row {row or '(blank)'}, column {column}"
