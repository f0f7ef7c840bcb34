"""Two systems on the same cases, question by question and document by document.

The decision rests on the sign-flip test over clusters (see `sign_flip`); the bootstrap's interval and
p-value are shown beside it. Pairing removes how hard each case is, clusters keep correlated cases from
being counted as independent evidence. Under six clusters the smallest two-sided p-value is above 3%, and
under five above 5%, so nothing is tested and the answer is "cannot tell".
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from cairn_nb.errors import InputError
from cairn_nb.records import Estimate, PairedComparison
from cairn_nb.seeds import stream
from cairn_nb.stats.intervals import FEW_CLUSTERS, Interval
from cairn_nb.stats.power import MIN_CLUSTERS, Spread, visible_drop
from cairn_nb.stats.resample import cluster_totals, percentile_interval, resampled_totals, unanimous_interval
from cairn_nb.stats.sign_flip import sign_flip_p
from cairn_nb.stats.small_sample import SMALL, student_interval
from cairn_nb.stats.values import Floats, as_floats, check_share, cluster_codes

# Differences this small are float dust, not wins or losses.
TIE = 1e-9


def paired_comparison(
    a: Iterable[float | None] | ArrayLike,
    b: Iterable[float | None] | ArrayLike,
    clusters: Sequence[Hashable] | None = None,
    n_boot: int = 2000,
    seed: int = 0,
    *,
    level: float = 0.95,
    margin: float = 0.0,
    interval: Interval = "percentile",
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

    Raises
    ------
    InputError
        If the lengths differ, a value is not a number, or a parameter is out of range.
    """
    pairs = _Pairs.of(as_floats(a, "a"), as_floats(b, "b"), clusters)
    check_share(level, "level")
    if not (np.isfinite(margin) and margin >= 0):
        raise InputError(f"margin must be a finite number from 0, not {margin}")
    if n_boot < 1:
        raise InputError(f"n_boot must be at least 1, not {n_boot}")
    if not pairs.differences.size:
        return PairedComparison(diff=Estimate(value=None, level=level, missing=pairs.missing), margin=margin)
    diff, p_bootstrap = _difference(pairs, n_boot=n_boot, seed=seed, level=level, interval=interval)
    testable = len(pairs.sums) >= MIN_CLUSTERS
    return PairedComparison(
        diff=diff,
        p_value=sign_flip_p(pairs.sums, seed=seed) if testable else None,
        p_bootstrap=p_bootstrap,
        margin=margin,
        p_regressed=regressed_p(pairs.sums, pairs.sizes, margin, seed=seed) if testable else None,
        p_noninferior=noninferior_p(pairs.sums, pairs.sizes, margin, seed=seed) if testable else None,
        wins=int((pairs.differences > 0).sum()),
        ties=int((pairs.differences == 0).sum()),
        losses=int((pairs.differences < 0).sum()),
        smallest_visible=visible_drop(pairs.spread, loss_effect=pairs.loss_effect) if pairs.within_unit else None,
    )


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
    typical = float(sizes.mean())
    shifted = np.append(sums + margin * sizes, (margin - 1.0) * typical)
    return sign_flip_p(shifted, "greater", seed=seed)


@dataclass(frozen=True)
class _Pairs:
    """The complete pairs: their differences, and sums and sizes by cluster."""

    differences: Floats
    sums: Floats
    sizes: Floats
    within_unit: bool
    grouped: bool
    missing: dict[str, int]
    spread: Spread
    loss_effect: float

    @classmethod
    def of(cls, a: Floats, b: Floats, clusters: Sequence[Hashable] | None) -> _Pairs:
        if len(a) != len(b):
            raise InputError(f"a has {len(a)} values and b has {len(b)}; they must be the same cases in the same order")
        codes = cluster_codes(clusters, len(a))
        gap_a, gap_b = np.isnan(a), np.isnan(b)
        kept = ~(gap_a | gap_b)
        counts = {
            "missing_a": int((gap_a & ~gap_b).sum()),
            "missing_b": int((gap_b & ~gap_a).sum()),
            "missing_both": int((gap_a & gap_b).sum()),
        }
        differences = a[kept] - b[kept]
        differences[np.abs(differences) < TIE] = 0.0
        totals, spread, loss_effect = np.empty((0, 2)), Spread(0, 0.0, 0.0, 0.0), 1.0
        if differences.size:
            _, used = np.unique(codes[kept], return_inverse=True)
            totals = cluster_totals([differences, np.ones_like(differences)], used)
            spread, loss_effect = Spread.of(differences, used), Spread.of(b[kept], used).design_effect
        both = np.concatenate([a[kept], b[kept]])
        return cls(
            differences=differences,
            sums=totals[:, 0],
            sizes=totals[:, 1],
            within_unit=bool(((both >= 0) & (both <= 1)).all()),
            grouped=clusters is not None,
            missing={reason: count for reason, count in counts.items() if count},
            spread=spread,
            loss_effect=loss_effect,
        )


def _difference(
    pairs: _Pairs, *, n_boot: int, seed: int, level: float, interval: Interval
) -> tuple[Estimate, float | None]:
    n_clusters = len(pairs.sums)
    value = float(pairs.sums.sum() / pairs.sizes.sum())
    low, high, method, p_value = None, None, "", None
    if n_clusters >= 2 and pairs.differences.any():
        totals = np.stack([pairs.sums, pairs.sizes], axis=1)
        drawn = resampled_totals(totals, n_boot, stream(seed, "paired bootstrap"))
        draws = drawn[:, 0] / drawn[:, 1]
        (low, high), p_value = percentile_interval(draws, level), _bootstrap_p(draws)
        method = "percentile bootstrap of paired differences" + (" by cluster" if pairs.grouped else "")
        if interval == "auto" and n_clusters < SMALL:
            low, high = _within(student_interval(pairs.sums, pairs.sizes, level), pairs)
            method = "Student's t of paired differences" + (" by cluster" if pairs.grouped else "")
    elif not pairs.differences.any():
        p_value = 1.0
        if pairs.within_unit:
            reach = unanimous_interval(0.0, n_clusters, level)[1]
            low, high, method = -reach, reach, "Clopper-Pearson for a pair that differs"
    few = n_clusters < FEW_CLUSTERS and (interval == "percentile" or low is None)
    warning = f"only {n_clusters} clusters: the interval is too narrow" if few else None
    estimate = Estimate(
        value=value,
        low=low,
        high=high,
        level=level,
        n=len(pairs.differences),
        n_clusters=n_clusters,
        missing=pairs.missing,
        method=method,
        warning=warning,
    )
    return estimate, p_value


def _within(bounds: tuple[float | None, float | None], pairs: _Pairs) -> tuple[float | None, float | None]:
    """A difference of values in 0..1 lies in -1..1, which Student's t does not know."""
    low, high = bounds
    if low is None or high is None or not pairs.within_unit:
        return bounds
    return max(low, -1.0), min(high, 1.0)


def _bootstrap_p(draws: Floats) -> float:
    """Twice the smaller share of draws at or beyond 0, never exactly 0."""
    beyond = min(int((draws <= 1e-12).sum()), int((draws >= -1e-12).sum()))
    return min(1.0, 2 * (1 + beyond) / (1 + len(draws)))
