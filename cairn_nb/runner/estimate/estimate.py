"""What a run will cost, before any of it is paid for: the tokens of an offline run at the configured models' rates."""

from __future__ import annotations

from collections.abc import Sequence

from cairn_nb.config.model import Config
from cairn_nb.judges.axes.catalog import members_of
from cairn_nb.providers.priced import Priced
from cairn_nb.providers.pricing.embedding_charge import EmbeddingCharge
from cairn_nb.records.answer import Step
from cairn_nb.records.cost_estimate import CostEstimate, StageEstimate
from cairn_nb.runner.estimate.component_prices import INGESTION, JUDGE, axes_prices, prices_by_stage
from cairn_nb.runner.estimate.cost import Measured, PlannedEvaluation, cost_estimate
from cairn_nb.runner.estimate.offline_run import OfflineRun, offline_run
from cairn_nb.runner.estimate.tally import Tally
from cairn_nb.runner.finished import Finished


async def aestimate(config: Config, run: PlannedEvaluation) -> CostEstimate:
    """Estimate what an evaluation will be charged, and what ingestion will be.

    No key, no network and no index are needed.

    Raises
    ------
    CairnError
        If the configuration, the documents or the golden set cannot be used.
    """
    prices_by_stage(config)  # what is wrong with a component is said before anything is measured
    return estimate_of(await offline_run(config, run), run)


def estimate_of(done: OfflineRun, run: PlannedEvaluation) -> CostEstimate:
    """What the evaluation that was run offline will be charged; errors as above."""
    config, finished = done.config, done.finished
    prices, graders = prices_by_stage(config), axes_prices(config)
    measured = Measured(
        stages=(*_stages(finished, prices), *_axes_stages(finished, config, graders)),
        n_questions=len(done.cases),
        n_sampled=len(finished),
        ingestion_usd=_ingestion_usd(config, prices[INGESTION], done.chunks),
        unpriced=tuple(
            dict.fromkeys(priced.model for priced in (*prices.values(), *graders) if priced.source == "unknown")
        ),
    )
    return cost_estimate(config, run, measured)


def _stages(finished: Sequence[Finished], prices: dict[str, Priced]) -> tuple[StageEstimate, ...]:
    tallies = {stage: Tally() for stage in prices if stage != INGESTION}
    for step in (step for done in finished for step in _but_axes(done)):
        if step.stage in tallies:
            tallies[step.stage].add(step)
    return tuple(_stage(stage, tally, prices[stage], len(finished)) for stage, tally in tallies.items())


def _but_axes(done: Finished) -> tuple[Step, ...]:
    looks = (done.verdict, done.refusal, done.claim_check)
    return (*done.answer.steps, *(look.step for look in looks if look is not None and look.step is not None))


def _axes_stages(finished: Sequence[Finished], config: Config, graders: Sequence[Priced]) -> list[StageEstimate]:
    """A line a judge of the five axes: one that sits out costs nothing."""
    steps = [step for done in finished if done.axes is not None for step in done.axes.steps]
    lines = []
    for member, priced in zip(members_of(config.evaluation.axes_judge), graders, strict=True):
        tally = Tally()
        for step in steps:
            if step.model == member.judge:
                tally.add(step)
        lines.append(_stage(JUDGE, tally, priced, len(finished)))
    return lines


def _stage(stage: str, tally: Tally, priced: Priced, n: int) -> StageEstimate:
    cost = priced.prices.cost_usd(tally.usage, calls=tally.calls)
    return StageEstimate(
        stage=stage,
        component=priced.component,
        model=priced.model,
        calls=tally.calls / n,
        input_tokens=tally.usage.input_tokens / n,
        output_tokens=tally.usage.output_tokens / n,
        cost_usd=None if cost is None else cost / n,
    )


def _ingestion_usd(config: Config, priced: Priced, texts: Sequence[str]) -> float | None:
    prefix = str(config.embedding.params.get("passage_prefix", ""))
    return EmbeddingCharge(priced.prices, {"passage": prefix}).of(texts, kind="passage")
