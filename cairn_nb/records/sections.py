"""The parts of a report, each over the cases that its docstring names."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cairn_nb.records.estimate import Estimate
from cairn_nb.records.section import OptionalPoints, OptionalShare, Points, Section, Share


class RetrievalSection(Section):
    """Over cases whose support was located; null where there are none.

    `n_unlocated` counts answerable cases whose quotes are not in the chunk store; `unlocated_ids` lists them.
    """

    recall_at_k: dict[str, OptionalShare] = Field(default_factory=dict)
    ndcg_at_10: float | None = Share
    mrr: float | None = Share
    n_with_support: int = Field(default=0, ge=0)
    n_unlocated: int | None = None
    unlocated_ids: tuple[str, ...] = ()


class DocumentsSection(Section):
    """The ranking of distinct documents against the question's relevant ones, and what the generator was given of them.

    Over the cases that have relevant documents (`n_labelled`); `evidence_recall_at_k` over those whose supports quote
    their evidence. Everything is null for a system that retrieves nothing.
    """

    recall_at_k: dict[str, OptionalShare] = Field(default_factory=dict)
    precision_at_k: dict[str, OptionalShare] = Field(default_factory=dict)
    hit_at_k: dict[str, OptionalShare] = Field(default_factory=dict)
    mrr_at_k: dict[str, OptionalShare] = Field(default_factory=dict)
    ndcg_at_k: dict[str, OptionalShare] = Field(default_factory=dict)
    evidence_recall_at_k: dict[str, OptionalShare] = Field(default_factory=dict)
    context_recall: float | None = Share
    context_precision: float | None = Share
    n_labelled: int = Field(default=0, ge=0)


class AnswerSection(Section):
    """Over answered, answerable cases; `citation_validity` and `faithfulness` over all answered ones.

    `answer_score` is the mean of the five `axes`, 0 to 5, over every case that has them. `claim_support_rate` and
    `unsupported_claims` are over all answered cases with a claim that was checked.
    """

    exact_match: float | None = Share
    token_f1: float | None = Share
    judge_score: float | None = Share
    citation_validity: float | None = Share
    faithfulness: float | None = Share
    token_f1_uncited: float | None = Share
    exact_match_uncited: float | None = Share
    keyword_recall: float | None = Share
    answer_score: float | None = Points
    axes: dict[str, OptionalPoints] = Field(default_factory=dict)
    claim_support_rate: float | None = Share
    unsupported_claims: float | None = Field(default=None, ge=0)


class AbstentionSection(Section):
    """How often it answered, and how often that was wrong."""

    alpha: float = Field(gt=0, lt=1)
    threshold: float | None = None
    answer_rate: float | None = Share
    error_rate_answered: float | None = Share
    guarantee_met: bool | None = None
    unanswerable_abstained_rate: float | None = Share
    answerable_answered_rate: float | None = Share
    abstain_precision: float | None = Share
    abstain_recall: float | None = Share
    false_refusal_rate: float | None = Share


class OperationalSection(Section):
    """What it cost and how long it took."""

    cost_usd_total: float | None = Field(default=None, ge=0)
    cost_per_question_usd: float | None = Field(default=None, ge=0)
    latency_p50_ms: int | None = Field(default=None, ge=0)
    latency_p95_ms: int | None = Field(default=None, ge=0)
    tokens_total: int | None = Field(default=None, ge=0)
    cache_hit_rate: float | None = Share
    judge_cost_usd: float | None = None
    spent_usd: float | None = None
    avoided_usd: float | None = None
    ingestion_cost_usd: float | None = Field(default=None, ge=0)


class TrialsSection(Section):
    """What asking every question more than once shows; a trial that ended in an error counts as not correct.

    A trial is correct when its `answer_score` is at least 4.
    """

    n_trials: int = Field(ge=2)
    answer_score_trial_sd: float | None = Field(default=None, ge=0)
    pass_at_k: Estimate | None = None
    pass_hat_k: Estimate | None = None


class LatencyProbe(Section):
    """Questions asked again one at a time, past the cache, so that no queue is in their latency.

    `stopped_by` says what ended it: ``count`` (the number asked for), ``precision`` (the p95's interval lies within
    15% of it), ``cap`` (the most that ``auto`` asks) or ``budget``.
    """

    latencies_ms: tuple[float, ...]
    mean_ms: float
    p50_ms: Estimate
    p95_ms: Estimate
    cost_usd: float | None = None
    stopped_by: Literal["count", "precision", "cap", "budget"] = "count"
