"""The share that people would call right, from a judge's share and what is known of the judge's errors.

A judge with sensitivity q1 and specificity q0 says yes to p = t q1 + (1 - t)(1 - q0) of answers of which t are right:

    t = (p + q0 - 1) / (q1 + q0 - 1)

(Rogan and Gladen 1978). It holds where the judge errs as often on these answers as on the labelled ones, among right
and among wrong ones each; how many are right may differ, so labels may come from elsewhere. Where the labelled answers
are drawn at random from those that are judged, `prediction_powered_mean` needs no such assumption.

The interval draws the three shares from their Jeffreys posteriors, Beta(s + 1/2, n - s + 1/2), and takes the middle of
the resulting t: unlike the delta method it counts errors that have not been seen yet. Clusters lower the counts to
effective ones (see `clustered_share`).
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np

from cairn_nb.records import Estimate
from cairn_nb.seeds import stream
from cairn_nb.stats.effective_counts import EffectiveCount, effective_count
from cairn_nb.stats.resample import percentile_interval
from cairn_nb.stats.values import Codes, Floats, check_share, cluster_codes
from cairn_nb.stats.verdicts import Verdicts, as_pairs, as_verdicts

DRAWS = 20_000
METHOD = "Rogan-Gladen, Jeffreys"


def rogan_gladen(
    judged: Verdicts,
    judge: Verdicts,
    human: Verdicts,
    *,
    clusters: Sequence[Hashable] | None = None,
    label_clusters: Sequence[Hashable] | None = None,
    seed: int = 0,
    level: float = 0.95,
) -> Estimate:
    """The corrected share of right answers.

    Parameters
    ----------
    judged
        The judge's yes or no on the answers to score; None where missing. Best without the labelled ones: with them
        the interval errs on the wide side.
    judge, human
        Both verdicts on the labelled answers; those without both are left out.
    clusters, label_clusters
        A label (the document) for each of `judged`, and for each labelled answer.
    seed, level
        Of the draws, and the coverage.

    Returns
    -------
    Estimate
        `n` counts the answers to score that the judge gave a verdict on. The value is kept within 0..1; it is null
        where the labels hold no right answer, or no wrong one, or the judge is no better than a coin on them. The
        interval is null where the labels do not show that the judge is better than a coin.

    Raises
    ------
    InputError
        If a verdict is neither yes nor no, lengths differ, or the level is out of range.
    """
    check_share(level, "level")
    scored, (said, true) = as_verdicts(judged, "judged"), as_pairs(judge, human)
    both = ~np.isnan(said) & ~np.isnan(true)
    label_codes = None if label_clusters is None else cluster_codes(label_clusters, len(true))
    codes = None if clusters is None else cluster_codes(clusters, len(scored))
    shares = (
        _count(scored, ~np.isnan(scored), codes, level),
        _count(said, both & (true == 1), label_codes, level),
        _count(1 - said, both & (true == 0), label_codes, level),
    )
    n = int((~np.isnan(scored)).sum())
    found = Estimate(
        value=None,
        level=level,
        n=n,
        n_clusters=None if codes is None else len(np.unique(codes[~np.isnan(scored)])),
        missing={"missing": len(scored) - n} if n < len(scored) else {},
    )
    return _corrected(found, shares, clusters is not None or label_clusters is not None, seed)


def _count(
    values: Floats, where: np.ndarray[tuple[int], np.dtype[np.bool_]], codes: Codes | None, level: float
) -> EffectiveCount:
    return effective_count(values[where], None if codes is None else codes[where], level)


def _corrected(
    found: Estimate, shares: tuple[EffectiveCount, EffectiveCount, EffectiveCount], grouped: bool, seed: int
) -> Estimate:
    if not all(share.n for share in shares):
        return found.changed(warning="no label of a right answer, or of a wrong one" if shares[0].n else None)
    yes, sensitivity, specificity = (share.successes / share.n for share in shares)
    if sensitivity + specificity <= 1:
        return found.changed(warning="on the labels the judge is no better than a coin")
    value = float(np.clip((yes + specificity - 1) / (sensitivity + specificity - 1), 0, 1))
    found = found.changed(value=value)
    rng = stream(seed, "rogan-gladen")
    p, q1, q0 = (share.drawn(DRAWS, rng) for share in shares)
    better = q1 + q0 > 1
    if 1 - better.mean() > (1 - found.level) / 2:
        return found.changed(warning="no interval: the labels do not show that the judge is better than a coin")
    draws = np.clip((p + q0 - 1)[better] / (q1 + q0 - 1)[better], 0.0, 1.0)
    low, high = percentile_interval(draws, found.level)
    method = METHOD + (" by cluster" if grouped else "")
    return found.changed(low=min(low, value), high=max(high, value), method=method)
