"""How many labels a judge's certificate takes, before anybody makes them.

A judge is certified when the one-sided exact lower bounds of its sensitivity and of its specificity both reach a bar
(see `sensitivity_specificity`). Labels are good for one look: a set that was looked at, failed and was then added to
is a second try at the same level. So the answer is the size of a fresh set.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, sqrt

import numpy as np

from cairn_nb.errors import InputError
from cairn_nb.stats.exact import clopper_pearson
from cairn_nb.stats.values import check_share
from cairn_nb.stats.verdicts import Verdicts, as_pairs

MOST = 100_000


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
    judge: Verdicts, human: Verdicts, *, bar: float = 0.8, power: float = 0.8, level: float = 0.95
) -> LabelsNeeded:
    """The fresh labels that certify the judge with the chance `power`, if it goes on as on those at hand.

    Parameters
    ----------
    judge, human
        Yes or no for each answer labelled so far; None where missing. With s of n right, the judge's rate is taken
        to be (s + 1/2) / (n + 1), and the share of yes among people likewise.
    bar
        What both lower bounds must reach.
    power
        The chance that both reach it.
    level
        Of the one-sided bounds.

    Raises
    ------
    InputError
        If a verdict is neither yes nor no, the lengths differ, or a share is out of range.
    """
    for name, value in (("bar", bar), ("power", power), ("level", level)):
        check_share(value, name)
    said, true = as_pairs(judge, human)
    both = ~np.isnan(said) & ~np.isnan(true)
    said, true = said[both], true[both]
    yes, no = said[true == 1], 1 - said[true == 0]
    positives, negatives = (
        trials_needed(_smoothed(part), bar, power=sqrt(power), level=level) if part.size else None for part in (yes, no)
    )
    why = _why(len(yes), len(no), positives, negatives)
    if positives is None or negatives is None:
        return LabelsNeeded(positives, negatives, None, why)
    share = _smoothed(true)
    return LabelsNeeded(positives, negatives, ceil(max(positives / share, negatives / (1 - share))))


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


def _smoothed(values: np.ndarray[tuple[int], np.dtype[np.float64]]) -> float:
    return (float(values.sum()) + 0.5) / (len(values) + 1)


def _why(n_yes: int, n_no: int, positives: int | None, negatives: int | None) -> str | None:
    unseen = [name for name, n in (("right", n_yes), ("wrong", n_no)) if not n]
    if unseen:
        return f"no label says {' or '.join(unseen)}"
    low = [name for name, n in (("sensitivity", positives), ("specificity", negatives)) if n is None]
    return f"{' and '.join(low)} so far not above the bar" if low else None
