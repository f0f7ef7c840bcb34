"""What every statistic takes: finite numbers, gaps for missing values, and a cluster code a value."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cairn_nb.errors import InputError

Floats: TypeAlias = NDArray[np.float64]
Codes: TypeAlias = NDArray[np.int64]


def as_floats(values: Iterable[float | None] | ArrayLike, name: str = "values") -> Floats:
    """A one-dimensional float array; None and NaN are missing values and become NaN.

    Raises
    ------
    InputError
        If there is anything but numbers and gaps, an infinity, or more than one dimension.
    """
    source = values if isinstance(values, np.ndarray) or not isinstance(values, Iterable) else list(values)
    try:
        array = np.asarray(source, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InputError(f"{name} must be numbers, or None where missing: {error}") from error
    if array.ndim != 1:
        raise InputError(f"{name} must have one dimension, not {array.ndim}")
    if np.isinf(array).any():
        raise InputError(f"{name} holds an infinity at position {int(np.flatnonzero(np.isinf(array))[0])}")
    return array


def cluster_codes(clusters: Sequence[Hashable] | None, n: int) -> Codes:
    """A whole number from 0 for each of `n` values; values of one cluster share it. Without clusters, one each.

    Raises
    ------
    InputError
        If there are not as many labels as values.
    """
    if clusters is None:
        return np.arange(n, dtype=np.int64)
    if len(clusters) != n:
        raise InputError(f"{len(clusters)} cluster labels for {n} values")
    codes: dict[Hashable, int] = {}
    return np.fromiter((codes.setdefault(label, len(codes)) for label in clusters), dtype=np.int64, count=n)


def check_share(value: float, name: str) -> float:
    """The value, if it lies strictly between 0 and 1.

    Raises
    ------
    InputError
        If it does not.
    """
    if not 0 < value < 1:
        raise InputError(f"{name} must lie strictly between 0 and 1, not {value}")
    return value
