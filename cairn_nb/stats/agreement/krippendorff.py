"""Krippendorff's alpha: how far raters agree beyond chance, with any number of raters and gaps.

1 when all ratings of an item agree, 0 when they agree as ratings drawn from one heap would, below 0 when they differ by
more than that. Krippendorff (2004, Content Analysis) takes 0.667 for the least that supports even tentative
conclusions.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import compress
from typing import Any

from cairn_nb.errors import InputError
from cairn_nb.records import Estimate
from cairn_nb.stats.agreement.krippendorff_interval import (
    FEWEST,
    LINEARISED,
    MANY,
    RESAMPLED,
    Draws,
    linearised_interval,
    resampled_interval,
)
from cairn_nb.stats.agreement.ratings_prepared import Metric, Prepared, prepared
from cairn_nb.stats.values import Codes, check_share, cluster_codes

METRICS = ("nominal", "ordinal", "interval", "ratio")
TOO_FEW = "fewer than two ratings"


def krippendorff_alpha(
    ratings: Any,
    metric: Metric = "interval",
    *,
    clusters: Sequence[Hashable] | None = None,
    n_boot: int = 2000,
    seed: int = 0,
    level: float = 0.95,
) -> Estimate:
    """Agreement of raters on the same items.

    Parameters
    ----------
    ratings
        Raters by items, an array or a DataFrame; NaN (or None) where a rater did not rate an item. Numbers; with
        ``nominal`` any labels.
    metric
        How far two ratings lie apart: ``nominal`` (the same or not), ``ordinal`` (ratings between them), ``interval``
        (the difference squared) or ``ratio`` (the difference over the sum, squared; for values from 0).
    clusters
        A label for each item; items with one label (answers to questions about one document) are resampled together.
    n_boot, seed
        Resamples of items, or of their clusters, and the seed of the draws. None are drawn for 0, nor where items or
        distinct values are so many that they would tell nothing more: see `Estimate.method`.
    level
        Coverage of the interval.

    Returns
    -------
    Estimate
        `n` counts the items with two ratings or more; the others are `missing`. The value is null where there are
        none, or where every rating is the same: then nothing tells agreement from chance.

    Raises
    ------
    InputError
        If a rating cannot be read, the metric is unknown, or a parameter is out of range.
    """
    check_share(level, "level")
    if metric not in METRICS:
        raise InputError(f"unknown metric {metric!r}", hint=f"there are {', '.join(METRICS)}")
    if n_boot < 0:
        raise InputError(f"n_boot must be at least 0, not {n_boot}")
    ready = prepared(ratings, metric)
    n_items = len(ready.found.within)
    estimate = Estimate(
        value=ready.found.alpha if ready.found.expected > 0 else None,
        level=level,
        n=n_items,
        missing={TOO_FEW: len(ready.kept) - n_items} if n_items < len(ready.kept) else {},
    )
    return _with_interval(estimate, ready, _codes(clusters, ready), n_boot, seed)


def _codes(clusters: Sequence[Hashable] | None, ready: Prepared) -> Codes | None:
    """A cluster code for each item that counts."""
    if clusters is None:
        return None
    if len(clusters) != len(ready.kept):
        raise InputError(f"{len(clusters)} cluster labels for {len(ready.kept)} items")
    return cluster_codes(list(compress(clusters, ready.kept)), len(ready.found.within))


def _with_interval(estimate: Estimate, ready: Prepared, codes: Codes | None, n_boot: int, seed: int) -> Estimate:
    n_clusters = estimate.n if codes is None else int(codes.max(initial=-1)) + 1
    unit, by, counted = ("items", "", {}) if codes is None else ("clusters", " by cluster", {"n_clusters": n_clusters})
    if estimate.value is None:
        return estimate.changed(warning="every rating is the same" if n_clusters else None, **counted)
    if n_clusters < FEWEST or ready.found.observed <= 0:
        why = f"only {n_clusters} {unit}" if n_clusters < FEWEST else "the raters never differ"
        return estimate.changed(warning=f"no interval: {why}", **counted)
    low: float | None
    high: float | None
    if ready.totals is None or n_boot == 0 or n_clusters > MANY:
        low, high = linearised_interval(ready.found, codes, n_clusters, estimate.level)
        return estimate.changed(low=low, high=high, method=LINEARISED + by, **counted)
    totals = ready.totals(cluster_codes(None, estimate.n) if codes is None else codes)
    low, high = resampled_interval(totals, ready.found, codes, n_clusters, Draws(n_boot, seed, estimate.level))
    rarely = f"no honest bound: the raters differ on too few {unit}" if low is None or high is None else None
    return estimate.changed(low=low, high=high, method=RESAMPLED + by, warning=rarely, **counted)
