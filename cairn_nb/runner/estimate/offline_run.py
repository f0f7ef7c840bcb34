"""A system run on the offline models with its real chunks, retrieval, prompts and judges' prompts.

It answers a sample of the questions that an evaluation is planned for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cairn_nb.config.model import Config
from cairn_nb.errors import GoldenError
from cairn_nb.golden.load import load_golden
from cairn_nb.judges.axes.protocol import AxesJudge
from cairn_nb.records.golden import Case
from cairn_nb.retrieval.index import Index, open_index
from cairn_nb.runner.engine import run_pieces
from cairn_nb.runner.estimate.cost import PlannedEvaluation
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


@dataclass(frozen=True)
class OfflineRun:
    """The configuration asked about, its planned questions, those of them that were answered, and its chunks' texts."""

    config: Config
    cases: tuple[Case, ...]
    finished: tuple[Finished, ...]
    chunks: tuple[str, ...]


async def offline_run(config: Config, run: PlannedEvaluation) -> OfflineRun:
    """Ingest and answer offline.

    Raises
    ------
    CairnError
        If the configuration, the documents or the golden set cannot be used.
    """
    cases = _cases(config, run.split, run.limit)
    chosen = [cases[place] for place in spread_order(len(cases))[: run.sample]]
    own = offline(config)
    await aingest(own)
    index = open_index(own)
    finished = await _measured(own, index, chosen, offline_axes_judge(config))
    return OfflineRun(config, cases, tuple(finished), tuple(chunk.text for chunk in index.chunks))


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
