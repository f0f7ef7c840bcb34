"""Ratings as tables of raters by items: numbers, or any labels as codes, with gaps."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np

from cairn_nb.errors import InputError
from cairn_nb.stats.values import Codes, Floats


def numeric_ratings(ratings: Any) -> Floats:
    """Raters by items as numbers, NaN where a rating is missing.

    Raises
    ------
    InputError
        If there are not two dimensions, or a rating is infinite or not a number.
    """
    try:
        table = np.asarray(ratings, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InputError(
            f"ratings must be numbers, or NaN where missing: {error}", hint='labels can be compared by metric="nominal"'
        ) from error
    _check_shape(table)
    if np.isinf(table).any():
        rater, item = np.argwhere(np.isinf(table))[0]
        raise InputError(f"the rating of rater {rater}, item {item} is infinite")
    return table


def value_codes(table: Floats) -> tuple[Codes, Floats]:
    """Each rating as the place of its value among the sorted distinct ones, -1 where missing; and those values."""
    values, codes = np.unique(table, return_inverse=True)
    values = values[~np.isnan(values)]
    placed = codes.reshape(table.shape).astype(np.int64)
    placed[placed >= len(values)] = -1
    return placed, values


def label_codes(ratings: Any) -> tuple[Codes, int]:
    """Labels of any kind as whole numbers in the order of their appearance, -1 for None and NaN; and how many.

    Raises
    ------
    InputError
        If there are not two dimensions.
    """
    table = np.asarray(ratings, dtype=object)
    _check_shape(table)
    known: dict[Hashable, int] = {}
    codes = [-1 if label is None or label != label else known.setdefault(label, len(known)) for label in table.flat]
    return np.array(codes, dtype=np.int64).reshape(table.shape), len(known)


def is_numeric(ratings: Any) -> bool:
    """Whether the ratings are numbers already."""
    return bool(np.asarray(ratings).dtype.kind in "biuf")


def _check_shape(table: np.ndarray[Any, Any]) -> None:
    if table.ndim != 2:
        raise InputError(f"ratings must be a table of raters by items, not of {table.ndim} dimension(s)")
