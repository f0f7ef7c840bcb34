"""Does confidence order answers, and does it mean what it says? Curves to look at; they decide nothing.

Intervals are Wilson's, point by point, and take cases as independent.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cairn_nb.confidence.certify import check_cases
from cairn_nb.stats import wilson
from cairn_nb.stats.values import Floats


@dataclass(frozen=True)
class RiskPoint:
    """At or above `threshold`: the share that is answered (`coverage`), and of those the share wrong (`risk`)."""

    threshold: float
    coverage: float
    risk: float
    low: float
    high: float
    n_answered: int


@dataclass(frozen=True)
class ReliabilityBin:
    """Cases of neighbouring confidence: their mean confidence against the share that is right."""

    confidence: float
    correct: float
    low: float
    high: float
    n: int


def risk_coverage(
    confidence: Iterable[float] | ArrayLike,
    correct: Iterable[bool] | ArrayLike,
    *,
    level: float = 0.95,
    most: int | None = None,
) -> tuple[RiskPoint, ...]:
    """One point for each distinct confidence, from the highest down; equal confidences are answered together.

    Parameters
    ----------
    most
        At most so many points (2 or more), evenly by rank with the first and the last; None: all.

    Raises
    ------
    InputError, CalibrationError
        As `certify` does.
    """
    scores, wrong = check_cases(confidence, correct)
    values, n_answered, n_wrong = _groups(scores, wrong)
    if most is not None and len(values) > most:
        kept = np.linspace(0, len(values) - 1, most).round().astype(np.int64)
        values, n_answered, n_wrong = values[kept], n_answered[kept], n_wrong[kept]
    points = []
    for value, n, errors in zip(values.tolist(), n_answered.tolist(), n_wrong.tolist(), strict=True):
        low, high = wilson(errors, n, level)
        points.append(RiskPoint(value, n / len(scores), errors / n, low, high, n))
    return tuple(points)


def area_under_risk_coverage(confidence: Iterable[float] | ArrayLike, correct: Iterable[bool] | ArrayLike) -> float:
    """The mean risk over all coverages 1/n, 2/n, ... 1 (Geifman, Uziel and El-Yaniv 2019); lower is better.

    Within a group of equal confidences the errors are spread evenly, the mean over all orders.
    """
    scores, wrong = check_cases(confidence, correct)
    _, n_answered, n_wrong = _groups(scores, wrong)
    ranks = np.arange(1, len(scores) + 1)
    expected = np.interp(ranks, np.concatenate([[0], n_answered]), np.concatenate([[0], n_wrong]))
    return float((expected / ranks).mean())


def reliability(
    confidence: Iterable[float] | ArrayLike,
    correct: Iterable[bool] | ArrayLike,
    *,
    n_bins: int = 10,
    level: float = 0.95,
) -> tuple[ReliabilityBin, ...]:
    """About equally many cases a bin, from low confidence to high.

    Equal confidences share a bin, so there may be fewer bins than asked for.
    """
    scores, wrong = check_cases(confidence, correct)
    order = np.argsort(scores, kind="stable")
    ranked, right = scores[order], ~wrong[order]
    first = np.searchsorted(ranked, ranked, side="left")
    # A case belongs where the first case of its confidence falls.
    bins = first * n_bins // len(ranked)
    found = []
    for members in (bins == number for number in np.unique(bins)):
        n, hits = int(members.sum()), int(right[members].sum())
        low, high = wilson(hits, n, level)
        found.append(ReliabilityBin(float(ranked[members].mean()), hits / n, low, high, n))
    return tuple(found)


def expected_calibration_error(
    confidence: Iterable[float] | ArrayLike, correct: Iterable[bool] | ArrayLike, *, n_bins: int = 10
) -> float:
    """Mean distance of confidence from share correct over equal-mass bins, by cases (Naeini et al. 2015)."""
    bins = reliability(confidence, correct, n_bins=n_bins)
    return sum(b.n * abs(b.confidence - b.correct) for b in bins) / sum(b.n for b in bins)


def _groups(scores: Floats, wrong: NDArray[np.bool_]) -> tuple[Floats, NDArray[np.int64], NDArray[np.int64]]:
    """Distinct confidences from the highest down, with the cases and errors at or above each."""
    order = np.argsort(-scores, kind="stable")
    ranked, errors = scores[order], np.cumsum(wrong[order], dtype=np.int64)
    last = np.flatnonzero(np.append(np.diff(ranked) != 0, True)).astype(np.int64)
    return ranked[last], last + 1, errors[last]
