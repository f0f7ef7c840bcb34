"""A report's rows as Parquet, with the same types whatever the rows hold."""

from __future__ import annotations

import io
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

from cairn_nb.errors import MissingExtraError
from cairn_nb.exchange.flat import COLUMNS, flat_rows
from cairn_nb.records import CaseRow, Report


def parquet_bytes(report: Report) -> bytes:
    """The rows; nested fields are JSON texts.

    Raises
    ------
    MissingExtraError
        If pyarrow is not installed.
    """
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise MissingExtraError("Parquet needs pyarrow: pip install 'cairn-nb[parquet]'") from error
    types = {bool: pyarrow.bool_(), int: pyarrow.int64(), float: pyarrow.float64()}
    schema = pyarrow.schema([(name, types.get(_plain_type(name), pyarrow.string())) for name in COLUMNS])
    stream = io.BytesIO()
    parquet.write_table(pyarrow.Table.from_pylist(list(flat_rows(report)), schema=schema), stream)
    return stream.getvalue()


def _plain_type(name: str) -> Any:
    """The type of a field's values, None aside."""
    annotation = CaseRow.model_fields[name].annotation
    if get_origin(annotation) not in (Union, UnionType):
        return annotation
    [kind] = [kind for kind in get_args(annotation) if kind is not NoneType]
    return kind
