"""The comparison of two systems that every file shows: by document, and beside it the method's by plain questions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cairn_nb.decisions.reading.settings import Settings
from cairn_nb.records import Estimate, PairedComparison
from cairn_nb.stats.paired.pair_sums import TIE
from cairn_nb.stats.paired.paired import paired_comparisons
from cairn_nb.stats.paired.paired_settings import PairedSettings
from cairn_nb.stats.values import Floats

METHOD = "percentile bootstrap of paired differences"
Sides = tuple[Floats, Floats]


@dataclass(frozen=True)
class ComparedPair:
    """`clustered` decides: sign flips and intervals by what `stats.cluster` says. `plain` is by single questions."""

    clustered: PairedComparison
    plain: PairedComparison


def compared_pairs(
    sides: Sequence[Sides], clusters: Sequence[str], settings: Settings, most: float | None
) -> list[ComparedPair]:
    """Each pair's two comparisons; the same numbers whatever other pairs stand beside it.

    Parameters
    ----------
    sides
        A value a question of either system, NaN where it has none; differences are the first minus the second.
    clusters
        What each question is resampled with.
    settings
        Resamples, seed and level.
    most
        The largest possible value, the smallest being 0; null where there are no bounds.
    """
    same = {"n_boot": settings.n_boot, "seed": settings.seed, "level": settings.level, "most": most}
    by_cluster = PairedSettings(interval="auto", **same)  # type: ignore[arg-type]
    by_question = PairedSettings(sign_flips=False, **same)  # type: ignore[arg-type]
    clustered = paired_comparisons(sides, clusters, by_cluster)
    plain = paired_comparisons(sides, None, by_question)
    return [ComparedPair(_with_width(a), _as_the_method(b)) for a, b in zip(clustered, plain, strict=True)]


def _with_width(found: PairedComparison) -> PairedComparison:
    """Where every document differs alike, an interval without width would claim a certainty that nobody has."""
    diff = found.diff
    if diff.low is None or diff.high is None or diff.high - diff.low >= TIE:
        return found
    return found.changed(diff=diff.changed(low=None, high=None, method=""))


def _as_the_method(found: PairedComparison) -> PairedComparison:
    """Every resample of equal differences has their mean, which the method's interval then is."""
    diff: Estimate = found.diff
    if diff.value is None or (found.wins + found.losses and diff.low is not None):
        return found
    return found.changed(diff=diff.changed(low=diff.value, high=diff.value, method=METHOD))


def paired_sides(values: Floats, pairs: Sequence[tuple[int, int]]) -> list[Sides]:
    """The columns of a table of questions by systems, pair by pair."""
    return [(np.asarray(values[:, a]), np.asarray(values[:, b])) for a, b in pairs]
