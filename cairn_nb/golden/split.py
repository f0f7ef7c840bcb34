"""Cases for calibration and cases for evaluation: stratified, seeded, the same whatever the order of rows.

Each case draws a number from the seed and its own id, so a case that is added or moved leaves the draws of
the others as they are.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cairn_nb.golden.clusters import cluster_id
from cairn_nb.records import Case
from cairn_nb.seeds import unit_draw


@dataclass(frozen=True, slots=True)
class Split:
    """The two parts, each in the order of the golden set."""

    calibration: tuple[Case, ...]
    evaluation: tuple[Case, ...]


def split_cases(cases: Iterable[Case], *, share: float, seed: int, by_document: bool = False) -> Split:
    """Split cases so that answerable and unanswerable ones are shared out alike.

    Parameters
    ----------
    cases
        The golden cases, with ids that differ.
    share
        The share for calibration, above 0 and below 1. Of n cases of a stratum it gets floor(share·n + 0.5).
    seed
        The experiment's calibration seed.
    by_document
        Keep cases of one cluster (`cluster_id`) on one side. The share is then met as nearly as whole
        clusters, taken in their drawn order, allow.

    Raises
    ------
    ValueError
        If the share is not between 0 and 1.
    """
    if not 0 < share < 1:
        raise ValueError(f"the share for calibration must be above 0 and below 1, not {share}")
    rows = list(cases)
    groups: dict[str, list[Case]] = defaultdict(list)
    for case in rows:
        groups[cluster_id(case) if by_document else case.id].append(case)
    chosen: set[str] = set()
    for answerable in (True, False):
        stratum = {name: group for name, group in groups.items() if _any_answerable(group) is answerable}
        chosen |= _drawn(stratum, share, seed)
    return Split(
        tuple(case for case in rows if case.id in chosen), tuple(case for case in rows if case.id not in chosen)
    )


def _any_answerable(group: list[Case]) -> bool:
    return any(case.answerable for case in group)


def _drawn(groups: dict[str, list[Case]], share: float, seed: int) -> set[str]:
    order = sorted(groups, key=lambda name: (unit_draw(seed, "split", name), name))
    sizes = [len(groups[name]) for name in order]
    wanted = math.floor(share * sum(sizes) + 0.5)
    return {case.id for name in _nearest(order, sizes, wanted) for case in groups[name]}


def _nearest(order: Sequence[str], sizes: Sequence[int], wanted: int) -> list[str]:
    """Groups in order, each taken when that brings the total nearer to what is wanted."""
    taken, total = [], 0
    for name, size in zip(order, sizes, strict=True):
        if abs(total + size - wanted) < abs(total - wanted):
            taken.append(name)
            total += size
    return taken
