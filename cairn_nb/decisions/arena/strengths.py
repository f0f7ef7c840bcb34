"""Comparisons as the statistics take them, and the strengths that fit them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cairn_nb.records.pair_comparison import FOR_FIRST, PairComparison
from cairn_nb.stats import Pairings, bradley_terry, pairings

# A drawn comparison for each pair of systems keeps one that never wins, or never loses, at a finite strength.
VIRTUAL_DRAWS = 1.0


def complete(comparisons: Sequence[PairComparison]) -> tuple[PairComparison, ...]:
    """Those with a verdict in both orders."""
    return tuple(comparison for comparison in comparisons if comparison.score is not None)


def systems_met(comparisons: Sequence[PairComparison], order: Sequence[str]) -> tuple[str, ...]:
    """The systems with a complete comparison: in this order, then any others by name."""
    met = {name for comparison in complete(comparisons) for name in comparison.systems}
    return tuple(name for name in (*order, *sorted(met.difference(order))) if name in met)


def as_pairings(
    comparisons: Sequence[PairComparison], systems: Sequence[str], clusters: Mapping[str, str] | None = None
) -> Pairings:
    """Complete comparisons by question, or by what `clusters` says a question belongs to."""
    place = {name: number for number, name in enumerate(systems)}
    kept = complete(comparisons)
    return pairings(
        [place[comparison.system_a] for comparison in kept],
        [place[comparison.system_b] for comparison in kept],
        [0.0 if comparison.score is None else comparison.score for comparison in kept],
        [_cluster(comparison, clusters) for comparison in kept],
        n_systems=len(systems),
    )


def as_ordered_pairings(
    comparisons: Sequence[PairComparison], systems: Sequence[str], clusters: Mapping[str, str] | None = None
) -> Pairings:
    """One entry a verdict, whoever was shown first in it before the other."""
    place = {name: number for number, name in enumerate(systems)}
    shown = [
        (pair, FOR_FIRST[verdict], _cluster(comparison, clusters))
        for comparison in complete(comparisons)
        for pair, verdict in zip((comparison.systems, comparison.systems[::-1]), comparison.verdicts, strict=True)
        if verdict is not None
    ]
    return pairings(
        [place[pair[0]] for pair, _, _ in shown],
        [place[pair[1]] for pair, _, _ in shown],
        [points for _, points, _ in shown],
        [cluster for _, _, cluster in shown],
        n_systems=len(systems),
    )


def log_strengths(comparisons: Sequence[PairComparison], order: Sequence[str] = ()) -> dict[str, float]:
    """The log strength of each system that met another, with mean 0; empty without a complete comparison."""
    systems = systems_met(comparisons, order)
    if not systems:
        return {}
    fitted = bradley_terry(as_pairings(comparisons, systems).wins, virtual_draws=VIRTUAL_DRAWS)
    return dict(zip(systems, fitted.log_strengths.tolist(), strict=True))


def times_met(comparisons: Sequence[PairComparison]) -> dict[frozenset[str], int]:
    """How often each pair was compared, with a verdict or without."""
    counts: dict[frozenset[str], int] = {}
    for comparison in comparisons:
        pair = frozenset(comparison.systems)
        counts[pair] = counts.get(pair, 0) + 1
    return counts


def _cluster(comparison: PairComparison, clusters: Mapping[str, str] | None) -> str:
    return comparison.case_id if clusters is None else clusters.get(comparison.case_id, comparison.case_id)
