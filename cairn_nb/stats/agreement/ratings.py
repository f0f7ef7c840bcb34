"""Ratings as tables of raters by items: numbers, or any labels as codes, with gaps."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np

from cairn_nb.errors import InputError
from cairn_nb.stats.values import Codes, Floats

# Whole numbers within a range this wide are numbered without sorting them.
NEAR = 1_000
BLOCK_CELLS = 32_000
# Centring keeps squares from swamping differences; the mean of so many ratings is near enough to that of all.
CENTRE_FROM = 10_000


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
    return table


def item_sums(table: Floats) -> Floats:
    """By item: how many ratings it has, their sum and the sum of their squares, counted from about the mean rating.

    A block of items at a time, because fresh memory costs more than the sums.

    Raises
    ------
    InputError
        If a rating is infinite.
    """
    centre = _centre(table)
    sums = np.empty((3, table.shape[1]))
    block = max(1, BLOCK_CELLS // max(len(table), 1))
    for start in range(0, table.shape[1], block):
        part = table[:, start : start + block] - centre
        given = part == part
        part = np.where(given, part, 0.0)
        found = sums[:, start : start + block]
        found[0] = given.sum(axis=0)
        part.sum(axis=0, out=found[1])
        np.square(part, out=part).sum(axis=0, out=found[2])
    if not np.isfinite(sums[1]).all():
        _refuse_infinity(table)
    return sums


def value_codes(table: Floats) -> tuple[Codes, Floats]:
    """Each rating as the place of its value among the sorted distinct ones, -1 where missing; and those values.

    Raises
    ------
    InputError
        If a rating is infinite.
    """
    if np.isinf(table).any():
        _refuse_infinity(table)
    given = ~np.isnan(table)
    low, high = (
        float(found)
        for found in (np.min(table, where=given, initial=np.inf), np.max(table, where=given, initial=-np.inf))
    )
    if low <= high <= low + NEAR and low.is_integer():
        whole = np.where(given, table - low, 0.0)
        numbers = whole.astype(np.int64)
        if (whole == numbers).all():
            return _renumbered(numbers, given, low)
    values, codes = np.unique(table[given], return_inverse=True)
    placed = np.full(table.shape, -1, dtype=np.int64)
    placed[given] = codes
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


def _renumbered(numbers: Codes, given: np.ndarray[Any, np.dtype[np.bool_]], low: float) -> tuple[Codes, Floats]:
    """Only the whole numbers that occur, in their order."""
    seen = np.flatnonzero(np.bincount(numbers[given]))
    place = np.full(int(seen[-1]) + 1, -1, dtype=np.int64)
    place[seen] = np.arange(len(seen))
    return np.where(given, place[numbers], -1), (seen + low).astype(np.float64)


def _centre(table: Floats) -> float:
    """About the mean rating."""
    some = table[:, :: max(1, table.size // CENTRE_FROM)]
    some = some[np.isfinite(some)]
    return float(some.mean()) if some.size else 0.0


def _check_shape(table: np.ndarray[Any, Any]) -> None:
    if table.ndim != 2:
        raise InputError(f"ratings must be a table of raters by items, not of {table.ndim} dimension(s)")


def _refuse_infinity(table: Floats) -> None:
    rater, item = np.argwhere(np.isinf(table))[0]
    raise InputError(f"the rating of rater {rater}, item {item} is infinite")
