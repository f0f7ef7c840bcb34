"""Points, records and scores of systems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cairn_nb.decisions.arena.strengths import VIRTUAL_DRAWS, as_pairings, complete, systems_met
from cairn_nb.decisions.arena.win_rates import win_rates_overall
from cairn_nb.decisions.reading.settings import Settings
from cairn_nb.records import Estimate
from cairn_nb.records.arena import NOTHING, ArenaStanding
from cairn_nb.records.pair_comparison import PairComparison
from cairn_nb.stats import bradley_terry_clustered, bradley_terry_refits


def standings(
    comparisons: Sequence[PairComparison],
    systems: Sequence[str],
    clusters: Mapping[str, str],
    *,
    settings: Settings,
) -> tuple[ArenaStanding, ...]:
    """Each system's standing, in the order given.

    Parameters
    ----------
    clusters
        The document of each question; a question without one stands for itself.
    settings
        How many resamples, at which level, from which seed.
    """
    kept = complete(comparisons)
    met = systems_met(kept, systems)
    by_question, by_document = _scores(kept, met, clusters, settings)
    points, records = _points(kept), _records(kept)
    rates = win_rates_overall(kept, clusters, settings=settings)
    return tuple(
        ArenaStanding(
            system=name,
            score=by_question.get(name, NOTHING),
            score_by_document=by_document.get(name, NOTHING),
            points=points.get(name, 0.0),
            comparisons=(n := sum(records.get(name, {}).values())),
            win_rate=points[name] / n if n else None,
            win_rate_estimate=rates.get(name, NOTHING),
            **records.get(name, {}),
        )
        for name in dict.fromkeys((*systems, *met))
    )


def _scores(
    kept: Sequence[PairComparison], met: Sequence[str], clusters: Mapping[str, str], settings: Settings
) -> tuple[dict[str, Estimate], dict[str, Estimate]]:
    """By resampling questions, and by the sandwich over documents."""
    if not kept:
        return {}, {}
    refits = bradley_terry_refits(
        as_pairings(kept, met), virtual_draws=VIRTUAL_DRAWS, n_boot=settings.n_boot, seed=settings.seed
    )
    clustered = bradley_terry_clustered(
        as_pairings(kept, met, clusters), virtual_draws=VIRTUAL_DRAWS, level=settings.level
    )
    by_question = dict(zip(met, refits.intervals(settings.level), strict=True))
    return by_question, dict(zip(met, clustered.scores, strict=True))


def _points(kept: Sequence[PairComparison]) -> dict[str, float]:
    found: dict[str, float] = {}
    for comparison in kept:
        score = comparison.score or 0.0
        for name, won in ((comparison.system_a, score), (comparison.system_b, 1 - score)):
            found[name] = found.get(name, 0.0) + won
    return found


def _records(kept: Sequence[PairComparison]) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for comparison in kept:
        winner = comparison.winner
        for name in comparison.systems:
            kind = "ties" if winner is None else "wins" if name == winner else "losses"
            record = found.setdefault(name, {"wins": 0, "ties": 0, "losses": 0})
            record[kind] += 1
    return found
