"""Two systems on the same cases, question by question and document by document.

The decision rests on the sign-flip test over clusters (see `sign_flip`); the bootstrap's interval and
p-value are shown beside it. Pairing removes how hard each case is, clusters keep correlated cases from
being counted as independent evidence. Under six clusters the smallest two-sided p-value is above 3%, and
under five above 5%, so nothing is tested and the answer is "cannot tell".

A pair's numbers are the same whatever other pairs are compared with it, and mirrored when its sides are swapped.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from cairn_nb.records import Estimate, PairedComparison
from cairn_nb.stats.intervals import Interval
from cairn_nb.stats.paired.pair_sums import TIE, PairSums
from cairn_nb.stats.paired.paired_draws import orientation, paired_draws
from cairn_nb.stats.paired.paired_interval import bootstrap_p, difference
from cairn_nb.stats.paired.paired_settings import PairedSettings
from cairn_nb.stats.paired.sign_flip import sign_flip_p
from cairn_nb.stats.paired.sign_flip_table import SignFlips, sign_flip_table
from cairn_nb.stats.power import MIN_CLUSTERS, visible_drop
from cairn_nb.stats.values import Floats, as_floats

__all__ = ["TIE", "PairedSettings", "paired_comparison", "paired_comparisons"]

Side: TypeAlias = Iterable[float | None] | ArrayLike


def paired_comparison(
    a: Side,
    b: Side,
    clusters: Sequence[Hashable] | None = None,
    n_boot: int = 2000,
    seed: int = 0,
    *,
    level: float = 0.95,
    margin: float = 0.0,
    interval: Interval = "percentile",
    most: float | None = 1.0,
) -> PairedComparison:
    """The mean of a minus b over the cases that both have a value for; positive where a is higher.

    Parameters
    ----------
    a, b
        One number a case for each system, in the same order of cases; None or NaN where it is missing.
        A pair with a gap is left out and counted in `diff.missing` (``missing_a``, ``missing_b``,
        ``missing_both``). For a gate, a is the candidate and b the baseline.
    clusters
        A label for each case; None: each case by itself.
    n_boot, seed, level
        Resamples, seed and coverage of the bootstrap interval.
    margin
        The drop that is allowed, in the unit of the values: `p_regressed` is about "dropped by more",
        `p_noninferior` about "dropped by less".
    interval
        ``auto`` takes Student's interval over clusters below 100 of them, where a percentile one is too narrow.
    most
        The largest value that there can be, the smallest being 0: it bounds an interval, gives one where nothing
        differs, and is the unit of the smallest visible drop. Null for values without bounds.

    Raises
    ------
    InputError
        If the lengths differ, a value is not a number, or a parameter is out of range.
    """
    settings = PairedSettings(n_boot, seed, level, margin, interval, most)
    return paired_comparisons([(a, b)], clusters, settings)[0]


def paired_comparisons(
    sides: Sequence[tuple[Side, Side]], clusters: Sequence[Hashable] | None, settings: PairedSettings
) -> list[PairedComparison]:
    """`paired_comparison` of many pairs over the same cases, from shared draws."""
    pairs = [PairSums.of(as_floats(a, "a"), as_floats(b, "b"), clusters, settings.most) for a, b in sides]
    draws = _drawn(pairs, settings)
    tests = _tests(pairs, settings)
    return [_compared(*entry, settings) for entry in zip(pairs, draws, tests, strict=True)]


def _compared(
    pair: PairSums, draws: Floats | None, tests: SignFlips | None, settings: PairedSettings
) -> PairedComparison:
    if not pair.differences.size:
        diff = Estimate(value=None, level=settings.level, missing=pair.missing)
        return PairedComparison(diff=diff, margin=settings.margin)
    return PairedComparison(
        diff=difference(pair, draws, settings),
        p_value=None if tests is None else float(tests.two_sided[0]),
        p_bootstrap=bootstrap_p(pair, draws),
        margin=settings.margin,
        p_regressed=None if tests is None else float(tests.less[1]),
        p_noninferior=None if tests is None else float(tests.greater[2]),
        wins=int((pair.differences > 0).sum()),
        ties=int((pair.differences == 0).sum()),
        losses=int((pair.differences < 0).sum()),
        smallest_visible=_smallest_visible(pair),
    )


def _smallest_visible(pair: PairSums) -> float | None:
    if pair.most is None:
        return None
    drop = visible_drop(pair.spread, loss_effect=pair.loss_effect)
    return None if drop is None else drop * pair.most


def _drawn(pairs: Sequence[PairSums], settings: PairedSettings) -> list[Floats | None]:
    """Each pair's resampled mean differences, turned; None where there is nothing to resample."""
    drawn = [place for place, pair in enumerate(pairs) if len(pair.sums) >= 2 and pair.moved]
    totals = [_turned(pairs[place]) for place in drawn]
    found = dict(zip(drawn, paired_draws(totals, settings.n_boot, settings.seed), strict=True))
    return [found.get(place) for place in range(len(pairs))]


def _turned(pair: PairSums) -> Floats:
    totals = np.stack([orientation(pair.sums) * pair.sums, pair.sizes], axis=1)
    return np.asarray(totals[np.lexsort(totals.T[::-1])])


def _tests(pairs: Sequence[PairSums], settings: PairedSettings) -> list[SignFlips | None]:
    """For each pair the tests against no difference, a drop beyond the margin, and one within it."""
    tested = [place for place, pair in enumerate(pairs) if settings.sign_flips and len(pair.sums) >= MIN_CLUSTERS]
    found: list[SignFlips | None] = [None] * len(pairs)
    if not tested:
        return found
    columns = [column for place in tested for column in _columns(pairs[place], settings.margin)]
    longest = max(map(len, columns))
    flips = sign_flip_table(
        np.stack([np.pad(column, (0, longest - len(column))) for column in columns], axis=1), seed=settings.seed
    )
    for at, place in enumerate(tested):
        own = slice(3 * at, 3 * at + 3)
        found[place] = SignFlips(flips.greater[own], flips.less[own], flips.two_sided[own])
    return found


def _columns(pair: PairSums, margin: float) -> tuple[Floats, Floats, Floats]:
    shifted = pair.sums + margin * pair.sizes
    return pair.sums, shifted, _with_a_loss(pair.sums, pair.sizes, margin, pair.most or 1.0)


def regressed_p(sums: Floats, sizes: Floats, margin: float, *, seed: int = 0) -> float:
    """One-sided p-value of "the mean difference is -margin or higher": small when it dropped by more.

    Parameters
    ----------
    sums, sizes
        Each cluster's sum of differences and number of pairs.
    """
    return sign_flip_p(sums + margin * sizes, "less", seed=seed)


def noninferior_p(sums: Floats, sizes: Floats, margin: float, *, seed: int = 0) -> float:
    """One-sided p-value of "the mean difference is -margin or lower": small when it certainly did not drop so far.

    Losses too rare to have been seen would make the plain test claim too much (no loss in 50 cases does
    not rule out 2%), so one more cluster of the usual size is counted as lost entirely, which is about the
    rule of three: without any loss it takes some 3 / margin clusters.
    """
    return sign_flip_p(_with_a_loss(sums, sizes, margin, 1.0), "greater", seed=seed)


def _with_a_loss(sums: Floats, sizes: Floats, margin: float, most: float) -> Floats:
    return np.append(sums + margin * sizes, (margin - most) * float(sizes.mean()))
