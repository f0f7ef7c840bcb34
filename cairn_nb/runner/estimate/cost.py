"""The arithmetic of an estimate: from the cost of one question to that of a run."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, fsum, isfinite

from cairn_nb.config.model import Config
from cairn_nb.errors import InputError
from cairn_nb.records.cost_estimate import CostEstimate, StageEstimate
from cairn_nb.records.steps import JUDGING_STAGES
from cairn_nb.runner.plan import SplitName
from cairn_nb.runner.probe.plan import most_calls

SAMPLE = 50
METHOD = (
    "measured on {sampled} of {questions} questions with the offline models in place of the configured ones: real "
    "chunks, retrieval and prompts; a token is taken as 4 bytes; replies are as long as the offline models', so a "
    "model that reasons or writes at length costs more; every answer that has a reference is judged, and every one "
    "that is given graded on the five axes and, where claims are checked, taken to make four; nothing is cached"
)


@dataclass(frozen=True, kw_only=True)
class PlannedEvaluation:
    """The evaluation that is asked about, and how it is measured.

    Parameters
    ----------
    split, limit, trials
        As for an evaluation.
    sample
        How many questions are measured, spread over the slice.
    latency_ms
        Of one answer with its judging, where it is known; the time then follows from `evaluation.concurrency`.

    Raises
    ------
    InputError
        If a number is out of range.
    """

    split: SplitName = "eval"
    limit: int | None = None
    trials: int = 1
    sample: int = SAMPLE
    latency_ms: float | None = None

    def __post_init__(self) -> None:
        for name in ("limit", "trials", "sample"):
            value = getattr(self, name)
            if value is not None and value < 1:
                raise InputError(f"must be at least 1, not {value}", key=name)
        if self.latency_ms is not None and not (isfinite(self.latency_ms) and self.latency_ms >= 0):
            raise InputError(f"must be a number of milliseconds, not {self.latency_ms}", key="latency_ms")


@dataclass(frozen=True, kw_only=True)
class Measured:
    """What was measured: each stage for one question, and what embedding the documents is charged."""

    stages: tuple[StageEstimate, ...]
    n_questions: int
    n_sampled: int
    ingestion_usd: float | None
    unpriced: tuple[str, ...]

    @property
    def answer_usd(self) -> float | None:
        """One answer."""
        return total(stage.cost_usd for stage in self.stages if stage.stage not in JUDGING_STAGES)

    @property
    def judge_usd(self) -> float | None:
        """Judging one answer; 0 without a judge that asks a model."""
        return total(stage.cost_usd for stage in self.stages if stage.stage in JUDGING_STAGES)


def cost_estimate(config: Config, run: PlannedEvaluation, measured: Measured) -> CostEstimate:
    """The whole run: every question in every trial, judged, and the latency probe at its longest."""
    n_answers = measured.n_questions * run.trials
    n_probed = most_calls(config, measured.n_questions)
    probe_usd = _times(n_probed, measured.answer_usd)
    answers_usd = _times(n_answers, total((measured.answer_usd, measured.judge_usd)))
    run_usd, cap = total((answers_usd, probe_usd)), config.evaluation.max_cost_usd
    return CostEstimate(
        config=config.name,
        split=run.split,
        n_questions=measured.n_questions,
        trials=run.trials,
        n_sampled=measured.n_sampled,
        stages=measured.stages,
        cost_per_question_usd=measured.answer_usd,
        judge_cost_per_question_usd=measured.judge_usd,
        probe_calls=n_probed,
        probe_cost_usd=probe_usd,
        run_cost_usd=run_usd,
        ingestion_cost_usd=measured.ingestion_usd,
        total_cost_usd=total((run_usd, measured.ingestion_usd)),
        unpriced=measured.unpriced,
        max_cost_usd=cap,
        within_cap=None if cap is None or run_usd is None else run_usd <= cap,
        seconds=_seconds(run, n_answers=n_answers, n_probed=n_probed, at_once=config.evaluation.concurrency),
        method=METHOD.format(sampled=measured.n_sampled, questions=measured.n_questions),
    )


def _seconds(run: PlannedEvaluation, *, n_answers: int, n_probed: int, at_once: int) -> float | None:
    """As many rounds as it takes to ask so many at once, then the probe one by one."""
    return None if run.latency_ms is None else (ceil(n_answers / at_once) + n_probed) * run.latency_ms / 1000


def _times(n: int, cost_usd: float | None) -> float | None:
    """Nothing costs 0, whatever one would."""
    return 0.0 if n == 0 else None if cost_usd is None else n * cost_usd


def total(costs: Iterable[float | None]) -> float | None:
    """The sum, 0 over nothing; null where a part has no price."""
    given = list(costs)
    known = [cost for cost in given if cost is not None]
    return fsum(known) if len(known) == len(given) else None
