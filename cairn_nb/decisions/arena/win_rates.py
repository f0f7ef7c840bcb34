"""The shares of points that systems won, against each other one and against all they met; intervals by document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from cairn_nb.decisions.arena.schedule import SystemPair
from cairn_nb.decisions.arena.strengths import complete
from cairn_nb.decisions.reading.settings import Settings
from cairn_nb.records import Estimate
from cairn_nb.records.arena import NOTHING
from cairn_nb.records.pair_comparison import PairComparison
from cairn_nb.stats import bootstrap_mean

# Points that were won, each with the document of its question.
Won: TypeAlias = list[tuple[float, str]]


def win_rates_by_pair(
    comparisons: Sequence[PairComparison],
    systems: Sequence[str],
    clusters: Mapping[str, str],
    *,
    settings: Settings,
) -> dict[str, dict[str, Estimate]]:
    """The share of points that each system won against each other one; a null value where they did not meet.

    Parameters
    ----------
    clusters
        The document of each question; a question without one stands for itself.
    settings
        How many resamples, at which level, from which seed.
    """
    won: dict[SystemPair, Won] = {}
    for names, points, document in _told(comparisons, clusters):
        turned = names[0] > names[1]
        won.setdefault(names[::-1] if turned else names, []).append((1 - points if turned else points, document))
    found = {pair: _share(points, settings) for pair, points in won.items()}
    found |= {pair[::-1]: _of_other_side(rate) for pair, rate in found.items()}
    return {one: {two: found.get((one, two), NOTHING) for two in systems if two != one} for one in systems}


def win_rates_overall(
    comparisons: Sequence[PairComparison], clusters: Mapping[str, str], *, settings: Settings
) -> dict[str, Estimate]:
    """The share of points that each system won against everyone it met; parameters as of `win_rates_by_pair`."""
    won: dict[str, Won] = {}
    for (one, two), points, document in _told(comparisons, clusters):
        won.setdefault(one, []).append((points, document))
        won.setdefault(two, []).append((1 - points, document))
    return {name: _share(points, settings) for name, points in won.items()}


def _told(comparisons: Sequence[PairComparison], clusters: Mapping[str, str]) -> list[tuple[SystemPair, float, str]]:
    return [(one.systems, one.score or 0.0, clusters.get(one.case_id, one.case_id)) for one in complete(comparisons)]


def _share(won: Won, settings: Settings) -> Estimate:
    return bootstrap_mean(
        [points for points, _ in won],
        [document for _, document in won],
        settings.n_boot,
        settings.seed,
        settings.level,
        interval="auto",
    )


def _of_other_side(rate: Estimate) -> Estimate:
    value, low, high = (None if bound is None else 1 - bound for bound in (rate.value, rate.high, rate.low))
    return rate.changed(value=value, low=low, high=high)
