"""How paired comparisons are made."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cairn_nb.errors import InputError
from cairn_nb.stats.intervals import Interval
from cairn_nb.stats.values import check_share


@dataclass(frozen=True)
class PairedSettings:
    """How pairs are compared; `paired_comparison` says what each means.

    Without `sign_flips` no test is made, and the p-values that rest on one are null.
    """

    n_boot: int = 2000
    seed: int = 0
    level: float = 0.95
    margin: float = 0.0
    interval: Interval = "percentile"
    most: float | None = 1.0
    sign_flips: bool = True

    def __post_init__(self) -> None:
        check_share(self.level, "level")
        if not (np.isfinite(self.margin) and self.margin >= 0):
            raise InputError(f"margin must be a finite number from 0, not {self.margin}")
        if self.n_boot < 1:
            raise InputError(f"n_boot must be at least 1, not {self.n_boot}")
