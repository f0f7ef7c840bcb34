"""What several configurations will cost, and the arena that a bench run of them holds."""

from __future__ import annotations

from collections.abc import Sequence

from cairn_nb.config.model import Config
from cairn_nb.errors import InputError
from cairn_nb.records.cost_estimate import BenchEstimate, CostEstimate
from cairn_nb.runner.estimate.arena import estimated_arena
from cairn_nb.runner.estimate.component_prices import prices_by_stage
from cairn_nb.runner.estimate.cost import PlannedEvaluation, total
from cairn_nb.runner.estimate.estimate import estimate_of
from cairn_nb.runner.estimate.offline_run import offline_run


async def aestimate_bench(configs: Sequence[Config], run: PlannedEvaluation) -> BenchEstimate:
    """Estimate each configuration, and the arena where the first of them asks for one.

    Raises
    ------
    CairnError
        As for `aestimate`; an `InputError` without any configuration.
    """
    if not configs:
        raise InputError("there is no configuration to estimate", key="configs")
    for config in configs:
        prices_by_stage(config)
    runs = [await offline_run(config, run) for config in configs]
    estimates = tuple(estimate_of(done, run) for done in runs)
    arena = await estimated_arena(runs, baseline=_baseline(configs[0], estimates))
    costs = [one.total_cost_usd for one in estimates]
    everything = total(costs if arena is None else (*costs, arena.cost_usd))
    return BenchEstimate(estimates=estimates, arena=arena, total_cost_usd=everything)


def _baseline(first: Config, estimates: Sequence[CostEstimate]) -> str:
    """`stats.baseline` where it is among them, else the cheapest by a question, else the first: as a bench run does."""
    named = first.stats.baseline
    if named is not None and named in {one.config for one in estimates}:
        return named
    known = [one for one in estimates if one.cost_per_question_usd is not None]
    return min(known or estimates[:1], key=lambda one: one.cost_per_question_usd or 0.0).config
