"""Arena scores and the pull of the first place, with a covariance that holds for questions instead of comparisons.

Verdicts on one question rise and fall together, so the covariance is the sandwich H^-1 S H^-1 with the scores (in the
likelihood's sense) summed by question (Liang and Zeger 1986), times C / (C - 1) for C questions. With the order
term the first answer x beats the second one y with the chance logistic(t[x] - t[y] + g): g is 0 for a judge who does
not mind the order, and strengths are those after it is taken out. Both are maxima of the likelihood with the
virtual draws; half of a pair's are shown in each order.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp

import numpy as np

from cairn_nb.errors import InputError
from cairn_nb.records import Estimate
from cairn_nb.stats.strengths.compared_pairs import Pairings
from cairn_nb.stats.strengths.ordered_likelihood import OrderedLikelihood
from cairn_nb.stats.strengths.resampled_strengths import NO_VARIATION
from cairn_nb.stats.strengths.strengths import ELO_PER_LOG, bradley_terry, elo_scores
from cairn_nb.stats.student import t_quantile
from cairn_nb.stats.values import Floats, check_share

METHOD = "sandwich by cluster, Student's t"
FEWEST = 6
NO_ERROR = 1e-6


@dataclass(frozen=True)
class ClusteredBradleyTerry:
    """`scores` are on the Elo scale, one a system; `covariance` is that of `log_strengths` over questions.

    `order_effect` is g, in log odds: above 0 the judge leans to the answer shown first. `first_wins` is the same as the
    chance that the first of two equals wins. Both are None where no order term was asked for.
    """

    log_strengths: Floats
    scores: tuple[Estimate, ...]
    covariance: Floats
    order_effect: Estimate | None
    first_wins: Estimate | None
    connected: bool


def bradley_terry_clustered(
    compared: Pairings, *, order: bool = False, virtual_draws: float = 1.0, level: float = 0.95
) -> ClusteredBradleyTerry:
    """Strengths with intervals from the clustered sandwich covariance.

    Parameters
    ----------
    compared
        The comparisons, by question or document. With `order`, one entry a verdict and `first` the answer that was
        shown first.
    order
        Whether to fit the order term too.
    virtual_draws
        As in `bradley_terry`; above 0 with `order`.
    level
        Coverage of the intervals; they are null under six clusters, and where the comparisons do not vary.

    Raises
    ------
    InputError
        If no finite strengths fit, there is no comparison, or a parameter is out of range.
    """
    check_share(level, "level")
    if not compared.n_clusters:
        raise InputError("there are no comparisons")
    if order and virtual_draws <= 0:
        raise InputError("the order term needs virtual_draws above 0, or a judge who always picks the first has none")
    start = bradley_terry(compared.wins, virtual_draws=virtual_draws)
    model = OrderedLikelihood.of(compared, virtual_draws=virtual_draws, with_order=order)
    at = model.maximum(np.append(start.log_strengths, 0.0))
    covariance = _sandwich(model, compared, at)
    errors = np.sqrt(np.maximum(np.diag(covariance), 0.0))
    scores = tuple(
        _estimate(float(score), ELO_PER_LOG * float(error), compared, level)
        for score, error in zip(elo_scores(at[:-1]), errors[:-1], strict=True)
    )
    effect = _order_effect(float(at[-1]), float(errors[-1]), compared, level) if order else None
    return ClusteredBradleyTerry(at[:-1], scores, covariance[:-1, :-1], effect, _as_chance(effect), start.connected)


def _sandwich(model: OrderedLikelihood, compared: Pairings, at: Floats) -> Floats:
    slopes = model.slopes_by_cluster(compared, at)
    inverse = model.inverse_information(at)
    n = compared.n_clusters
    return np.asarray(inverse @ (slopes.T @ slopes) @ inverse * (n / max(n - 1, 1)))


def _estimate(value: float, error: float, compared: Pairings, level: float) -> Estimate:
    n = compared.n_clusters
    found = Estimate(value=value, level=level, n=len(compared.points), n_clusters=n)
    if n < FEWEST:
        return found.changed(warning=f"no interval: only {n} clusters")
    if error < NO_ERROR:
        return found.changed(warning=NO_VARIATION)
    reach = t_quantile((1 + level) / 2, n - 1) * error
    return found.changed(low=value - reach, high=value + reach, method=METHOD)


def _order_effect(value: float, error: float, compared: Pairings, level: float) -> Estimate:
    """Where every decisive verdict went to one position, the data put no end to the effect."""
    decided = compared.points[compared.points != 0.5]
    if decided.size and (np.all(decided > 0.5) or np.all(decided < 0.5)):
        found = Estimate(value=value, level=level, n=len(compared.points), n_clusters=compared.n_clusters)
        return found.changed(warning="no interval: every decisive verdict went to the same position")
    return _estimate(value, error, compared, level)


def _as_chance(effect: Estimate | None) -> Estimate | None:
    """Log odds as the chance that they are of."""
    if effect is None:
        return None
    value, low, high = (None if x is None else 1 / (1 + exp(-x)) for x in (effect.value, effect.low, effect.high))
    return effect.changed(value=value, low=low, high=high)
