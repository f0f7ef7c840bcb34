"""Everything that an arena's comparisons say, with what to doubt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cairn_nb.decisions.arena.position import MANY_FLIPS, position_bias
from cairn_nb.decisions.arena.standings import standings
from cairn_nb.decisions.arena.strengths import as_pairings, complete, systems_met
from cairn_nb.decisions.arena.win_rates import win_rates_by_pair
from cairn_nb.decisions.reading.settings import Settings
from cairn_nb.metrics.operational import total
from cairn_nb.records.arena import ArenaPlan, ArenaSummary, PositionBias
from cairn_nb.records.pair_comparison import PairComparison
from cairn_nb.stats.strengths.connectivity import is_strongly_connected

HEURISTIC = "heuristic"


def arena_summary(
    comparisons: Sequence[PairComparison],
    systems: Sequence[str],
    clusters: Mapping[str, str] | None = None,
    *,
    plan: ArenaPlan | None = None,
    settings: Settings | None = None,
) -> ArenaSummary:
    """Standings, the win-rate matrix, position bias, costs and warnings.

    Parameters
    ----------
    comparisons
        In any order; those without a verdict in both orders are counted and otherwise left out.
    systems
        The systems, in the order in which they are to be listed.
    clusters
        The document of each question, for the intervals that go by documents; null takes each question for itself.
    plan
        What was planned, where it is known.
    settings
        `stats.n_boot`, `level` and `seed`; by default those of an empty configuration.
    """
    used, planned = settings or Settings(), plan or ArenaPlan()
    found = standings(comparisons, systems, clusters or {}, settings=used)
    rates = win_rates_by_pair(comparisons, [one.system for one in found], clusters or {}, settings=used)
    summary = ArenaSummary(
        plan=planned,
        judges=tuple(dict.fromkeys(comparison.judge for comparison in comparisons)),
        prompt_versions=tuple(sorted({one.prompt_version for one in comparisons if one.prompt_version})),
        n_questions=len({comparison.case_id for comparison in complete(comparisons)}),
        n_comparisons=len(comparisons),
        n_failed=sum(comparison.failed for comparison in comparisons),
        n_same_family=sum(comparison.same_family for comparison in comparisons),
        cost_usd=total(comparison.cost_usd for comparison in comparisons),
        spent_usd=total(comparison.spent_usd for comparison in comparisons),
        standings=found,
        win_rates={one: {two: rate.value for two, rate in others.items()} for one, others in rates.items()},
        win_rate_estimates=rates,
        position_bias=position_bias(comparisons, clusters or {}, level=used.level),
        connected=_connected(comparisons),
    )
    return summary.changed(warnings=tuple(_warnings(summary)))


def _connected(comparisons: Sequence[PairComparison]) -> bool:
    met = systems_met(comparisons, ())
    return is_strongly_connected(as_pairings(comparisons, met).wins > 0) if met else True


def _warnings(summary: ArenaSummary) -> Iterator[str]:
    if summary.plan.replayed is not None:
        yield f"the arena's verdicts were replayed from {summary.plan.replayed['cassette']}; no model was asked"
    if summary.plan.stopped:
        yield f"the arena is incomplete: {summary.plan.stopped}"
    if summary.n_comparisons and not summary.n_complete:
        yield f"none of the arena's {summary.n_comparisons} comparisons has a verdict in both orders"
    elif summary.n_failed:
        yield (
            f"{summary.n_failed} of {summary.n_comparisons} comparisons of the arena lack a verdict and count for "
            "nothing"
        )
    if not summary.connected:
        yield (
            "the arena's wins do not lead from every system to every other: how far apart some stand is the word of "
            "the virtual draws"
        )
    yield from _of_judge(summary, summary.position_bias)


def _of_judge(summary: ArenaSummary, bias: PositionBias) -> Iterator[str]:
    if all(judge == HEURISTIC for judge in summary.judges):
        return
    flips = bias.flip_rate.value
    if flips is not None and flips >= MANY_FLIPS:
        yield (
            f"in {flips:.0%} of the arena's comparisons the verdict followed the position; they count as draws, so the "
            "arena is not skewed, but it rests on fewer"
        )
    if summary.n_same_family:
        yield (
            f"{summary.n_same_family} comparisons of the arena were judged by a model of the family that wrote one of "
            "the answers"
        )
