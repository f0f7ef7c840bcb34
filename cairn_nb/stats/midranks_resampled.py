"""Resamples of Krippendorff's ordinal alpha, whose distances are midranks that each resample has of its own."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cairn_nb.stats.values import Codes, Floats


@dataclass(frozen=True)
class RankTotals:
    """How often each value occurs on each item (`table`, items by values in their order), and each item's cluster."""

    table: Floats
    codes: Codes

    def logs_and_errors(self, counts: Floats) -> tuple[Floats, Floats]:
        """log(1 - alpha) and its standard error of each row of `counts`; not a number where ratings do not differ."""
        weights = counts[:, self.codes]
        n_items = self.table.sum(axis=1)
        each = weights @ self.table
        n = each.sum(axis=1, keepdims=True)
        ranks = np.cumsum(each, axis=1) - each / 2 - n / 2
        sums, squares = ranks @ self.table.T, ranks**2 @ self.table.T
        within = 2 * np.maximum(n_items * squares - sums**2, 0.0) / (n_items - 1)
        observed = (weights * within).sum(axis=1, keepdims=True)
        all_squares = (each * ranks**2).sum(axis=1, keepdims=True)
        expected = 2 * n * all_squares
        with np.errstate(divide="ignore", invalid="ignore"):
            logs = np.log(n - 1) + np.log(observed) - np.log(expected)
            pulls = n_items / (n - 1) + within / observed - 2 * (n_items * all_squares + n * squares) / expected
            pulls += self._moved(weights, ranks, sums, each, n, observed, expected) @ self.table.T
        by_cluster = np.zeros_like(counts)
        np.add.at(by_cluster.T, self.codes, pulls.T)
        return logs[:, 0], np.sqrt((counts * by_cluster**2).sum(axis=1))

    def _moved(
        self, weights: Floats, ranks: Floats, sums: Floats, each: Floats, n: Floats, observed: Floats, expected: Floats
    ) -> Floats:
        """What one more rating of each value does by moving the midranks; a row a resample."""
        scaled = weights * (4 / (self.table.sum(axis=1) - 1))
        slopes = ranks * ((scaled * self.table.sum(axis=1)) @ self.table) - (scaled * sums) @ self.table
        by_value = slopes / observed - 4 * each * n * ranks / expected
        return np.asarray(by_value[:, ::-1].cumsum(axis=1)[:, ::-1] - by_value / 2)
