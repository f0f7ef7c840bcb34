"""How often a system is right at least once, and every time, in k trials of a question.

With c of n trials right it is the share of the sets of k of them with any, or with all, right: unbiased for the
chance on k fresh trials. `pass_at_k` is Chen et al. (2021, arXiv:2107.03374), `pass_hat_k` (pass^k) Yao et al. (2024,
arXiv:2406.12045). With k = n that is "right at least once" and "right every time". Trials of a question are taken as
independent draws, questions (or their documents) are resampled.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from math import comb

import numpy as np

from cairn_nb.errors import InputError
from cairn_nb.records import Estimate
from cairn_nb.stats.bootstrap import bootstrap_mean
from cairn_nb.stats.trials import by_question
from cairn_nb.stats.values import Codes

TOO_FEW = "too few trials"


def pass_at_k(
    correct: Iterable[bool | float | None],
    questions: Sequence[Hashable],
    k: int | None = None,
    *,
    clusters: Sequence[Hashable] | None = None,
    n_boot: int = 2000,
    seed: int = 0,
    level: float = 0.95,
) -> Estimate:
    """The share of questions that at least one of `k` trials answers correctly.

    Parameters
    ----------
    correct
        One a trial; one that failed (None) is not correct.
    questions
        The question of each trial.
    k
        By default the most trials that any question has. A question with fewer is missing.
    clusters
        The document of each trial; by default each question by itself.
    n_boot, seed, level
        As in `bootstrap_mean`, which takes a small-sample interval where one is needed.

    Raises
    ------
    InputError
        If the lengths differ or `k` is not at least 1.
    """
    tally = _Tally.of(correct, questions, k)
    shares = [None if tally.short(n) else 1 - comb(n - c, tally.k) / comb(n, tally.k) for c, n in tally.counts]
    return tally.estimate(shares, clusters, n_boot=n_boot, seed=seed, level=level)


def pass_hat_k(
    correct: Iterable[bool | float | None],
    questions: Sequence[Hashable],
    k: int | None = None,
    *,
    clusters: Sequence[Hashable] | None = None,
    n_boot: int = 2000,
    seed: int = 0,
    level: float = 0.95,
) -> Estimate:
    """The share of questions that all of `k` trials answer correctly (pass^k); parameters as in `pass_at_k`."""
    tally = _Tally.of(correct, questions, k)
    shares = [None if tally.short(n) else comb(c, tally.k) / comb(n, tally.k) for c, n in tally.counts]
    return tally.estimate(shares, clusters, n_boot=n_boot, seed=seed, level=level)


@dataclass(frozen=True)
class _Tally:
    """How many of how many trials of each question were right."""

    counts: list[tuple[int, int]]
    codes: Codes
    k: int

    @classmethod
    def of(cls, correct: Iterable[bool | float | None], questions: Sequence[Hashable], k: int | None) -> _Tally:
        values, codes = by_question([None if value is None else float(value) for value in correct], questions)
        n, right = np.bincount(codes), np.bincount(codes, np.nan_to_num(values) != 0)
        wanted = int(n.max(initial=1)) if k is None else k
        if wanted < 1:
            raise InputError(f"k must be at least 1, not {wanted}")
        return cls([(int(c), int(m)) for c, m in zip(right, n, strict=True)], codes, wanted)

    def short(self, n: int) -> bool:
        return n < self.k

    def estimate(
        self,
        shares: list[float | None],
        clusters: Sequence[Hashable] | None,
        *,
        n_boot: int,
        seed: int,
        level: float,
    ) -> Estimate:
        labels = None
        if clusters is not None:
            if len(clusters) != len(self.codes):
                raise InputError(f"{len(clusters)} cluster labels for {len(self.codes)} trials")
            labels = [clusters[int(first)] for first in np.unique(self.codes, return_index=True)[1]]
        reasons = [TOO_FEW] * len(shares)
        return bootstrap_mean(shares, labels, n_boot, seed, level, reasons=reasons, interval="auto")
