"""An arena of finished reports: planned, held, and its comparisons written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cairn_nb.config.model import EvaluationConfig
from cairn_nb.config.pairwise import PairwiseConfig
from cairn_nb.decisions.arena.schedule import check_entrants
from cairn_nb.errors import BudgetError, InputError
from cairn_nb.files.pairwise import write_arena
from cairn_nb.judges.pairwise.panel import PairJudges
from cairn_nb.providers.caching.cache import ReplyCache
from cairn_nb.providers.wire.limits import Limits
from cairn_nb.records import Report
from cairn_nb.records.arena import ArenaPlan
from cairn_nb.records.pair_comparison import PairComparison
from cairn_nb.runner.arena.carry_out import Made, Pace, Rules, carry_out
from cairn_nb.runner.arena.field import Field
from cairn_nb.runner.arena.journal import open_arena_journal
from cairn_nb.runner.budget import Spending
from cairn_nb.runner.notes.replay import REPLAYED, replay_note
from cairn_nb.systems.pair_judges import build_pair_judges
from cairn_nb.version import __version__


@dataclass(frozen=True)
class Setting:
    """How an arena is held.

    Parameters
    ----------
    evaluation
        Who judges (`axes_judge`), which answers meet (`pairwise`), how many at once and what it may cost.
    seed, baseline
        Of the schedule; the baseline is who the others meet under ``vs_baseline``.
    state_dir
        Where ledgers and kept replies lie.
    """

    evaluation: EvaluationConfig
    seed: int
    baseline: str
    state_dir: Path

    @property
    def pairwise(self) -> PairwiseConfig:
        """Which answers meet."""
        return self.evaluation.pairwise

    @property
    def rules(self) -> Rules:
        """The schedule."""
        return Rules(self.pairwise.pairs, self.pairwise.max_pairs_per_question, self.seed, self.baseline)


async def aarena(
    reports: Sequence[Report], setting: Setting, *, folder: Path, spending: Spending
) -> tuple[PairComparison, ...]:
    """Hold the arena of some reports over the same questions, and write pairwise.jsonl with its plan into a folder.

    One that was interrupted, or that came to its cap, goes on where it stopped.

    Raises
    ------
    InputError
        If there are fewer than two systems, or no question that two of them answered.
    BudgetError
        If the cap is used up before the first comparison.
    CairnError
        What is wrong with the judges; or what stopped the arena, with the ledger kept.
    """
    field = Field.of(reports)
    check_entrants(field.systems, setting.pairwise.max_pairs_per_question)
    if not field.entrants:
        raise InputError("there is no question that two systems answered", hint="give reports over the same questions")
    judges = _judges(setting)
    try:
        with open_arena_journal(setting.state_dir, _identity(field, judges, setting)) as journal:
            pace = Pace(setting.evaluation.concurrency, setting.evaluation.case_timeout_s)
            made = await carry_out(field, judges, setting.rules, journal, spending=spending, pace=pace)
            plan = _plan(field, judges, setting, made, spending)
            write_arena(folder, made.comparisons, plan)
            if plan.stopped is None:
                journal.complete()
    finally:
        await judges.aclose()
    return made.comparisons


def _judges(setting: Setting) -> PairJudges:
    evaluation = setting.evaluation
    limits = Limits(
        attempt_timeout_s=evaluation.attempt_timeout_s,
        max_attempts=evaluation.max_attempts,
        concurrency=evaluation.concurrency,
    )
    cache = ReplyCache(setting.state_dir / "replies")
    return build_pair_judges(evaluation.axes_judge, limits=limits, cache=cache)


def _identity(field: Field, judges: PairJudges, setting: Setting) -> dict[str, Any]:
    """Everything that decides which comparisons are made and what they say."""
    rules = setting.rules
    return {
        "answers": field.digests,
        "judge": setting.evaluation.axes_judge.model_dump(mode="json"),
        "prompt": judges.prompt_version,
        "rules": [rules.pairs, rules.most, rules.seed, rules.baseline],
        "version": __version__,
    }


def _plan(field: Field, judges: PairJudges, setting: Setting, made: Made, spending: Spending) -> ArenaPlan:
    rules = setting.rules
    n_made = len(made.comparisons)
    stopped = None
    if n_made < made.n_planned:
        if not n_made:
            raise BudgetError(f"{spending.sentence()} before the first of {made.n_planned} comparisons")
        stopped = f"{spending.sentence()} with {n_made} of {made.n_planned} comparisons made"
    return ArenaPlan(
        pairs=rules.pairs,
        max_pairs_per_question=rules.most,
        seed=rules.seed,
        baseline=rules.baseline if rules.pairs == "vs_baseline" else None,
        judges=judges.names,
        prompt_version=judges.prompt_version,
        n_planned=made.n_planned,
        stopped=stopped,
        answers=field.digests,
        replayed=replay_note().get(REPLAYED),
    )
