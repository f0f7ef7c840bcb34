"""How many labels a judge's certificate takes, before anybody makes them.

A judge is certified when the one-sided exact lower bounds of its sensitivity and of its specificity both reach a bar
(see `sensitivity_specificity`). Labels are good for one look: a set that was looked at, failed and was then added to
is a second try at the same level. So the answer is the size of a fresh set, whose labels are worth as much as those at
hand: fewer independent trials than labels, where documents have several or a sheet was drawn with unequal chances.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import ceil, sqrt

import numpy as np
from numpy.typing import NDArray

from cairn_nb.errors import InputError
from cairn_nb.stats.effective_counts import EffectiveCount, effective_count
from cairn_nb.stats.exact import clopper_pearson
from cairn_nb.stats.values import Floats, check_share, cluster_codes
from cairn_nb.stats.verdicts import Verdicts, as_pairs
from cairn_nb.stats.weighted_draw import weighted_count

MOST = 100_000
DUST = 1e-9


@dataclass(frozen=True)
class LabelsNeeded:
    """A fresh set of `labels`, of which about `positives` people call right and `negatives` wrong.

    A number is None where the judge is not expected to pass: its rate so far is not above the bar, or nothing is known
    of it. `why` then says which.
    """

    positives: int | None
    negatives: int | None
    labels: int | None
    why: str | None = None


def labels_needed(
    judge: Verdicts,
    human: Verdicts,
    *,
    bar: float = 0.8,
    power: float = 0.8,
    level: float = 0.95,
    weights: Floats | None = None,
    clusters: Sequence[Hashable] | None = None,
) -> LabelsNeeded:
    """The fresh labels that certify the judge with the chance `power`, if it goes on as on those at hand.

    Parameters
    ----------
    judge, human
        Yes or no for each answer labelled so far; None where missing. With s of n effective trials right (see
        `effective_counts`), the judge's rate is taken to be (s + 1/2) / (n + 1), and the share of yes among people
        likewise.
    bar
        What both lower bounds must reach.
    power
        The chance that both reach it.
    level
        Of the one-sided bounds.
    weights
        How many answers each label stands for, where they were drawn with unequal chances.
    clusters
        A label for each answer; those that share one tell less together.

    Raises
    ------
    InputError
        If a verdict is neither yes nor no, the lengths differ, or a share is out of range.
    """
    for name, value in (("bar", bar), ("power", power), ("level", level)):
        check_share(value, name)
    said, true = as_pairs(judge, human)
    yes, no = (np.flatnonzero((true == kind) & ~np.isnan(said)) for kind in (1, 0))
    asked = _Asked(bar, sqrt(power), level, weights, clusters)
    positives, negatives = asked.labels(said, yes), asked.labels(1 - said, no)
    why = _why(len(yes), len(no), positives, negatives)
    if positives is None or negatives is None:
        return LabelsNeeded(positives, negatives, None, why)
    share = _smoothed(len(yes), len(yes) + len(no))
    return LabelsNeeded(positives, negatives, ceil(max(positives / share, negatives / (1 - share))))


@dataclass(frozen=True)
class _Asked:
    """What is asked of each rate, and what the labels are worth."""

    bar: float
    power: float
    level: float
    weights: Floats | None
    clusters: Sequence[Hashable] | None

    def labels(self, hits: Floats, places: NDArray[np.intp]) -> int | None:
        """Of one kind: the trials needed, times the labels at hand by the trials that they are worth."""
        if not len(places):
            return None
        worth = self._worth(hits[places], places)
        trials = trials_needed(_smoothed(worth.successes, worth.n), self.bar, power=self.power, level=self.level)
        return None if trials is None else ceil(trials * len(places) / worth.n - DUST)

    def _worth(self, hits: Floats, places: NDArray[np.intp]) -> EffectiveCount:
        kept = None if self.clusters is None else [self.clusters[place] for place in places]
        if self.weights is not None:
            return weighted_count(hits, self.weights[places], kept, level=self.level)
        codes = None if kept is None else cluster_codes(kept, len(kept))
        return effective_count(hits, codes, self.level)


def trials_needed(share: float, bar: float, *, power: float = 0.8, level: float = 0.95) -> int | None:
    """The fewest trials whose lower Clopper-Pearson bound reaches `bar` with the chance `power`, at this true share.

    None where the share is not above the bar, or a hundred thousand would not do. As the bound moves in steps, a few
    trials more than this can do a little worse.
    """
    if not 0 < share <= 1:
        raise InputError(f"the share must lie in 0..1, not {share}")
    if share <= bar:
        return None
    high = 1
    while not _passes(high, share, bar, power, level):
        high *= 2
        if high > MOST:
            return None
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if _passes(middle, share, bar, power, level) else (middle, high)
    return high


def _passes(n: int, share: float, bar: float, power: float, level: float) -> bool:
    """Whether enough successes for the bound have at least the chance `power`."""
    from scipy.special import bdtrc

    least = _least_successes(n, bar, level)
    return least is not None and float(bdtrc(least - 1, n, share) if least else 1.0) >= power


def _least_successes(n: int, bar: float, level: float) -> int | None:
    """The fewest of n whose lower bound reaches the bar; None if not even n do."""
    if clopper_pearson(n, n, level, "lower")[0] < bar:
        return None
    low, high = 0, n
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if clopper_pearson(middle, n, level, "lower")[0] >= bar else (middle, high)
    return high


def _smoothed(successes: float, n: float) -> float:
    return (successes + 0.5) / (n + 1)


def _why(n_yes: int, n_no: int, positives: int | None, negatives: int | None) -> str | None:
    unseen = [name for name, n in (("right", n_yes), ("wrong", n_no)) if not n]
    if unseen:
        return f"no label says {' or '.join(unseen)}"
    low = [name for name, n in (("sensitivity", positives), ("specificity", negatives)) if n is None]
    return f"{' and '.join(low)} so far not above the bar" if low else None
