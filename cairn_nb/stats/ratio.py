"""A measure as a ratio of two sums, which is what both means and pooled shares are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import fsum

import numpy as np

from cairn_nb.stats.values import Codes, Floats


@dataclass(frozen=True)
class Ratio:
    """Sum of `numerators` over sum of `denominators`, both NaN where a value is missing.

    `is_share` says that the ratio lies in 0..`most`, so that an interval exists when every value is the same.
    """

    numerators: Floats
    denominators: Floats
    missing: Mapping[str, int] = field(default_factory=dict)
    is_share: bool = True
    most: float = 1.0

    @property
    def in_unit(self) -> Ratio:
        """The same with its values as shares of `most`."""
        return self if self.most == 1 else replace(self, numerators=self.numerators / self.most, most=1.0)

    @cached_property
    def present(self) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        """Where there is a value."""
        return ~np.isnan(self.numerators)

    def by_cluster(self, codes: Codes) -> tuple[Floats, Floats]:
        """Both sums in each cluster that has any of the denominator, rounded: no order of rows changes them."""
        kept = self.present
        tops = np.bincount(codes[kept], self.numerators[kept]).astype(np.float64).round(12)
        bottoms = np.bincount(codes[kept], self.denominators[kept]).astype(np.float64).round(12)
        return tops[bottoms > 0], bottoms[bottoms > 0]

    @cached_property
    def value(self) -> float | None:
        """The ratio, or None over nothing; its sums do not depend on the order of the values."""
        total = fsum(self.denominators[self.present].tolist())
        return fsum(self.numerators[self.present].tolist()) / total if total > 0 else None


def mean_of(
    values: Floats, *, missing: Mapping[str, int] | None = None, is_share: bool = True, most: float = 1.0
) -> Ratio:
    """A mean as a ratio: each value present counts once."""
    return Ratio(values, np.where(np.isnan(values), np.nan, np.ones_like(values)), missing or {}, is_share, most)


def mean_of_means(
    values: Floats, groups: Codes, *, missing: Mapping[str, int], is_share: bool = True, most: float = 1.0
) -> Ratio:
    """The mean over groups of the mean over a group's values that are present; `groups` are whole numbers from 0.

    A value of a group with fewer of them weighs more, as a ratio of weighted sums. Where all groups have as many,
    it is the plain mean to the last bit.
    """
    present = ~np.isnan(values)
    n = np.bincount(groups[present], minlength=int(groups.max(initial=-1)) + 1)
    weights = np.where(present, n.max(initial=1) / np.maximum(n[groups], 1), np.nan)
    return Ratio(values * weights, weights, missing, is_share, most)
