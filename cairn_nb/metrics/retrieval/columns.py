"""Ids and numbers out of the columns of a DataFrame, or out of dicts; what cannot be used is named."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cairn_nb.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

# In dicts, text is told apart from numbers by the documents of this many queries.
SAMPLED = 100


def require(frame: pd.DataFrame, names: Sequence[str], what: str) -> None:
    """Refuse a table that lacks a column.

    Raises
    ------
    InputError
        Naming the columns that are missing and those that are there.
    """
    import pandas as pd

    if not isinstance(frame, pd.DataFrame):
        kind = type(frame).__name__
        raise InputError(f"{what} is a {kind}", hint=f"a DataFrame with {', '.join(names)}, or a dict of dicts")
    if missing := [name for name in names if name not in frame.columns]:
        there = ", ".join(map(str, frame.columns))
        raise InputError(f"{what} has no column {', '.join(missing)}", hint=f"it has {there}; rename what fits")


def require_distinct(documents: Sequence[str], where: str) -> None:
    """Refuse a document that is named twice.

    Raises
    ------
    InputError
        Naming the document.
    """
    if len(set(documents)) == len(documents):
        return
    seen: set[str] = set()
    twice = next(name for name in documents if name in seen or seen.add(name))  # type: ignore[func-returns-value]
    raise InputError(
        f"{twice!r} is there twice", key=where, hint="collapse chunks to documents first: metrics.retrieval.collapse"
    )


def require_mappings(by_query: Mapping[str, Mapping[str, float]], what: str, hint: str) -> None:
    """Refuse a dict that holds anything but dicts.

    Raises
    ------
    InputError
        Naming what it holds.
    """
    if other := [kind for kind in set(map(type, by_query.values())) if not issubclass(kind, Mapping)]:
        raise InputError(f"{what} holds a {other[0].__name__} by query, not a dict by document", hint=hint)


def require_text(ids: Iterable[object], what: str) -> None:
    """Refuse ids that are not text: 7 and "7" would never meet.

    Raises
    ------
    InputError
        Naming one of them.
    """
    kinds = set(map(type, ids))
    if other := [kind for kind in kinds if not issubclass(kind, str)]:
        raise InputError(f"{what} hold a {other[0].__name__}", hint="write ids as text")


def require_present(column: pd.Series) -> None:
    """Refuse a column with a missing id.

    Raises
    ------
    InputError
        Naming the first row that has none.
    """
    if column.isna().any():
        row = column.index[int(np.flatnonzero(column.isna())[0])]
        raise InputError("an id is missing", key=f"{column.name}, row {row!r}")


def text(column: pd.Series) -> list[str]:
    """A column of ids as text; whole numbers are written out.

    Raises
    ------
    InputError
        If an id is missing, or is neither text nor a whole number.
    """
    from pandas.api.types import infer_dtype, is_integer_dtype

    values = column.to_numpy(dtype=object)
    kind = infer_dtype(values, skipna=False) if len(values) else "string"
    if kind == "string":
        found: list[str] = values.tolist()
        return found
    require_present(column)
    if kind == "integer" or is_integer_dtype(column.dtype):
        return list(map(str, values.tolist()))
    raise InputError(f"ids are {kind}", key=str(column.name), hint="write ids as text or whole numbers")


def floats(column: pd.Series) -> NDArray[np.float64]:
    """A column of numbers.

    Raises
    ------
    InputError
        If a value is missing or no number.
    """
    try:
        values: NDArray[np.float64] = column.to_numpy(dtype=np.float64, na_value=np.nan)
    except (TypeError, ValueError) as error:
        raise InputError(f"a value is no number: {error}", key=str(column.name)) from error
    if np.isnan(values).any():
        row = column.index[int(np.flatnonzero(np.isnan(values))[0])]
        raise InputError("a number is missing", key=f"{column.name}, row {row!r}")
    return values


def numbers(values: Iterable[float], what: str) -> NDArray[np.float64]:
    """Numbers out of an iterable.

    Raises
    ------
    InputError
        If one is not a number.
    """
    try:
        found = np.fromiter(values, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InputError(f"a value is no number: {error}", key=what) from error
    if np.isnan(found).any():
        raise InputError("a value is NaN", key=what, hint="leave out what has no score")
    return found
