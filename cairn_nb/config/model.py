"""The experiment file's structure: one component and its parameters for each stage."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, field_validator, model_validator

from cairn_nb.config.axes_judge import AxesJudgeConfig
from cairn_nb.config.claims import ClaimsConfig
from cairn_nb.config.component import Component as Component
from cairn_nb.config.pairwise import PairwiseConfig
from cairn_nb.records.base import Record
from cairn_nb.records.contrast import ContrastConfig

NAME_PATTERN = r"^[a-z0-9][a-z0-9._-]{1,63}$"
ABSTAIN_TEXT = "The documents do not support an answer to this question. The closest passages are attached."
INCLUDE = ("**/*.md", "**/*.txt", "**/*.html", "**/*.pdf", "**/*.docx")

OpenShare = Annotated[float, Field(gt=0, lt=1)]


class IngestConfig(Record):
    """How documents become chunks. No chunk is longer than `max_chunk_chars`, whatever the chunker."""

    chunker: Component = Component(name="sentence_window", params={"window": 6, "overlap": 2})
    include: tuple[str, ...] = INCLUDE
    exclude: tuple[str, ...] = ()
    max_chunk_chars: int = Field(default=4000, ge=200)


class IndexConfig(Record):
    """Where vectors live. `dir` holds one folder a configuration."""

    backend: Literal["numpy", "lancedb", "pgvector"] = "numpy"
    dir: str = ".cairn/index"
    params: dict[str, Any] = Field(default_factory=dict)


class RewriteConfig(Record):
    """Other phrasings of the question, searched too. Without a provider, generation's is used."""

    enabled: bool = False
    n: int = Field(default=3, ge=1, le=8)
    provider: Component | None = None


class RerankConfig(Component):
    """A second ordering of the first `top` candidates (default: all of them)."""

    enabled: bool = True
    top: int | None = Field(default=None, ge=1, le=500)


class RetrievalConfig(Record):
    """What is searched, how deep, and how much the generator is shown (`k`)."""

    mode: Literal["hybrid", "dense", "bm25"] = "hybrid"
    k: int = Field(default=8, ge=1, le=50)
    candidates: int = Field(default=40, ge=1, le=500)
    rrf_k: int = Field(default=60, ge=1)
    rewrite: RewriteConfig = RewriteConfig()
    rerank: RerankConfig | None = None


class GenerationConfig(Record):
    """Which model answers."""

    provider: Component = Component(name="stub")
    max_tokens: int = Field(default=600, ge=16)
    temperature: float = Field(default=0.0, ge=0, le=2)
    abstain_text: str = ABSTAIN_TEXT


class CalibrationConfig(Record):
    """The promise: among answered cases at most `alpha` are wrong, with probability 1 - `delta`.

    `unit` says what is taken as independent: each question, or each document (one seeded draw from it).
    `split` is the share of cases that the threshold is fitted on.
    """

    alpha: OpenShare = 0.10
    delta: OpenShare = 0.05
    split: OpenShare = 0.4
    seed: int = 7
    unit: Literal["question", "document"] = "question"
    dir: str = ".cairn/calibration"


class BudgetConfig(Record):
    """Limits that a run is checked against."""

    max_cost_per_question_usd: float | None = Field(default=None, ge=0)
    max_p95_latency_ms: float | None = Field(default=None, ge=0)


class EvaluationConfig(Record):
    """How a run is carried out and read; nothing here changes an answer that arrives.

    `max_cost_usd` is what one run may be charged, its latency probe included. The probe asks `latency_probe_questions`
    questions again, one at a time (0: none; ``auto``: until the p95 is known to 15%). `primary_k` is the cutoff of the
    headline measures of retrieval. `axes_judge` grades the five axes, `claims` are checked one by one,
    and `refusal_detector` says who knows a refusal: the answer's wording, or the model that judges. `pairwise` has a
    bench run's answers compared by twos, and `contrast` has it list where systems disagree.
    """

    concurrency: int = Field(default=16, ge=1, le=1024)
    attempt_timeout_s: float = Field(default=60.0, gt=0)
    case_timeout_s: float = Field(default=180.0, gt=0)
    max_attempts: int = Field(default=5, ge=1, le=20)
    max_error_rate: float = Field(default=0.05, ge=0, le=1)
    max_cost_usd: float | None = Field(default=None, gt=0)
    latency_probe_questions: Annotated[int, Field(ge=0, le=100_000)] | Literal["auto"] = 5
    primary_k: Literal[1, 3, 5, 10] = 5
    axes_judge: AxesJudgeConfig = AxesJudgeConfig()
    claims: ClaimsConfig = ClaimsConfig()
    refusal_detector: Literal["heuristic", "model"] = "heuristic"
    pairwise: PairwiseConfig = PairwiseConfig()
    contrast: ContrastConfig = ContrastConfig()


class StatsConfig(Record):
    """How intervals are drawn: resampling documents (`cluster: document`) or plain questions (`none`).

    `baseline` names the configuration that a bench run compares the others with; by default the cheapest one.
    """

    cluster: Literal["document", "none"] = "document"
    n_boot: int = Field(default=2000, ge=100, le=1_000_000)
    level: OpenShare = 0.95
    seed: int = 0
    baseline: str | None = None


class ReportConfig(Record):
    """How much one HTML file may hold."""

    max_embedded_mb: float = Field(default=10.0, gt=0)


class Config(Record):
    """One experiment. `base_dir` is the folder that its relative paths start from."""

    name: str = Field(pattern=NAME_PATTERN)
    corpus: str = Field(min_length=1)
    golden: str = Field(min_length=1)
    description: str = ""
    ingest: IngestConfig = IngestConfig()
    embedding: Component = Component(name="hashing", params={"dim": 512})
    index: IndexConfig = IndexConfig()
    retrieval: RetrievalConfig = RetrievalConfig()
    generation: GenerationConfig = GenerationConfig()
    calibration: CalibrationConfig = CalibrationConfig()
    judge: Component = Component(name="stub")
    confidence: Component = Component(name="weighted")
    budget: BudgetConfig = BudgetConfig()
    evaluation: EvaluationConfig = EvaluationConfig()
    stats: StatsConfig = StatsConfig()
    report: ReportConfig = ReportConfig()
    base_dir: Path = Field(default=Path(), exclude=True)
    source: Path | None = Field(default=None, exclude=True)

    @field_validator("name")
    @classmethod
    def _not_dots(cls, name: str) -> str:
        if ".." in name:
            raise ValueError("must not contain '..'")
        return name

    @model_validator(mode="after")
    def _rerank_top(self) -> Config:
        rerank = self.retrieval.rerank
        if rerank is not None and rerank.top is None:
            filled = self.retrieval.changed(rerank=rerank.changed(top=self.retrieval.candidates))
            object.__setattr__(self, "retrieval", filled)
        return self

    def path(self, value: str) -> Path:
        """A path of this file, as seen from the working directory."""
        return Path(os.path.normpath(self.base_dir / value))

    @property
    def corpus_dir(self) -> Path:
        """The folder of documents."""
        return self.path(self.corpus)

    @property
    def golden_path(self) -> Path:
        """The golden set's JSONL file."""
        return self.path(self.golden)

    @property
    def index_dir(self) -> Path:
        """This configuration's index folder."""
        return self.path(self.index.dir) / self.name

    @property
    def calibration_path(self) -> Path:
        """This configuration's calibration record."""
        return self.path(self.calibration.dir) / f"{self.name}.json"

    @property
    def state_dir(self) -> Path:
        """Where ledgers and cached replies live: the folder above the index folders."""
        return self.path(self.index.dir).parent
