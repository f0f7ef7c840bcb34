"""Strengths from comparisons by twos, by the model of Bradley and Terry (1952).

System x beats y with the chance s[x] / (s[x] + s[y]) = logistic(t[x] - t[y]), t = log s. A draw is half a win for
both, so that any points between 0 and 1 can be given. The likelihood has one maximum, and it is finite when each system
has beaten each other one directly or through others (Ford 1957); `virtual_draws` makes it so by a stated prior.
Newton's method with halved steps finds what Hunter's (2004) MM algorithm converges to, in fewer steps.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import ArrayLike

from cairn_nb.errors import InputError
from cairn_nb.stats.strengths.connectivity import is_strongly_connected
from cairn_nb.stats.values import Codes, Floats

# The Elo scale: 400 points apart are odds of 10 to 1.
ELO_CENTRE, ELO_PER_LOG = 1000.0, 400 / log(10)
MOST_STEPS, MOST_HALVINGS = 100, 40
PRECISION = 1e-10


@dataclass(frozen=True)
class BradleyTerry:
    """Strengths of systems, in the order of the win matrix.

    `strengths` have the geometric mean 1, `log_strengths` the mean 0; `scores` are on the Elo scale, 1000 + 400
    log10(strength), where 1000 is the average system. `connected` says whether the points alone, without the virtual
    draws, tie every system to every other: if not, how far apart the parts lie is the prior's word. `covariance` is
    that of the log strengths if every comparison were independent.
    """

    strengths: Floats
    log_strengths: Floats
    scores: Floats
    connected: bool
    virtual_draws: float
    covariance: Floats


def bradley_terry(wins: ArrayLike, *, virtual_draws: float = 0.0) -> BradleyTerry:
    """Maximum likelihood strengths.

    Parameters
    ----------
    wins
        Shape (n, n): the points that the row's system won against the column's. The diagonal is not read.
    virtual_draws
        Drawn comparisons added to each pair of systems, also fractions. 1 keeps a system that never wins, or never
        loses, at a finite strength.

    Raises
    ------
    InputError
        If `wins` is not a square of numbers from 0, or is not connected and there are no virtual draws.
    """
    points = _checked(wins, virtual_draws)
    connected = is_strongly_connected(points > 0)
    if not connected and virtual_draws == 0:
        raise InputError(
            "some systems never lost to the others, or never met them: no finite strengths fit",
            hint="virtual_draws=1 adds a drawn comparison to each pair",
        )
    points = points + with_virtual_draws(len(points), virtual_draws)
    logs = newton(points, np.zeros(len(points)))
    covariance = inverse_on_contrasts(information(points + points.T, logs))
    return BradleyTerry(np.exp(logs), logs, elo_scores(logs), connected, virtual_draws, covariance)


def win_matrix(first: Codes, second: Codes, points: Floats, n_systems: int) -> Floats:
    """The points by pair: comparison i gave `points[i]` to system `first[i]` and the rest of 1 to `second[i]`."""
    size = n_systems * n_systems
    won = np.bincount(first * n_systems + second, points, size)
    lost = np.bincount(second * n_systems + first, 1 - points, size)
    return np.asarray(won + lost, dtype=np.float64).reshape(n_systems, n_systems)


def with_virtual_draws(n_systems: int, draws: float) -> Floats:
    """The points of `draws` drawn comparisons of each pair."""
    return draws / 2 * (1 - np.eye(n_systems))


def elo_scores(logs: Floats) -> Floats:
    """Log strengths with mean 0 on the Elo scale."""
    return ELO_CENTRE + ELO_PER_LOG * logs


def chances(logs: Floats) -> Floats:
    """The chance that the row's system beats the column's; any leading axes are kept."""
    return np.asarray(1 / (1 + np.exp(np.clip(logs[..., None, :] - logs[..., :, None], -500, 500))))


def gradient(points: Floats, logs: Floats) -> Floats:
    """Points won less points expected, by system; any leading axes are kept."""
    met = points + np.swapaxes(points, -1, -2)
    return np.asarray(points.sum(axis=-1) - (met * chances(logs)).sum(axis=-1))


def information(met: Floats, logs: Floats) -> Floats:
    """Minus the second derivative of the log likelihood, a Laplacian; `met` counts the comparisons of each pair."""
    chance = chances(logs)
    weights = met * chance * (1 - chance)
    np.fill_diagonal(weights, 0.0)
    return np.asarray(np.diag(weights.sum(axis=1)) - weights)


def inverse_on_contrasts(laplacian: Floats) -> Floats:
    """The inverse where strengths sum to 0; the sum itself is not determined."""
    even = np.full_like(laplacian, 1 / len(laplacian))
    scale = max(float(np.trace(laplacian)) / len(laplacian), 1e-300)
    return np.asarray(np.linalg.inv(laplacian / scale + even) / scale - even / scale)


def newton(points: Floats, start: Floats) -> Floats:
    """Log strengths with mean 0 at the maximum; `points` are connected and their diagonal is 0."""
    logs, met = start, points + points.T
    for _ in range(MOST_STEPS):
        slope = gradient(points, logs)
        if np.abs(slope).max(initial=0.0) <= PRECISION * max(float(met.sum()), 1.0):
            break
        logs = _uphill(points, logs, inverse_on_contrasts(information(met, logs)) @ slope)
    return np.asarray(logs - logs.mean()) if logs.size else logs


def _uphill(points: Floats, logs: Floats, step: Floats) -> Floats:
    """The step, halved until it does not lead down."""
    before = _log_likelihood(points, logs)
    for _ in range(MOST_HALVINGS):
        if _log_likelihood(points, logs + step) >= before - 1e-12 * abs(before):
            return np.asarray(logs + step)
        step = step / 2
    return logs


def _log_likelihood(points: Floats, logs: Floats) -> float:
    return -float((points * np.logaddexp(0.0, logs[None, :] - logs[:, None])).sum())


def _checked(wins: ArrayLike, virtual_draws: float) -> Floats:
    points = np.array(wins, dtype=np.float64)
    if points.ndim != 2 or points.shape[0] != points.shape[1] or not points.size:
        raise InputError(f"wins must be a square of systems by systems, not of shape {points.shape}")
    np.fill_diagonal(points, 0.0)
    if not np.isfinite(points).all() or (points < 0).any():
        raise InputError("wins must be numbers from 0")
    if not virtual_draws >= 0:
        raise InputError(f"virtual_draws must be at least 0, not {virtual_draws}")
    return points
