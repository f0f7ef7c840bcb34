"""The shares of points that systems won, against each other one and against all they met, with exact intervals.

A comparison's score lies between 0 and 1 and so varies no more than a win or a loss would: Clopper and Pearson's
interval over as many trials as the documents' comparisons are worth holds for the mean of scores as well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import numpy as np

from cairn_nb.decisions.arena.schedule import SystemPair
from cairn_nb.decisions.arena.strengths import complete
from cairn_nb.records import Estimate
from cairn_nb.records.pair_comparison import PairComparison
from cairn_nb.stats import clustered_share

# Points that were won, each with the document of its question.
Won: TypeAlias = list[tuple[float, str]]


def win_rates_by_pair(
    comparisons: Sequence[PairComparison],
    systems: Sequence[str],
    clusters: Mapping[str, str] | None = None,
    *,
    level: float = 0.95,
) -> dict[str, dict[str, Estimate]]:
    """The share of points that each system won against each other one; a null value where they did not meet.

    Parameters
    ----------
    clusters
        The document of each question; a question without one stands for itself.
    level
        Coverage of the intervals.
    """
    won = _won(comparisons, clusters or {})
    return {one: {two: _share(won.get((one, two), []), level) for two in systems if two != one} for one in systems}


def win_rates_overall(
    comparisons: Sequence[PairComparison], clusters: Mapping[str, str] | None = None, *, level: float = 0.95
) -> dict[str, Estimate]:
    """The share of points that each system won against everyone it met; parameters as of `win_rates_by_pair`."""
    against_all: dict[str, Won] = {}
    for (one, _), points in _won(comparisons, clusters or {}).items():
        against_all.setdefault(one, []).extend(points)
    return {name: _share(points, level) for name, points in against_all.items()}


def _won(comparisons: Sequence[PairComparison], clusters: Mapping[str, str]) -> dict[SystemPair, Won]:
    found: dict[SystemPair, Won] = {}
    for comparison in complete(comparisons):
        score = comparison.score or 0.0
        document = clusters.get(comparison.case_id, comparison.case_id)
        for pair, points in ((comparison.systems, score), (comparison.systems[::-1], 1 - score)):
            found.setdefault(pair, []).append((points, document))
    return found


def _share(won: Won, level: float) -> Estimate:
    points = np.array([value for value, _ in won], dtype=np.float64)
    return clustered_share(points, [document for _, document in won], level=level)
