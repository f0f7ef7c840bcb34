"""Spearman's rank correlation: whether two raters order the same items alike, whatever their scales.

The interval resamples clusters, ranks again, and takes the middle on Fisher's scale around the value.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from math import atanh, tanh

import numpy as np
from numpy.typing import ArrayLike

from cairn_nb.errors import InputError
from cairn_nb.records import Estimate
from cairn_nb.seeds import stream
from cairn_nb.stats.student import t_quantile
from cairn_nb.stats.values import Codes, Floats, as_floats, check_share, cluster_codes

FEWEST = 6
METHOD = "bootstrap error on Fisher's scale, Student's t"
END = 1 - 1e-12


def rank_correlation(
    a: Iterable[float | None] | ArrayLike,
    b: Iterable[float | None] | ArrayLike,
    *,
    clusters: Sequence[Hashable] | None = None,
    n_boot: int = 1000,
    seed: int = 0,
    level: float = 0.95,
) -> Estimate:
    """Spearman's correlation; ties share their mean rank.

    Parameters
    ----------
    a, b
        Ratings of the same items; items without both are missing.
    clusters
        A label for each item; items with one label are resampled together.
    n_boot, seed, level
        Resamples, their seed, and the coverage.

    Returns
    -------
    Estimate
        The value is null where one of the two never varies, the interval with fewer than six items or clusters.

    Raises
    ------
    InputError
        If something is no number, the lengths differ, or the level is out of range.
    """
    check_share(level, "level")
    first, second = as_floats(a, "a"), as_floats(b, "b")
    if len(first) != len(second):
        raise InputError(f"{len(first)} ratings beside {len(second)}")
    both = ~np.isnan(first) & ~np.isnan(second)
    codes = np.unique(cluster_codes(clusters, len(first))[both], return_inverse=True)[1].astype(np.int64)
    n, n_clusters = int(both.sum()), int(codes.max(initial=-1)) + 1
    found = Estimate(
        value=None,
        level=level,
        n=n,
        n_clusters=None if clusters is None else n_clusters,
        missing={"missing": len(first) - n} if n < len(first) else {},
    )
    value = spearman(first[both], second[both])
    if value is None:
        return found.changed(warning="one of the two never varies" if n else None)
    found = found.changed(value=value)
    if n_clusters < FEWEST or abs(value) >= END:
        why = f"only {n_clusters} items" if n_clusters < FEWEST else "the order is the same throughout"
        return found.changed(warning=f"no interval: {why}")
    error = _error(first[both], second[both], codes, n_boot, seed)
    reach, centre = t_quantile((1 + level) / 2, n_clusters - 1) * error, atanh(value)
    return found.changed(low=tanh(centre - reach), high=tanh(centre + reach), method=METHOD)


def spearman(a: Floats, b: Floats) -> float | None:
    """The correlation of the ranks; null where one of the two never varies."""
    first, second = _centred_ranks(a), _centred_ranks(b)
    scale = float(first @ first) * float(second @ second)
    return None if scale == 0 else float(np.clip(float(first @ second) / scale**0.5, -1, 1))


def _centred_ranks(values: Floats) -> Floats:
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    return np.asarray((ends - (counts - 1) / 2)[places] - (len(values) + 1) / 2, dtype=np.float64)


def _error(a: Floats, b: Floats, codes: Codes, n_boot: int, seed: int) -> float:
    """The spread of resampled correlations on Fisher's scale."""
    n_clusters = int(codes.max()) + 1
    members = [np.flatnonzero(codes == code) for code in range(n_clusters)]
    rng, drawn = stream(seed, "rank-correlation"), []
    for _ in range(n_boot):
        places = np.concatenate([members[int(code)] for code in rng.integers(0, n_clusters, n_clusters)])
        value = spearman(a[places], b[places])
        if value is not None:
            drawn.append(atanh(float(np.clip(value, -END, END))))
    return float(np.std(drawn, ddof=1)) if len(drawn) > 1 else 0.0
