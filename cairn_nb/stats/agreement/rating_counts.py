"""How often each value was given to each item, as a table that is sparse where values are many."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from cairn_nb.stats.values import Codes, Floats

MOST_CELLS = 2_000_000


@dataclass(frozen=True)
class Counts:
    """`table` has a row an item and a column a value; an array, or a sparse one where that would be large."""

    table: Any

    @classmethod
    def of(cls, codes: Codes, n_values: int) -> Counts:
        """Of raters by items, each rating the number of its value, -1 for none."""
        n_items = codes.shape[1]
        if max(n_items, n_values) * n_values > MOST_CELLS:
            return cls(_sparse(codes, n_values))
        flat = np.zeros(n_items * n_values)
        starts = np.arange(n_items) * n_values
        for row in codes:
            given = row >= 0
            flat[starts[given] + row[given]] += 1
        return cls(flat.reshape(n_items, n_values))

    @property
    def is_dense(self) -> bool:
        """Whether the table is a plain array, small enough to resample."""
        return isinstance(self.table, np.ndarray)

    @cached_property
    def by_item(self) -> Floats:
        """How many ratings each item has."""
        return np.asarray(self.table.sum(axis=1), dtype=np.float64).ravel()

    @cached_property
    def by_value(self) -> Floats:
        """How often each value was given."""
        return np.asarray(self.table.sum(axis=0), dtype=np.float64).ravel()

    @property
    def squares_by_item(self) -> Floats:
        """The sum of each item's squared counts."""
        squared = self.table**2 if self.is_dense else self.table.multiply(self.table)
        return np.asarray(squared.sum(axis=1), dtype=np.float64).ravel()

    def columns(self, part: slice) -> Floats:
        """Some values' columns as a plain array."""
        return np.asarray(self.table[:, part] if self.is_dense else self.table[:, part].toarray(), dtype=np.float64)


def _sparse(codes: Codes, n_values: int) -> Any:
    from scipy.sparse import coo_array

    raters, items = np.nonzero(codes >= 0)
    return coo_array((np.ones(len(items)), (items, codes[raters, items])), shape=(codes.shape[1], n_values)).tocsr()
