"""Rows from a file or a DataFrame: JSON Lines, a JSON array, CSV, TSV, Parquet.

NaN and infinity, which other tools write for scores they could not take, are read as missing.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cairn_nb.errors import InputError, MissingExtraError
from cairn_nb.exchange.separated import from_csv
from cairn_nb.exchange.table import Line, Misfit, Table
from cairn_nb.files import strict_json

if TYPE_CHECKING:
    import pandas as pd

FRAME = "DataFrame"


def parsed(text: str, path: Path, line: int | None = None) -> Any:
    """A JSON text's value; NaN and infinity are None.

    Raises
    ------
    InputError
        Naming file and line where it is not JSON.
    """
    try:
        value = json.loads(text, parse_constant=lambda _: None)
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except json.JSONDecodeError as error:
        place = line if line is not None else error.lineno
        raise InputError(f"not valid JSON: {error.msg}, at character {error.colno}", path=path, line=place) from None
    except UnicodeEncodeError:
        raise InputError("holds half a surrogate pair, which is no character", path=path, line=line) from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"not usable JSON: {error}", path=path, line=line) from None
    return value


def from_jsonl(path: Path) -> Table:
    """One object a line; blank lines are passed over, a line that is no object is a misfit."""
    lines, misfits = [], []
    for number, text in enumerate(strict_json.read_text(path).split("\n"), start=1):
        if not text.strip():
            continue
        place = f"{path}:{number}"
        try:
            value = parsed(text, path, number)
        except InputError as error:
            misfits.append(Misfit(place, error.problem))
            continue
        if isinstance(value, dict):
            lines.append(Line(place, value))
        else:
            misfits.append(Misfit(place, "not a JSON object"))
    return Table(str(path), tuple(lines), misfits=tuple(misfits))


def from_array(path: Path, value: Any, *, tool: str = "") -> Table:
    """The objects of a JSON array, known by their place in it from 1."""
    if not isinstance(value, list):
        raise InputError("expected a JSON array of rows", path=path, hint="or one JSON object a line, as .jsonl")
    rows = [(number, row) for number, row in enumerate(value, start=1) if isinstance(row, dict)]
    misfits = [
        Misfit(f"{path} row {number}", "not a JSON object")
        for number, row in enumerate(value, start=1)
        if not isinstance(row, dict)
    ]
    lines = tuple(Line(f"{path} row {number}", row) for number, row in rows)
    return Table(str(path), lines, tool, tuple(misfits))


def from_parquet(path: Path) -> Table:
    """The rows of a Parquet file, known by their place in it from 1."""
    try:
        from pyarrow import ArrowException, parquet
    except ImportError as error:
        raise MissingExtraError(f"{path}: Parquet needs pyarrow: pip install 'cairn-nb[parquet]'") from error
    try:
        rows = parquet.read_table(path).to_pylist()
    except (OSError, ArrowException) as error:
        raise InputError(f"cannot be read as Parquet: {error}", path=path) from error
    return Table(str(path), tuple(Line(f"{path} row {n}", _plain(row)) for n, row in enumerate(rows, start=1)))


def from_frame(frame: pd.DataFrame, name: str = FRAME) -> Table:
    """A DataFrame's rows, known by their index labels; where one stands twice, by their places from 1 too.

    Raises
    ------
    InputError
        If it is no DataFrame, or a column stands twice.
    """
    if not hasattr(frame, "itertuples"):
        raise InputError(f"a {type(frame).__name__} holds no rows", hint="name a file, or make it a pandas.DataFrame")
    names = [str(column) for column in frame.columns]
    if len(set(names)) != len(names):
        raise InputError("a column stands twice in the DataFrame", key=next(n for n in names if names.count(n) > 1))
    labels = [str(label) for label in frame.index]
    if len(set(labels)) != len(labels):
        labels = [f"{place} (index {label})" for place, label in enumerate(labels, start=1)]
    lines = [
        Line(f"{name} row {label}", _plain(dict(zip(names, cells, strict=True))))
        for label, cells in zip(labels, frame.itertuples(index=False, name=None), strict=True)
    ]
    return Table(name, tuple(lines))


def _plain(value: Any) -> Any:
    """Plain Python for what pandas, numpy and Arrow hold in a cell; what marks a missing one is None."""
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if hasattr(value, "tolist"):
        return _plain(value.tolist())
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    # pandas' own NA and NaT are equal to nothing, themselves included.
    return value if value is None or isinstance(value, str | int) or _equals_itself(value) else None


def _equals_itself(value: Any) -> bool:
    return (value == value) is True


READERS: dict[str, Callable[[Path], Table]] = {
    ".jsonl": from_jsonl,
    ".ndjson": from_jsonl,
    ".csv": from_csv,
    ".tsv": from_csv,
    ".parquet": from_parquet,
}
