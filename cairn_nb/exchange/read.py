"""The one way in: a path or a DataFrame to a table of rows, whatever tool wrote it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from cairn_nb.errors import InputError
from cairn_nb.exchange import rows
from cairn_nb.exchange.table import Table
from cairn_nb.files import strict_json

if TYPE_CHECKING:
    import pandas as pd

Source: TypeAlias = "str | Path | pd.DataFrame"
FORMATS = ".jsonl, .json, .csv, .tsv and .parquet"


def read_table(source: Source) -> Table:
    """The rows of a file or DataFrame.

    Raises
    ------
    InputError
        If there is no such file, its format is not known, or it cannot be read.
    MissingExtraError
        If it is Parquet and pyarrow is not installed.
    """
    if not isinstance(source, str | Path):
        return rows.from_frame(source)
    path = Path(source)
    if not path.exists():
        raise InputError("there is no such file", path=path)
    if path.is_dir():
        raise InputError("is a folder", path=path, hint=f"name a file: {FORMATS}")
    suffix = path.suffix.lower()
    if suffix == ".json":
        return rows.from_array(path, rows.parsed(strict_json.read_text(path), path))
    if suffix not in rows.READERS:
        raise InputError(f"the format {suffix or 'of a name without an ending'} is not known", path=path, hint=FORMATS)
    return rows.READERS[suffix](path)
