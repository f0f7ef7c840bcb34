"""JSON Lines: one object a line, each row known by its line number."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from cairn_nb.errors import InputError
from cairn_nb.files import atomic, strict_json

Row = dict[str, Any]
_COMPACT = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def parse_rows(text: str, path: Path | str, *, error: type[InputError] = InputError) -> list[tuple[int, Row]]:
    """Each row with its line number from 1; blank lines are passed over, CRLF is accepted.

    Raises
    ------
    InputError
        Naming ``path:line`` where a line is not one strict JSON object.
    """
    rows = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        value = strict_json.loads(line.rstrip("\r"), path, line=number, error=error)
        if not isinstance(value, dict):
            raise error("expected one JSON object on this line", path=path, line=number)
        rows.append((number, value))
    return rows


def read_rows(path: Path | str, *, error: type[InputError] = InputError) -> list[tuple[int, Row]]:
    """All rows of a file; a byte-order mark is accepted. Raises as `parse_rows` does, or when it cannot be read."""
    return parse_rows(strict_json.read_text(path, error=error), path, error=error)


def dump_row(row: Mapping[str, Any]) -> str:
    """One row as a line without its end.

    Raises
    ------
    ValueError
        If a number is not finite.
    """
    return _COMPACT.encode(row)


def write_rows(path: Path | str, rows: Iterable[Mapping[str, Any]]) -> None:
    """Replace a file by these rows, all of them or none.

    Raises
    ------
    StorageError
        If it cannot be written.
    """
    with atomic.replacing(path) as stream:
        for row in rows:
            stream.write((dump_row(row) + "\n").encode("utf-8"))
