"""Resamples of Krippendorff's ordinal alpha, whose distances are midranks that each resample has of its own."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cairn_nb.stats.values import Codes, Floats


@dataclass(frozen=True)
class RankTotals:
    """How often each value occurs on each item (`table`, items by values that go up), and each item's cluster."""

    table: Floats
    codes: Codes

    @classmethod
    def of(cls, table: Floats, clusters: Codes) -> RankTotals:
        """Clusters numbered by their sums, so that their order and names change no draw."""
        sums = np.stack([np.bincount(clusters, column) for column in table.T], axis=1)
        number = np.empty(len(sums), dtype=np.int64)
        number[np.lexsort(sums.T[::-1])] = np.arange(len(sums))
        return cls(table, number[clusters])

    def logs_and_errors(self, counts: Floats) -> tuple[Floats, Floats]:
        """log(1 - alpha) and its standard error of each row of `counts`; not a number where ratings do not differ.

        The same sums as in `disagreement`, with a row a resample.
        """
        weights, n = counts[:, self.codes], self.table.sum(axis=1)
        each = weights @ self.table
        total = each.sum(axis=1, keepdims=True)
        ranks = np.cumsum(each, axis=1) - each / 2 - total / 2
        sums, squares = ranks @ self.table.T, ranks**2 @ self.table.T
        within = 2 * np.maximum(n * squares - sums**2, 0.0) / (n - 1)
        observed = (weights * within).sum(axis=1, keepdims=True)
        all_squares = (each * ranks**2).sum(axis=1, keepdims=True)
        expected = 2 * total * all_squares
        with np.errstate(divide="ignore", invalid="ignore"):
            logs = np.log(total - 1) + np.log(observed) - np.log(expected)
            slopes = self._slopes(weights, ranks, sums) / observed - 4 * each * total * ranks / expected
            above = slopes[:, ::-1].cumsum(axis=1)[:, ::-1] - slopes / 2
            pulls = n / (total - 1) + within / observed - 2 * (n * all_squares + total * squares) / expected
            errors = self._errors(counts, pulls + above @ self.table.T)
        return logs[:, 0], errors

    def _slopes(self, weights: Floats, ranks: Floats, sums: Floats) -> Floats:
        """The derivative of the observed disagreement by each value's midrank."""
        n = self.table.sum(axis=1)
        scaled = weights * (4 / (n - 1))
        return np.asarray(ranks * ((scaled * n) @ self.table) - (scaled * sums) @ self.table)

    def _errors(self, counts: Floats, pulls: Floats) -> Floats:
        by_cluster = np.zeros_like(counts)
        np.add.at(by_cluster.T, self.codes, pulls.T)
        return np.asarray(np.sqrt((counts * by_cluster**2).sum(axis=1)))
