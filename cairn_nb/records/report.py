"""The report: one run's numbers, each of which can be recomputed from its rows."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from pydantic import ConfigDict, Field, field_validator, model_validator

from cairn_nb.records.answer import Claim
from cairn_nb.records.base import Record
from cairn_nb.records.estimate import Estimate
from cairn_nb.records.estimates import Estimates
from cairn_nb.records.outcome import Outcome, Status

if TYPE_CHECKING:
    import pandas as pd

MOST = 1e15  # more in one row is no measurement, and sums of such rows overflow
Share = Field(default=None, ge=0, le=1)
OptionalShare = Annotated[float, Field(ge=0, le=1)] | None


class Section(Record):
    """A part of a report. Keys that a later version adds are kept, not refused."""

    model_config = ConfigDict(frozen=True, extra="ignore", allow_inf_nan=False)


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


class AnswerSection(Section):
    """Over answered, answerable cases; `citation_validity` and `faithfulness` over all answered ones."""

    exact_match: float | None = Share
    token_f1: float | None = Share
    judge_score: float | None = Share
    citation_validity: float | None = Share
    faithfulness: float | None = Share


class AbstentionSection(Section):
    """How often it answered, and how often that was wrong."""

    alpha: float = Field(gt=0, lt=1)
    threshold: float | None = None
    answer_rate: float | None = Share
    error_rate_answered: float | None = Share
    guarantee_met: bool | None = None
    unanswerable_abstained_rate: float | None = Share
    answerable_answered_rate: float | None = Share


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


class CaseRow(Section):
    """One case (of one trial), flat enough for a table.

    The first block is the reference's; the second explains it. `outcomes` holds the reason for each
    measurement that is null. `support_rank` per support is in `support_ranks` (null: not retrieved).
    `latency_by_stage_ms` and `cost_by_stage_usd` split the totals.
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

    @model_validator(mode="after")
    def _counts_claims(self) -> Self:
        if (self.claims_supported or 0) > (self.claims_total or 0):
            raise ValueError(f"claims_supported ({self.claims_supported}) exceeds claims_total ({self.claims_total})")
        return self


class EvidenceFile(Section):
    """Where the run's passages and traces lie, and the digest that ties them to this report."""

    file: str
    sha256: str


class Report(Section):
    """One run of one configuration over one split. `source` is the file it was read from or written to."""

    shown_fields = ("config_name", "split", "n_cases", "n_errors", "complete", "created_at", "source")

    cairn_version: str
    config_name: str
    config_hash: str
    corpus_hash: str
    golden_version: str
    split: Literal["eval", "calibration", "all"] = "eval"
    created_at: str | None = None
    n_cases: int = Field(ge=0)
    retrieval: RetrievalSection
    answer: AnswerSection
    abstention: AbstentionSection
    operational: OperationalSection
    per_case: tuple[CaseRow, ...] = ()
    notes: dict[str, Any] = Field(default_factory=dict)

    schema_version: int | None = None
    run_id: str | None = None
    golden_hash: str | None = None
    complete: bool = True
    n_errors: int = 0
    outcomes: dict[str, dict[str, int]] = Field(default_factory=dict)
    estimates: dict[str, Estimate] = Field(default_factory=Estimates)
    smallest_visible_drop: dict[str, float | None] = Field(default_factory=dict)
    calibration: dict[str, Any] | None = None
    config: dict[str, Any] | None = None
    git_commit: str | None = None
    seed: int | None = None
    switches: dict[str, str] = Field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    evidence: EvidenceFile | None = None
    source: Path | None = Field(default=None, exclude=True)

    @field_validator("estimates")
    @classmethod
    def _by_either_spelling(cls, estimates: dict[str, Estimate]) -> Estimates:
        return Estimates(estimates)

    def __repr_args__(self) -> Iterable[tuple[str | None, Any]]:
        """What it is a report of, and its main numbers."""
        numbers = {
            "token_f1": self.answer.token_f1,
            "judge_score": self.answer.judge_score,
            "citation_validity": self.answer.citation_validity,
            "answer_rate": self.abstention.answer_rate,
            "error_rate_answered": self.abstention.error_rate_answered,
        }
        return [*super().__repr_args__(), *((name, value) for name, value in numbers.items() if value is not None)]

    @property
    def cases(self) -> pd.DataFrame:
        """One row a case, as a DataFrame; nested fields stay Python objects."""
        import pandas as pd

        return pd.DataFrame([row.model_dump(mode="json") for row in self.per_case], columns=list(CaseRow.model_fields))
