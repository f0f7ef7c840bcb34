"""What a run, or a bench run with its arena, will cost, as measured before any of it is paid for."""

from __future__ import annotations

from pydantic import Field

from cairn_nb.records.base import Record


class StageEstimate(Record):
    """One stage's calls for a question asked once: means over the sampled questions, each priced at the stage's model.

    `cost_usd` is null where the model has no price.
    """

    stage: str
    component: str
    model: str
    calls: float = Field(ge=0)
    input_tokens: float = Field(ge=0)
    output_tokens: float = Field(ge=0)
    cost_usd: float | None = Field(default=None, ge=0)


class CostEstimate(Record):
    """What one configuration's run will be charged.

    `n_questions` questions are asked `trials` times; `n_sampled` of them were measured. `cost_per_question_usd` and
    `judge_cost_per_question_usd` are of a question asked once. `run_cost_usd` is what `evaluation.max_cost_usd` counts:
    answers, judging and the latency probe (`probe_calls`, `probe_cost_usd`). `total_cost_usd` has the embedding of the
    documents too (`ingestion_cost_usd`). A sum is null where a part has no price; `unpriced` names those models.
    `within_cap` compares with `max_cost_usd`, null where there is no cap or no sum. `seconds` needs a latency.
    `method` says how all of it was found.
    """

    config: str
    split: str
    n_questions: int = Field(ge=0)
    trials: int = Field(ge=1)
    n_sampled: int = Field(ge=0)
    stages: tuple[StageEstimate, ...] = ()
    cost_per_question_usd: float | None = None
    judge_cost_per_question_usd: float | None = None
    probe_calls: int = Field(default=0, ge=0)
    probe_cost_usd: float | None = None
    run_cost_usd: float | None = None
    ingestion_cost_usd: float | None = None
    total_cost_usd: float | None = None
    unpriced: tuple[str, ...] = ()
    max_cost_usd: float | None = None
    within_cap: bool | None = None
    seconds: float | None = None
    method: str = ""


class PairJudgeEstimate(Record):
    """All calls of one judge of pairs in an arena, two a comparison, priced at its model; `cost_usd` as for a stage."""

    judge: str
    component: str
    model: str
    calls: int = Field(ge=0)
    input_tokens: float = Field(ge=0)
    output_tokens: float = Field(ge=0)
    cost_usd: float | None = Field(default=None, ge=0)


class ArenaEstimate(Record):
    """What the arena of several configurations will be charged.

    `n_questions` questions are planned for two or more of the `systems`; the schedule (`pairs`,
    `max_pairs_per_question`, `baseline` where it takes one) has `n_comparisons`, a pair that several judges see counted
    for each. `judges` is empty without a model to judge. `calls`, `input_tokens`, `output_tokens` and `cost_usd` are
    the judges' sums, `cost_usd` null where a judge in `unpriced` is asked. `within_cap` compares with `max_cost_usd`,
    the first configuration's, which an arena counts anew; null where there is no cap or no sum.
    """

    systems: tuple[str, ...]
    n_questions: int = Field(ge=0)
    pairs: str
    max_pairs_per_question: int | None = None
    baseline: str | None = None
    n_comparisons: int = Field(ge=0)
    judges: tuple[PairJudgeEstimate, ...] = ()
    calls: int = Field(default=0, ge=0)
    input_tokens: float = Field(default=0.0, ge=0)
    output_tokens: float = Field(default=0.0, ge=0)
    cost_usd: float | None = None
    unpriced: tuple[str, ...] = ()
    max_cost_usd: float | None = None
    within_cap: bool | None = None
    method: str = ""


class BenchEstimate(Record):
    """What several configurations will be charged, each in `estimates`, with the `arena` of a bench run of them.

    `arena` is null where the first configuration asks for none, or there are not two systems. `total_cost_usd` has
    everything; null where a part has no price.
    """

    estimates: tuple[CostEstimate, ...]
    arena: ArenaEstimate | None = None
    total_cost_usd: float | None = None
