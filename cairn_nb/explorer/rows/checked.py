"""What Python may set on an explorer, checked before the front end sees it: rows, columns and choices that exist."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from cairn_nb.errors import InputError
from cairn_nb.explorer.rows.filter import Filter

DIRECTIONS = ("asc", "desc")
VERDICTS = ("right", "wrong", "unsure")
SOME = 8


def checked_row(row_id: str | None, ids: Collection[str]) -> str | None:
    """A row's id, or null for none.

    Raises
    ------
    InputError
        If there is no such row.
    """
    if row_id is not None and row_id not in ids:
        raise InputError(f"there is no row {row_id!r}; one is called {_some(ids)}", key="selected")
    return row_id


def checked_filters(
    given: Mapping[str, Any] | None, columns: Collection[str], *, runs: Collection[str], modes: Collection[str]
) -> dict[str, Any] | None:
    """Filters with every part filled in, or null for the rows that the explorer opens on.

    Parameters
    ----------
    given
        `Filter`'s keys, where ``facets``, ``ranges`` and ``missing`` go by the names of columns; of many runs
        also ``runs``, the names of those looked at, and ``mode``, a mode of the matrix.

    Raises
    ------
    InputError
        If a key, a column, a run or a mode is not known, or a value does not fit.
    """
    if given is None:
        return None
    if not isinstance(given, Mapping):
        raise InputError(
            f"{given!r} is no filter", key="filters", hint='for example {"facets": {"verdict": ["wrong"]}}'
        )
    rest = dict(given)
    mode, seen = rest.pop("mode", "") or "", list(rest.pop("runs", ()))
    try:
        known = Filter.model_validate(rest)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, ("filters", *first["loc"])))
        hint = "the keys are facets, ranges, missing, ids, label, mode and runs"
        raise InputError(first["msg"].lower(), key=place, hint=hint) from None
    for name in (*known.facets, *known.ranges, *known.missing):
        _known(name, columns, "column", "filters")
    for name in seen:
        _known(name, runs, "run", "filters.runs")
    if mode:
        _known(mode, modes, "mode", "filters.mode")
    return {"mode": mode, "runs": seen, **known.model_dump(mode="json")}


def checked_sort(given: Any, columns: Collection[str]) -> list[list[str]]:
    """Pairs of a column and ``asc`` or ``desc``, the first column first.

    Raises
    ------
    InputError
        If a pair is none, or names no column.
    """
    pairs = []
    for pair in given:
        if isinstance(pair, str) or len(pair) != 2 or pair[1] not in DIRECTIONS:
            raise InputError(f"{pair!r} is no pair", key="sort", hint='for example [["judge", "asc"]]')
        _known(pair[0], columns, "column", "sort")
        pairs.append([pair[0], pair[1]])
    return pairs


def checked_shown(given: Sequence[str] | None, columns: Collection[str]) -> list[str] | None:
    """The columns on the screen, or null for the usual ones.

    Raises
    ------
    InputError
        If a column is not known.
    """
    if given is None:
        return None
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise InputError(f"{given!r} is no list of columns", key="shown", hint='for example ["question", "judge"]')
    for name in given:
        _known(name, columns, "column", "shown")
    return list(given)


def checked_ratings(given: Mapping[str, Any], runs: Collection[str], ids: Collection[str]) -> dict[str, Any]:
    """People's verdicts by run and row.

    Raises
    ------
    InputError
        If a run or row is not known, or a rating has another verdict than right, wrong or unsure.
    """
    for run, ratings in given.items():
        _known(run, runs, "run", "ratings")
        for row_id, rating in ratings.items():
            place = f"ratings.{run}.{row_id}"
            if row_id not in ids:
                raise InputError(f"there is no row {row_id!r}; one is called {_some(ids)}", key=place)
            if not isinstance(rating, Mapping) or rating.get("verdict") not in VERDICTS:
                raise InputError("a rating's verdict is right, wrong or unsure", key=place)
    return {run: {row: dict(rating) for row, rating in ratings.items()} for run, ratings in given.items()}


def _known(name: str, names: Collection[str], what: str, key: str) -> None:
    if name not in names:
        hint = f"known are {_some(names)}" if names else None
        raise InputError(f"there is no {what} {name!r}", key=key, hint=hint)


def _some(names: Collection[str]) -> str:
    shown = ", ".join(list(names)[:SOME])
    return f"{shown}, …" if len(names) > SOME else shown
