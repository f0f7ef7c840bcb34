"""The differences of two systems on the same cases, and their sums by cluster."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np

from cairn_nb.errors import InputError
from cairn_nb.stats.power import Spread
from cairn_nb.stats.resample import cluster_totals
from cairn_nb.stats.values import Floats, cluster_codes

# Differences this small are float dust, not wins or losses.
TIE = 1e-9


@dataclass(frozen=True)
class PairSums:
    """The complete pairs: their differences, and sums and sizes by cluster.

    `most` is the largest possible value, null where values have no bounds; `spread` is of differences as shares of it.
    """

    differences: Floats
    sums: Floats
    sizes: Floats
    most: float | None
    grouped: bool
    missing: dict[str, int]
    spread: Spread
    loss_effect: float

    @classmethod
    def of(cls, a: Floats, b: Floats, clusters: Sequence[Hashable] | None, most: float | None) -> PairSums:
        """From one value a case and side, NaN where it is missing; values beyond 0 to `most` have no bounds."""
        if len(a) != len(b):
            raise InputError(f"a has {len(a)} values and b has {len(b)}; they must be the same cases in the same order")
        codes = cluster_codes(clusters, len(a))
        kept = ~(np.isnan(a) | np.isnan(b))
        differences = a[kept] - b[kept]
        differences[np.abs(differences) < TIE] = 0.0
        totals, spread, loss_effect = np.empty((0, 2)), Spread(0, 0.0, 0.0, 0.0), 1.0
        if differences.size:
            _, used = np.unique(codes[kept], return_inverse=True)
            totals = cluster_totals([differences, np.ones_like(differences)], used)
            unit = most or 1.0
            spread, loss_effect = Spread.of(differences / unit, used), Spread.of(b[kept] / unit, used).design_effect
        both = np.concatenate([a[kept], b[kept]])
        return cls(
            differences=differences,
            sums=totals[:, 0],
            sizes=totals[:, 1],
            most=most if most is not None and ((both >= 0) & (both <= most)).all() else None,
            grouped=clusters is not None,
            missing=_missing(np.isnan(a), np.isnan(b)),
            spread=spread,
            loss_effect=loss_effect,
        )

    @property
    def moved(self) -> bool:
        """Whether any case differs."""
        return bool(self.differences.any())


def _missing(gap_a: np.ndarray, gap_b: np.ndarray) -> dict[str, int]:
    counts = {
        "missing_a": int((gap_a & ~gap_b).sum()),
        "missing_b": int((gap_b & ~gap_a).sum()),
        "missing_both": int((gap_a & gap_b).sum()),
    }
    return {reason: count for reason, count in counts.items() if count}
