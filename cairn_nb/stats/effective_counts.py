"""The exact interval of a share whose trials come in clusters.

Korn and Graubard (1998): Clopper and Pearson's interval with as many trials as independent ones would tell as much,
n* = p (1 - p) / variance over clusters, made fewer for the degrees of freedom, (t[n - 1] / t[C - 1])^2. Never more than
there are trials; where all are alike, the variance says nothing and each cluster counts once.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from cairn_nb.records import Estimate
from cairn_nb.stats.exact import Side
from cairn_nb.stats.student import t_quantile
from cairn_nb.stats.values import Codes, Floats, check_share, cluster_codes


@dataclass(frozen=True)
class EffectiveCount:
    """Successes among as many independent trials as tell as much; neither need be whole."""

    successes: float
    n: float

    def drawn(self, n_draws: int, rng: np.random.Generator) -> Floats:
        """Draws from the share's Jeffreys posterior, Beta(s + 1/2, n - s + 1/2)."""
        return rng.beta(self.successes + 0.5, self.n - self.successes + 0.5, n_draws)

    def interval(self, level: float, side: Side = "two-sided") -> tuple[float, float]:
        """Clopper and Pearson's; (0, 1) where there is no trial."""
        from scipy.special import betaincinv

        tail = (1 - level) / (2 if side == "two-sided" else 1)
        low, high = 0.0, 1.0
        if side != "upper" and self.successes > 0:
            low = float(betaincinv(self.successes, self.n - self.successes + 1, tail))
        if side != "lower" and self.successes < self.n:
            high = float(betaincinv(self.successes + 1, self.n - self.successes, 1 - tail))
        return low, high


def effective_count(values: Floats, codes: Codes | None, level: float = 0.95) -> EffectiveCount:
    """Of zeros and ones by cluster code; without codes each stands for itself."""
    n, successes = len(values), float(values.sum())
    if codes is None or n == 0:
        return EffectiveCount(successes, float(n))
    sizes, tops = np.bincount(codes), np.bincount(codes, values)
    sizes, tops = sizes[sizes > 0], tops[sizes > 0]
    n_clusters, share = len(sizes), successes / n
    if n_clusters == n:
        return EffectiveCount(successes, float(n))
    if share in (0.0, 1.0) or n_clusters < 2:
        return EffectiveCount(share * n_clusters, float(n_clusters))
    rest = tops - sizes * share
    variance = float(rest @ rest) * n_clusters / (n_clusters - 1) / n**2
    upper = (1 + level) / 2
    as_many = (
        share
        * (1 - share)
        / max(variance, 1e-300)
        * (t_quantile(upper, n - 1) / t_quantile(upper, n_clusters - 1)) ** 2
    )
    kept = min(as_many, float(n))
    return EffectiveCount(share * kept, kept)


def clustered_share(
    values: Floats,
    clusters: Sequence[Hashable] | None = None,
    *,
    level: float = 0.95,
    side: Side = "two-sided",
) -> Estimate:
    """A share of zeros and ones with its exact interval; null over nothing.

    Parameters
    ----------
    values
        Zeros and ones; NaN where missing, which is counted.
    clusters
        A label for each value.
    level, side
        As in `clopper_pearson`.

    Raises
    ------
    InputError
        If the lengths differ or the level is out of range.
    """
    check_share(level, "level")
    given = ~np.isnan(values)
    codes = None if clusters is None else cluster_codes(clusters, len(values))[given]
    n = int(given.sum())
    method = "Clopper-Pearson" + ("" if side == "two-sided" else f", one-sided {side}")
    method += "" if clusters is None else " by cluster"
    found = Estimate(
        value=None,
        level=level,
        n=n,
        n_clusters=None if codes is None else len(np.unique(codes)),
        missing={"missing": len(values) - n} if n < len(values) else {},
        method=method,
    )
    if not n:
        return found
    low, high = effective_count(values[given], codes, level).interval(level, side)
    return found.changed(value=float(values[given].mean()), low=low, high=high)
