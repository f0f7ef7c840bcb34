"""Verdicts of a judge beside those of people: yes or no, paired where both gave one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from cairn_nb.errors import InputError
from cairn_nb.stats.values import Floats, as_floats

Verdicts: TypeAlias = Iterable[bool | float | None] | ArrayLike


def as_verdicts(verdicts: Verdicts, name: str) -> Floats:
    """Ones and zeros, NaN where a verdict is missing.

    Raises
    ------
    InputError
        If one is neither yes nor no.
    """
    array = as_floats(verdicts, name)
    if not np.isin(array[~np.isnan(array)], (0.0, 1.0)).all():
        raise InputError(f"{name} must be yes or no: true, false, 1, 0, or None where missing")
    return array


def as_pairs(judge: Verdicts, human: Verdicts) -> tuple[Floats, Floats]:
    """Both as ones and zeros, of equal length.

    Raises
    ------
    InputError
        If one is neither yes nor no, or the lengths differ.
    """
    first, second = as_verdicts(judge, "judge"), as_verdicts(human, "human")
    if len(first) != len(second):
        raise InputError(f"{len(first)} verdicts of the judge for {len(second)} of people")
    return first, second
