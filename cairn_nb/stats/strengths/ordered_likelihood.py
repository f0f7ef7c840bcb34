"""The Bradley-Terry likelihood with the order of showing: maximum, information, and each question's part in its slope.

Parameters are the log strengths and, last, the order term g; without an order term g stays 0. `shown[i, j]` counts the
comparisons that showed system i first and j second, `points[i, j]` what i won in them. Davidson and Beaver (1977)
write the same term as a factor on the first one's strength.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cairn_nb.stats.strengths.compared_pairs import Pairings
from cairn_nb.stats.values import Floats

MOST_STEPS, MOST_HALVINGS, PRECISION = 100, 40, 1e-10


@dataclass(frozen=True)
class OrderedLikelihood:
    """Of all comparisons and the virtual draws; see the module."""

    points: Floats
    shown: Floats
    with_order: bool

    @classmethod
    def of(cls, compared: Pairings, *, virtual_draws: float, with_order: bool) -> OrderedLikelihood:
        """Half of each pair's virtual draws are shown in each order."""
        n = compared.n_systems
        cells, size = compared.first * n + compared.second, n * n
        prior = virtual_draws / 2 * (1 - np.eye(n))
        points = np.bincount(cells, compared.points, size).reshape(n, n) + prior / 2
        return cls(points, np.bincount(cells, minlength=size).reshape(n, n) + prior, with_order)

    def maximum(self, start: Floats) -> Floats:
        """Newton's method with halved steps; the log strengths keep the mean of the start."""
        at = start
        for _ in range(MOST_STEPS):
            slope = self._slope(at)
            if np.abs(slope).max() <= PRECISION * max(float(self.shown.sum()), 1.0):
                break
            at = self._uphill(at, self.inverse_information(at) @ slope)
        return at

    def inverse_information(self, at: Floats) -> Floats:
        """The inverse where log strengths sum to 0; its last row and column are 0 without an order term."""
        chance = self._chances(at)
        weights = self.shown * chance * (1 - chance)
        n = len(weights)
        full = np.zeros((n + 1, n + 1))
        both = weights + weights.T
        full[:n, :n] = np.diag(both.sum(axis=1)) - both + 1 / n
        full[:n, n] = full[n, :n] = weights.sum(axis=1) - weights.sum(axis=0) if self.with_order else 0.0
        full[n, n] = weights.sum() if self.with_order else 1.0
        inverse = np.linalg.inv(full)
        inverse[:n, :n] -= 1 / n
        if not self.with_order:
            inverse[n, n] = 0.0
        return np.asarray(inverse)

    def slopes_by_cluster(self, compared: Pairings, at: Floats) -> Floats:
        """What each question's comparisons add to the slope, a row a question."""
        n, n_clusters = compared.n_systems, compared.n_clusters
        rest = compared.points - self._chances(at)[compared.first, compared.second]
        size = n_clusters * n
        won = np.bincount(compared.clusters * n + compared.first, rest, size)
        lost = np.bincount(compared.clusters * n + compared.second, rest, size)
        first = np.bincount(compared.clusters, rest, n_clusters) * self.with_order
        return np.column_stack([(won - lost).reshape(n_clusters, n), first])

    def _chances(self, at: Floats) -> Floats:
        logs = at[:-1]
        return np.asarray(1 / (1 + np.exp(np.clip(logs[None, :] - logs[:, None] - at[-1], -500, 500))))

    def _slope(self, at: Floats) -> Floats:
        rest = self.points - self.shown * self._chances(at)
        return np.append(rest.sum(axis=1) - rest.sum(axis=0), rest.sum() if self.with_order else 0.0)

    def _uphill(self, at: Floats, step: Floats) -> Floats:
        before = self._log_likelihood(at)
        for _ in range(MOST_HALVINGS):
            if self._log_likelihood(at + step) >= before - 1e-12 * abs(before):
                return np.asarray(at + step)
            step = step / 2
        return at

    def _log_likelihood(self, at: Floats) -> float:
        behind = at[None, :-1] - at[:-1, None] - at[-1]
        lost = self.shown - self.points
        return -float((self.points * np.logaddexp(0.0, behind) + lost * np.logaddexp(0.0, -behind)).sum())
