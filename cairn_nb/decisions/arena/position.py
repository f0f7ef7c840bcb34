"""Whether verdicts follow the place where an answer stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from cairn_nb.decisions.arena.strengths import VIRTUAL_DRAWS, as_ordered_pairings, complete, systems_met
from cairn_nb.records import Estimate
from cairn_nb.records.arena import PositionBias
from cairn_nb.records.pair_comparison import PairComparison
from cairn_nb.stats import bradley_terry_clustered, clustered_share

MANY_FLIPS = 0.25


def position_bias(
    comparisons: Sequence[PairComparison], clusters: Mapping[str, str], *, level: float = 0.95
) -> PositionBias:
    """The shares, and the order term; intervals count what belongs to one document once.

    A verdict of an order whose other order has none still says which place it went to.
    """
    kept = complete(comparisons)
    flips = [(comparison.flipped, comparison.case_id) for comparison in kept]
    firsts = [
        (verdict == "1", comparison.case_id)
        for comparison in comparisons
        for verdict in comparison.verdicts
        if verdict in ("1", "2")
    ]
    found = PositionBias(flip_rate=_share(flips, clusters, level), first_position_rate=_share(firsts, clusters, level))
    if not kept:
        return found
    ordered = as_ordered_pairings(comparisons, systems_met(comparisons, ()), clusters)
    fitted = bradley_terry_clustered(ordered, order=True, virtual_draws=VIRTUAL_DRAWS, level=level)
    return found.changed(order_effect=fitted.order_effect, first_wins=fitted.first_wins)


def _share(told: Sequence[tuple[bool, str]], clusters: Mapping[str, str], level: float) -> Estimate:
    values = np.array([value for value, _ in told], dtype=np.float64)
    return clustered_share(values, [clusters.get(case, case) for _, case in told], level=level)
