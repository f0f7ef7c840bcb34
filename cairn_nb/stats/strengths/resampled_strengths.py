"""Arena scores on resampled questions: a thousand fits for little more than the price of one.

A resample draws questions with all their comparisons. Their points are kept as one sparse row a question, so that the
win matrices of a block of resamples are one product. A resample's maximum lies near the maximum of all the points, so
all take Newton steps with that one's inverse Hessian, which still end at their own maximum (the chord method); the few
that are slow to arrive go on with their own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from cairn_nb.errors import InputError
from cairn_nb.records import Estimate
from cairn_nb.seeds import stream
from cairn_nb.stats.counts import count_blocks
from cairn_nb.stats.intervals import FEW_CLUSTERS
from cairn_nb.stats.strengths.compared_pairs import Pairings
from cairn_nb.stats.strengths.connectivity import is_strongly_connected
from cairn_nb.stats.strengths.strengths import (
    PRECISION,
    bradley_terry,
    chances,
    elo_scores,
    information,
    inverse_on_contrasts,
    newton,
    with_virtual_draws,
)
from cairn_nb.stats.values import Floats, check_share

METHOD = "percentile bootstrap of questions"
CHORD_STEPS = 30
BLOCK = 100
SAME_SCORE = 1e-4  # points on the Elo scale; fits of equal resamples differ by less
NO_VARIATION = "no interval: the comparisons do not vary"


@dataclass(frozen=True)
class Refits:
    """Scores on the Elo scale of resamples of questions.

    `scores` has a row a resample, NaN where no finite strengths fit; `fitted` are those of all the comparisons, and
    `n_questions` were resampled.
    """

    scores: Floats
    fitted: Floats
    n_questions: int

    @property
    def unbounded(self) -> int:
        """In how many resamples some system won or lost everything."""
        return int(np.isnan(self.scores[:, :1]).sum())

    def intervals(self, level: float = 0.95) -> list[Estimate]:
        """Each system's score with the percentile interval of its resampled ones.

        Null where the unbounded resamples alone make up one tail, with fewer than two questions, and where all
        resamples give a system the same score, as when every comparison is a draw: that tells nothing of what other
        questions would say.
        """
        check_share(level, "level")
        n, unbounded = self.n_questions, self.unbounded
        if n < 2 or unbounded > len(self.scores) * (1 - level) / 2:
            why = "fewer than two questions" if n < 2 else "some system wins or loses every comparison of a resample"
            warning = f"no interval: {why}"
            return [Estimate(value=float(x), level=level, n=n, warning=warning) for x in self.fitted]
        lows, highs = np.nanquantile(self.scores, [(1 - level) / 2, (1 + level) / 2], axis=0)
        varies = np.nanmax(self.scores, axis=0) - np.nanmin(self.scores, axis=0) > SAME_SCORE
        bounds = zip(self.fitted.tolist(), lows.tolist(), highs.tolist(), varies.tolist(), strict=True)
        return [self._interval(x, low, high, level) if own else self._none(x, level) for x, low, high, own in bounds]

    def _interval(self, value: float, low: float, high: float, level: float) -> Estimate:
        n = self.n_questions
        few = f"only {n} questions: the interval is too narrow" if n < FEW_CLUSTERS else None
        low, high = min(low, value), max(high, value)
        return Estimate(value=value, low=low, high=high, level=level, n=n, method=METHOD, warning=few)

    def _none(self, value: float, level: float) -> Estimate:
        return Estimate(value=value, level=level, n=self.n_questions, warning=NO_VARIATION)


def bradley_terry_refits(
    compared: Pairings, *, virtual_draws: float = 0.0, n_boot: int = 1000, seed: int = 0
) -> Refits:
    """Scores of `n_boot` resamples of the questions.

    Parameters
    ----------
    compared
        All comparisons; their clusters are resampled.
    virtual_draws
        As in `bradley_terry`.
    n_boot, seed
        Number of resamples and the seed of the draws.

    Raises
    ------
    InputError
        If `n_boot` is under 1, there is no comparison, or no finite strengths fit to all of them.
    """
    if n_boot < 1 or not compared.n_clusters:
        raise InputError("resampling needs at least one comparison, and n_boot of at least 1")
    n = compared.n_systems
    whole = bradley_terry(compared.wins, virtual_draws=virtual_draws)
    prior = with_virtual_draws(n, virtual_draws)
    met = compared.wins + compared.wins.T + prior + prior.T
    inverse = inverse_on_contrasts(information(met, whole.log_strengths))
    table = _by_cluster(compared)
    rows = []
    for counts in count_blocks(compared.n_clusters, n_boot, stream(seed, "arena")):
        for start in range(0, len(counts), BLOCK):
            points = np.asarray(counts[start : start + BLOCK] @ table).reshape(-1, n, n) + prior
            tied = np.array([virtual_draws > 0 or is_strongly_connected(one > 0) for one in points])
            logs = np.full((len(points), n), np.nan)
            logs[tied] = _fitted(points[tied], whole.log_strengths, inverse)
            rows.append(logs)
    return Refits(elo_scores(np.concatenate(rows)), whole.scores, compared.n_clusters)


def _by_cluster(compared: Pairings) -> Any:
    """Points of each pair of systems, a sparse row a question."""
    from scipy.sparse import coo_array

    n = compared.n_systems
    cells = np.concatenate([compared.first * n + compared.second, compared.second * n + compared.first])
    points = np.concatenate([compared.points, 1 - compared.points])
    rows = np.concatenate([compared.clusters, compared.clusters])
    won = points > 0
    return coo_array((points[won], (rows[won], cells[won])), shape=(compared.n_clusters, n * n)).tocsr()


def _fitted(points: Floats, start: Floats, inverse: Floats) -> Floats:
    """Log strengths of a block of connected win matrices."""
    met = points + np.swapaxes(points, 1, 2)
    won, size = points.sum(axis=2), met.sum(axis=(1, 2))
    logs = np.broadcast_to(start, won.shape).copy()
    going = np.arange(len(points))
    for _ in range(CHORD_STEPS):
        slopes = won[going] - np.einsum("bij,bij->bi", met[going], chances(logs[going]))
        far = np.abs(slopes).max(axis=1) > PRECISION * np.maximum(size[going], 1.0)
        if not far.any():
            return logs
        going, slopes = going[far], slopes[far]
        logs[going] += slopes @ inverse
    for row in going:
        logs[row] = newton(points[row], start)
    return logs
