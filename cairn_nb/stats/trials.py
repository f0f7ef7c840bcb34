"""Repeated trials: how much a system's answers vary, and whether its rank holds from one trial to the next.

A question's score is the mean over its trials, a system's the mean of those. Questions are resampled with all their
trials (give their means to `bootstrap_mean`), so trial noise is in an interval once, as the spread that it adds between
questions. Trials of a question are taken as independent draws from the system.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from cairn_nb.errors import InputError
from cairn_nb.stats.values import Codes, Floats, as_floats, cluster_codes

# Means this close are the same rank.
SAME = 9
# Sums of squares this small come from a mean that binary numbers cannot hold.
DUST = 1e-24


@dataclass(frozen=True)
class QuestionMeans:
    """A question each, in order of appearance: its mean over the trials that have a value (NaN without any)."""

    questions: tuple[Hashable, ...]
    means: Floats


def question_means(values: Iterable[float | None] | ArrayLike, questions: Sequence[Hashable]) -> QuestionMeans:
    """From one value a trial, None or NaN where it failed, and the question of each."""
    array, codes = by_question(values, questions)
    kept = ~np.isnan(array)
    sums = np.bincount(codes[kept], array[kept], _count(codes))
    n = np.bincount(codes[kept], minlength=_count(codes))
    means = np.divide(sums, n, out=np.full(len(sums), np.nan), where=n > 0)
    return QuestionMeans(tuple(dict.fromkeys(questions)), means)


def trial_sd(values: Iterable[float | None] | ArrayLike, questions: Sequence[Hashable]) -> float | None:
    """The standard deviation across a question's trials (n - 1 in its denominator), averaged over questions.

    0 for a system that always says the same; None where no question has two trials with a value.
    """
    variances = _within_variances(*by_question(values, questions))
    return float(np.sqrt(variances).mean()) if variances.size else None


def trial_variance(values: Iterable[float | None] | ArrayLike, questions: Sequence[Hashable]) -> float | None:
    """The variance across a question's trials, averaged over questions; None as in `trial_sd`."""
    variances = _within_variances(*by_question(values, questions))
    return float(variances.mean()) if variances.size else None


def rank_stability(scores: ArrayLike) -> list[float | None]:
    """For each system the share of trials on which it holds the rank that it has over all trials.

    Parameters
    ----------
    scores
        Shape (systems, questions, trials), higher is better, NaN where a trial failed. A trial is ranked by its mean
        score, equal means share the better rank; one without any score of a system does not hold its rank.

    Returns
    -------
    list
        None for a system without any score.
    """
    array = np.asarray(scores, dtype=np.float64)
    if array.ndim != 3:
        raise InputError(f"scores must be systems by questions by trials, not of {array.ndim} dimensions")
    overall = _ranks(_mean(_mean(array, 2), 1))
    by_trial = [_ranks(_mean(array[:, :, trial], 1)) for trial in range(array.shape[2])]
    return [
        None if rank is None else sum(ranks[system] == rank for ranks in by_trial) / len(by_trial)
        for system, rank in enumerate(overall)
    ]


def _ranks(means: Floats) -> list[int | None]:
    rounded = means.round(SAME)
    return [None if np.isnan(mean) else 1 + int((rounded > mean).sum()) for mean in rounded]


def _mean(array: Floats, axis: int) -> Floats:
    n = (~np.isnan(array)).sum(axis=axis)
    sums = np.asarray(np.nansum(array, axis=axis), dtype=np.float64)
    return np.where(n > 0, sums / np.maximum(n, 1), np.nan)


def by_question(values: Iterable[float | None] | ArrayLike, questions: Sequence[Hashable]) -> tuple[Floats, Codes]:
    """The values, and for each the number of its question."""
    array = as_floats(values)
    return array, cluster_codes(questions, len(array))


def _count(codes: Codes) -> int:
    return int(codes.max()) + 1 if codes.size else 0


def _within_variances(array: Floats, codes: Codes) -> Floats:
    """One a question with at least two values."""
    kept = ~np.isnan(array)
    array, codes = array[kept], codes[kept]
    n = np.bincount(codes, minlength=_count(codes))
    means = np.bincount(codes, array, len(n)) / np.maximum(n, 1)
    squares = np.bincount(codes, (array - means[codes]) ** 2, len(n))
    squares[squares <= DUST] = 0.0
    return np.asarray(squares[n > 1] / (n[n > 1] - 1), dtype=np.float64)
