"""The report: one run's numbers, each of which can be recomputed from its rows."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field, field_validator

from cairn_nb.records.case_row import CaseRow
from cairn_nb.records.estimate import Estimate
from cairn_nb.records.estimates import Estimates
from cairn_nb.records.judging import JudgingSection
from cairn_nb.records.section import Section
from cairn_nb.records.sections import (
    AbstentionSection,
    AnswerSection,
    DocumentsSection,
    LatencyProbe,
    OperationalSection,
    RetrievalSection,
    TrialsSection,
)

if TYPE_CHECKING:
    import pandas as pd


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
    documents: DocumentsSection = DocumentsSection()
    failures: dict[str, int] = Field(default_factory=dict)
    trials: TrialsSection | None = None
    latency_probe: LatencyProbe | None = None
    judging: JudgingSection | None = None
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
    def latency_source(self) -> Literal["probe", "concurrent"]:
        """Whether questions were asked alone to time them (`latency_probe`), or among others only."""
        return "concurrent" if self.latency_probe is None else "probe"

    @property
    def cases(self) -> pd.DataFrame:
        """One row a case, as a DataFrame; nested fields stay Python objects."""
        import pandas as pd

        return pd.DataFrame([row.model_dump(mode="json") for row in self.per_case], columns=list(CaseRow.model_fields))
