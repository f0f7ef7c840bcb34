"""One case of a report."""

from __future__ import annotations

from typing import Annotated, Any, Self

from pydantic import Field, model_validator

from cairn_nb.records.answer import Claim
from cairn_nb.records.checked_claim import CheckedClaim
from cairn_nb.records.outcome import Outcome, Status
from cairn_nb.records.section import MOST, MOST_POINTS, Points, Rank, Section, Share


class CaseRow(Section):
    """One case (of one trial), flat enough for a table.

    The first block is the reference's; the second explains it. `outcomes` holds the reason for each
    measurement that is null. `support_rank` per support is in `support_ranks` (null: not retrieved).
    `latency_by_stage_ms` and `cost_by_stage_usd` split the totals.

    The last block is the method's. `refused`: the answer declines to answer, whether by abstaining or in words.
    `axes` are the five grades of 0 to 5, `answer_score` their mean, `axes_judge` who gave them, `answer_judge` what a
    model's judgement says of itself; empty where none was asked for. `ranked_documents` are
    the distinct documents of the ranking, best first; `given_documents` the document of each passage that the
    generator was given, in order; `relevant_documents` the grades of those with a positive one; `evidence_ranks` for
    each support the rank of the first chunk of its own document that holds all of its quote.

    What follows `failure_type` comes from checks beside the judge, and is null where they are off. `refusal_detector`
    says who decided `refused`. `checked_claims` are the answer's statements, each held against what the generator was
    given, while `claims` are those it cited itself. `claims_unreadable` of them have no usable probability;
    `claims_unchecked` more were beyond the most that are checked; `claims_split_failed`: it could not be taken apart.
    """

    case_id: str
    answerable: bool
    status: Status
    confidence: float | None = None
    correct: bool | None = None
    token_f1: float | None = Share
    judge_score: float | None = Share
    citation_validity: float | None = Share
    retrieved_support_rank: int | None = Field(default=None, ge=1)
    latency_ms: float | None = Field(default=0, ge=0, le=MOST)
    cost_usd: float | None = Field(default=None, ge=0, le=MOST)
    answer_text: str = ""

    trial: int = Field(default=0, ge=0)
    question: str | None = None
    expected_answer: str | None = None
    category: str | None = None
    answer_type: str | None = None
    tags: tuple[str, ...] = ()
    cluster_id: str | None = None
    exact_match: float | None = Share
    faithful: bool | None = None
    claims_total: int | None = Field(default=None, ge=0)
    claims_supported: int | None = Field(default=None, ge=0)
    claims: tuple[Claim, ...] = ()
    signals: dict[str, float] = Field(default_factory=dict)
    support_located: bool | None = None
    support_ranks: tuple[int | None, ...] = ()
    retrieved_ids: tuple[str, ...] = ()
    outcomes: dict[str, Outcome] = Field(default_factory=dict)
    judge_reason: str | None = None
    judge_cost_usd: float | None = None
    tokens: int | None = None
    prefix_hash: str | None = None
    model: str | None = None
    latency_by_stage_ms: dict[str, float] = Field(default_factory=dict)
    cost_by_stage_usd: dict[str, float | None] = Field(default_factory=dict)
    error: str | None = None
    error_kind: str | None = None

    refused: bool | None = None
    token_f1_uncited: float | None = Share
    exact_match_uncited: float | None = Share
    keyword_recall: float | None = Share
    answer_score: float | None = Points
    axes: dict[str, Annotated[float, Field(ge=0, le=MOST_POINTS)]] = Field(default_factory=dict)
    is_supported_by_context: bool | None = None
    is_hallucinated: bool | None = None
    axes_judge: str | None = None
    answer_judge: dict[str, Any] = Field(default_factory=dict)
    ranked_documents: tuple[str, ...] = ()
    given_documents: tuple[str, ...] = ()
    relevant_documents: dict[str, float] = Field(default_factory=dict)
    evidence_ranks: tuple[Rank | None, ...] = ()
    failure_type: str | None = None
    refusal_detector: str | None = None
    refusal_probability: float | None = Share
    checked_claims: tuple[CheckedClaim, ...] = ()
    claim_support_rate: float | None = Share
    unsupported_claims: int | None = Field(default=None, ge=0)
    claims_unreadable: int | None = Field(default=None, ge=0)
    claims_unchecked: int | None = Field(default=None, ge=0)
    claims_split_failed: bool | None = None

    @model_validator(mode="after")
    def _counts_claims(self) -> Self:
        if (self.claims_supported or 0) > (self.claims_total or 0):
            raise ValueError(f"claims_supported ({self.claims_supported}) exceeds claims_total ({self.claims_total})")
        return self
