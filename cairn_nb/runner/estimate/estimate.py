"""What a run will cost, before any of it is paid for.

Each system is run on the offline models with its real chunks, retrieval, prompts and judge's prompts, for a sample of
its questions; the tokens that were sent and written are priced at the configured models' rates.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from cairn_nb.config.model import Config
from cairn_nb.errors import GoldenError
from cairn_nb.golden.load import load_golden
from cairn_nb.judges.axes.catalog import members_of
from cairn_nb.judges.axes.protocol import AxesJudge
from cairn_nb.providers.embedding_charge import EmbeddingCharge
from cairn_nb.providers.priced import Priced
from cairn_nb.records.answer import Step, Usage
from cairn_nb.records.cost_estimate import CostEstimate, StageEstimate
from cairn_nb.records.golden import Case
from cairn_nb.retrieval.index import Index, open_index
from cairn_nb.runner.engine import run_pieces
from cairn_nb.runner.estimate.component_prices import INGESTION, JUDGE, axes_prices, prices_by_stage
from cairn_nb.runner.estimate.cost import Measured, PlannedEvaluation, cost_estimate
from cairn_nb.runner.estimate.stand_in_checks import offline_checks
from cairn_nb.runner.estimate.stand_ins import offline, offline_axes_judge, offline_judge
from cairn_nb.runner.finished import Finished
from cairn_nb.runner.ingest import aingest
from cairn_nb.runner.parts import limits_of
from cairn_nb.runner.pieces import plan_pieces
from cairn_nb.runner.plan import SplitName, slice_of
from cairn_nb.runner.probe.plan import spread_order
from cairn_nb.runner.work import CaseWork
from cairn_nb.systems.build import build_system


@dataclass
class Tally:
    """The calls of one stage, added up."""

    calls: int = 0
    usage: Usage = field(default_factory=Usage)

    def add(self, step: Step) -> None:
        """One more call, or several of which a step says how many."""
        self.calls += step.attempts
        self.usage = self.usage + step.usage


async def aestimate(config: Config, run: PlannedEvaluation) -> CostEstimate:
    """Estimate what an evaluation will be charged, and what ingestion will be.

    No key, no network and no index are needed.

    Raises
    ------
    CairnError
        If the configuration, the documents or the golden set cannot be used.
    """
    prices = prices_by_stage(config)
    cases = _cases(config, run.split, run.limit)
    chosen = [cases[place] for place in spread_order(len(cases))[: run.sample]]
    own = offline(config)
    await aingest(own)
    index = open_index(own)
    finished = await _measured(own, index, chosen, offline_axes_judge(config))
    graders = axes_prices(config)
    measured = Measured(
        stages=(*_stages(finished, prices), *_axes_stages(finished, config, graders)),
        n_questions=len(cases),
        n_sampled=len(chosen),
        ingestion_usd=_ingestion_usd(config, prices[INGESTION], [chunk.text for chunk in index.chunks]),
        unpriced=tuple(
            dict.fromkeys(priced.model for priced in (*prices.values(), *graders) if priced.source == "unknown")
        ),
    )
    return cost_estimate(config, run, measured)


def _cases(config: Config, split: SplitName, limit: int | None) -> tuple[Case, ...]:
    golden = load_golden(config.golden_path)
    cases = slice_of(config, golden, split)[:limit]
    if not cases:
        raise GoldenError(f"the split {split!r} holds no case", path=golden.path, hint="name another with --split")
    return cases


async def _measured(config: Config, index: Index, cases: Sequence[Case], axes: AxesJudge) -> list[Finished]:
    """Every question answered, whatever the system's confidence, and judged."""
    finished: list[Finished] = []
    judge = offline_judge(config)
    system = build_system(config, index=index, limits=limits_of(config), cache=None)
    work = CaseWork(
        system=system,
        judge=judge,
        threshold=0.0,
        rule="threshold",
        abstain_text=config.generation.abstain_text,
        case_timeout_s=config.evaluation.case_timeout_s,
        checks=offline_checks(config, axes),
    )
    try:
        await run_pieces(
            plan_pieces(cases), work, finished.append, concurrency=1, description=f"estimate {config.name}"
        )
    finally:
        await system.aclose()
        await judge.aclose()
        await axes.aclose()
    return finished


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
