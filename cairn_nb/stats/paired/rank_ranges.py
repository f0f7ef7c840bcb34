"""The ranks that each of several systems may truly have, all stated at once ("1st to 3rd").

Every pair of systems is tested in both directions by the one-sided sign-flip test over clusters (see `sign_flip` for
its assumption), and Holm's adjustment over all of these keeps the chance of any false claim at 1 - level, however the
systems depend on each other. A system's best rank counts those that are surely better, its worst rank those that are
surely worse, so all ranges hold together with the stated chance (Mogstad, Romano, Shaikh and Wilhelm 2024, Review of
Economic Studies 91, with this test in place of theirs). With few clusters no claim survives and every range is 1 to m.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike

from cairn_nb.errors import InputError
from cairn_nb.stats.paired.holm import holm
from cairn_nb.stats.paired.paired import TIE
from cairn_nb.stats.paired.sign_flip_table import N_FLIPS, sign_flip_table
from cairn_nb.stats.power import MIN_CLUSTERS
from cairn_nb.stats.values import Floats, check_share, cluster_codes

# So many flips a claim that the smallest p-value survives its adjustment.
FLIPS_A_CLAIM = 50


@dataclass(frozen=True)
class RankRange:
    """The best and the worst rank that a system may truly have, from 1."""

    best: int
    worst: int

    def __str__(self) -> str:
        return _ordinal(self.best) if self.best == self.worst else f"{_ordinal(self.best)} to {_ordinal(self.worst)}"


def rank_ranges(
    values: ArrayLike, clusters: Sequence[Hashable] | None = None, *, seed: int = 0, level: float = 0.95
) -> list[RankRange]:
    """A range a system; with chance `level` or more all true ranks lie in them.

    Parameters
    ----------
    values
        Shape (cases, systems), higher is better, NaN where missing; a pair is compared over the cases of both.
    clusters
        A label for each case; None: each case by itself.
    seed
        Of the drawn flips.

    Raises
    ------
    InputError
        If the shape does not fit or the level is out of range.
    """
    table = np.asarray(values, dtype=np.float64)
    if table.ndim != 2:
        raise InputError(f"values must have two dimensions, cases and systems, not {table.ndim}")
    check_share(level, "level")
    n_systems = table.shape[1]
    better = [0] * n_systems
    worse = [0] * n_systems
    for winner, loser in _claims(table, clusters, seed, 1 - level):
        worse[winner] += 1
        better[loser] += 1
    return [RankRange(1 + better[i], n_systems - worse[i]) for i in range(n_systems)]


def _claims(table: Floats, clusters: Sequence[Hashable] | None, seed: int, risk: float) -> list[tuple[int, int]]:
    """Every (better, worse) that may be claimed."""
    codes = cluster_codes(clusters, len(table))
    sums: list[Floats] = []
    tested: list[tuple[int, int]] = []
    for a, b in combinations(range(table.shape[1]), 2):
        differences = table[:, a] - table[:, b]
        present = ~np.isnan(differences)
        if len(np.unique(codes[present])) >= MIN_CLUSTERS:
            moved = np.where(present & (np.abs(differences) >= TIE), differences, 0.0)
            sums.append(np.bincount(codes, moved, int(codes.max()) + 1).astype(np.float64))
            tested.append((a, b))
    if not tested:
        return []
    found = sign_flip_table(np.stack(sums, axis=1), n_flips=max(N_FLIPS, FLIPS_A_CLAIM * 2 * len(tested)), seed=seed)
    claims = [*tested, *((b, a) for a, b in tested)]
    adjusted = holm([*found.greater.tolist(), *found.less.tolist()])
    return [claim for claim, p in zip(claims, adjusted, strict=True) if p is not None and p <= risk]


def _ordinal(rank: int) -> str:
    ending = "th" if rank % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(rank % 10, "th")
    return f"{rank}{ending}"
