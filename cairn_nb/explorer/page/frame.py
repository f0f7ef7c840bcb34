"""The explorer's table as a DataFrame: what its filters, sorted columns and pandas queries speak of."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cairn_nb.errors import InputError
from cairn_nb.explorer.packing.whole_cells import whole_view

if TYPE_CHECKING:
    import pandas as pd

TEXTS = {"text", "state", "set"}


def unpacked(index: bytes, texts: Sequence[bytes] = ()) -> dict[str, Any]:
    """The view that a payload's index and texts hold, a list of values for each column."""
    view, *blocks = (json.loads(gzip.decompress(part)) for part in (index, *texts))
    return whole_view(view, blocks)


def frame(view: dict[str, Any]) -> pd.DataFrame:
    """One row a case and trial by its id; columns are named as in filters (``judge``, of two runs ``judge@1``)."""
    import pandas as pd

    index = pd.Index(view["cases"]["id"], name="id", dtype=object)
    data = {column["name"]: _series(view, column, index) for column in view["columns"]}
    return pd.DataFrame(data, index=index)


def _series(view: dict[str, Any], column: dict[str, Any], index: pd.Index[Any]) -> pd.Series[Any]:
    """Texts as objects: the quicker kind of text refuses half of a surrogate pair."""
    import pandas as pd

    part = view["cases"] if column["run"] is None else view["rows"][column["run"]]
    return pd.Series(part[column["key"]], index=index, dtype=object if column["kind"] in TEXTS else "float64")


def matching(cases: pd.DataFrame, expression: str) -> pd.DataFrame:
    """The rows that a pandas query keeps; it sees the columns and nothing of the program around it.

    Raises
    ------
    InputError
        If it is no query of these columns.
    """
    if not expression:
        return cases
    try:
        return cases.query(expression, engine="python", local_dict={}, global_dict={})
    except Exception as error:  # whatever a query's text makes pandas raise is about that text
        hint = "set the filters again"
        raise InputError(f"is no query of these columns: {error}", key="expression", hint=hint) from error
