"""The interval of Krippendorff's alpha: items, or clusters of them, resampled, by t statistics of log(1 - alpha).

1 - alpha is a ratio of disagreements, so its logarithm is nearly symmetric and never passes the upper end. Its standard
error is linearised: the sum over clusters of the squared derivative by the cluster's weight (Shao and Tu 1995, The
Jackknife and Bootstrap, 2.1). Up to `MANY` clusters the t statistics are resampled (bootstrap-t, Hall 1988), which
covers about 95% from 20 items on; the percentile bootstrap covers 90-92% there. Beyond, or where a resample would
need too large a table, Student's t says the same. Every metric is a squared Euclidean distance, by which ratings of
one item differ at most twice as much as ratings at large: alpha is never below -1, so neither is a bound.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log, sqrt
from typing import Protocol

import numpy as np

from cairn_nb.seeds import stream
from cairn_nb.stats.agreement.disagreement import Disagreement
from cairn_nb.stats.counts import count_blocks
from cairn_nb.stats.student import t_quantile
from cairn_nb.stats.values import Codes, Floats

MANY = 1_000
FEWEST = 6
LEAST = -1.0
DUST = 1e-12
LINEARISED, RESAMPLED = "linearised t of log(1 - alpha)", "bootstrap-t of log(1 - alpha)"


class Resampled(Protocol):
    """What a metric knows of resamples."""

    def logs_and_errors(self, counts: Floats) -> tuple[Floats, Floats]:
        """log(1 - alpha) and its standard error, where a row of `counts` says how often each cluster was drawn."""


@dataclass(frozen=True)
class QuadraticTotals:
    """A metric whose E is quadratic in sums over items: T' M T, with T the sum of `parts`; a row a cluster.

    `within` and `n_ratings` are the clusters' A and number of ratings.
    """

    parts: Floats
    metric: Floats
    within: Floats
    n_ratings: Floats

    def by_cluster(self, codes: Codes) -> QuadraticTotals:
        """Summed over the items of a cluster, in an order that neither labels nor rows change."""
        columns = np.column_stack([self.parts, self.within, self.n_ratings])
        sums = np.stack([np.bincount(codes, column) for column in columns.T], axis=1).astype(np.float64).round(12)
        sums = sums[np.lexsort(sums.T[::-1])]
        return QuadraticTotals(sums[:, :-2], self.metric, sums[:, -2], sums[:, -1])

    def logs_and_errors(self, counts: Floats) -> tuple[Floats, Floats]:
        """As `Resampled` says; not a number where no rating differs from another."""
        totals, observed, n = counts @ self.parts, counts @ self.within, counts @ self.n_ratings
        slopes = totals @ self.metric
        expected = (totals * slopes).sum(axis=1)
        with np.errstate(divide="ignore", invalid="ignore"):
            logs = np.log(n - 1) + np.log(np.maximum(observed, 0.0)) - np.log(np.maximum(expected, 0.0))
            pulls = self.n_ratings / (n - 1)[:, None] + self.within / observed[:, None]
            pulls -= slopes @ self.parts.T * (2 / expected)[:, None]
            return logs, np.sqrt((counts * pulls**2).sum(axis=1))


def linearised_error(found: Disagreement, codes: Codes | None) -> float:
    """The standard error of log(1 - alpha) over clusters, or items, without a correction for their number."""
    pulls = found.pull if codes is None else np.bincount(codes, found.pull)
    return sqrt(float(np.square(pulls).sum()))  # a dot product would wake threads for nothing


def linearised_interval(found: Disagreement, codes: Codes | None, n_clusters: int, level: float) -> tuple[float, float]:
    """Student's t interval of alpha; there are two clusters or more, and some disagreement."""
    error = linearised_error(found, codes) * sqrt(n_clusters / (n_clusters - 1))
    reach = t_quantile((1 + level) / 2, n_clusters - 1) * error
    return max(1 - (1 - found.alpha) * exp(reach), LEAST), 1 - (1 - found.alpha) * exp(-reach)


@dataclass(frozen=True)
class Draws:
    """How many resamples, their seed and the coverage wanted."""

    n_boot: int
    seed: int
    level: float


def resampled_interval(
    totals: Resampled, found: Disagreement, codes: Codes | None, n_clusters: int, draws: Draws
) -> tuple[float | None, float | None]:
    """The bootstrap-t interval of alpha; a bound is null where too many resamples hold no disagreement."""
    log_value, error = log(1 - found.alpha), linearised_error(found, codes)
    t = []
    for counts in count_blocks(n_clusters, draws.n_boot, stream(draws.seed, "krippendorff")):
        logs, errors = totals.logs_and_errors(counts)
        with np.errstate(divide="ignore", invalid="ignore"):
            one = (logs - log_value) / np.maximum(errors, DUST)
        one[np.isneginf(logs)] = -np.inf
        t.append(one[~np.isnan(one)])
    ends = [(1 - draws.level) / 2, (1 + draws.level) / 2]
    low_t, high_t = (float(q) for q in np.quantile(np.concatenate(t), ends, method="closest_observation"))
    return _alpha(log_value - low_t * error), _alpha(log_value - high_t * error)


def _alpha(log_rest: float) -> float | None:
    return max(1 - exp(log_rest), LEAST) if np.isfinite(log_rest) else None
