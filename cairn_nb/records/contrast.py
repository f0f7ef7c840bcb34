"""Contrast sets: the questions on which exactly one of two systems is right, and where their traces part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from pydantic import Field

from cairn_nb.records.base import Record
from cairn_nb.records.estimate import Estimate

ContrastSource = Literal["score", "verdicts"]
Parting = Literal["different_stage", "different_documents", "different_output", "different_answer"]
NamedPair: TypeAlias = tuple[str, str]
TraceSource = Literal["evidence", "rows"]
RIGHT_FROM = 4.0


class ContrastSettings(Record):
    """When a system is right on a question.

    ``score``: its answer score, averaged over the trials, reaches `threshold`; ``verdicts``: it won the arena's
    comparison in both orders together.
    """

    source: ContrastSource = "score"
    threshold: float = Field(default=RIGHT_FROM, ge=0, le=5)


class ContrastConfig(ContrastSettings):
    """What an experiment file says: whether a bench run writes its contrasts, and of which pairs."""

    enabled: bool = False
    pairs: Literal["all", "vs_baseline"] = "all"


class AskedContrast(ContrastSettings):
    """The contrasts that a bench run keeps: when a system is right, and of which pairs."""

    pairs: tuple[NamedPair, ...]


class Work(Record):
    """What one step of a trace did: its kind, and what came of it; null where that was not kept.

    `documents` are those that a retrieval or reranking gave, each once, best first; `output` what any other step gave.
    """

    kind: str
    documents: tuple[str, ...] | None = None
    output: tuple[str, ...] | None = None


class AlignedStep(Record):
    """The two systems' steps at one position, from 1; null where a trace has ended."""

    position: int
    winner: Work | None
    loser: Work | None


class Divergence(Record):
    """The first step at which two traces differ. `stage` is its kind; of two the one that comes first."""

    position: int
    kind: Parting
    stage: str


class Contrast(Record):
    """A question that exactly one of two systems is right on, in the trial that shows it best.

    `trace` says what the steps were read from: the evidence of both systems, or the rows of a report without it; null,
    and no `divergence`, where a system has no trace.
    """

    system_a: str
    system_b: str
    question_id: str
    question: str | None
    category: str | None
    winner: str
    loser: str
    winner_score: float | None
    loser_score: float | None
    winner_answer: str
    loser_answer: str
    trial: int
    failure_type: str
    divergence: Divergence | None = None
    steps: tuple[AlignedStep, ...] = ()
    trace: TraceSource | None = None


class ContrastClusters(Record):
    """One side's contrasts, counted: by the other's failure type, by category, by the stage where the traces parted."""

    failure_types: dict[str, int] = Field(default_factory=dict)
    categories: dict[str, int] = Field(default_factory=dict)
    stages: dict[str, int] = Field(default_factory=dict)
    partings: dict[str, int] = Field(default_factory=dict)


class PairSummary(Record):
    """Two systems over the questions that both can be compared on.

    `both` and `neither` are null with verdicts, `draws` is with scores. `only_a_share` is `only_a` of `n_compared` with
    an exact interval by document. `p_value` is the two-sided sign-flip test by document of "each is as often the only
    one that is right"; null under six documents. `p_mcnemar` is McNemar's exact test, which takes questions as
    independent. `p_holm` is `p_value` adjusted over the pairs.
    """

    system_a: str
    system_b: str
    n_compared: int
    n_skipped: int
    skipped: dict[str, int] = Field(default_factory=dict)
    only_a: int
    only_b: int
    both: int | None
    neither: int | None
    draws: int | None = None
    only_a_share: Estimate
    only_b_share: Estimate
    n_clusters: int
    p_value: float | None
    p_holm: float | None
    p_mcnemar: float | None
    won_by_a: ContrastClusters
    won_by_b: ContrastClusters


class ContrastSummary(Record):
    """contrast_summary.json. `n_questions` is how many were looked at, null where all were."""

    source: ContrastSource
    threshold: float
    n_questions: int | None = None
    pairs: tuple[PairSummary, ...]
    notes: tuple[str, ...] = ()


class ContrastSets(Record):
    """What was found: the summary, and a contrast a question and pair."""

    summary: ContrastSummary
    contrasts: tuple[Contrast, ...]

    shown_fields = ("summary",)

    def only(self, pairs: Sequence[NamedPair]) -> ContrastSets:
        """These pairs' part of it."""
        wanted = frozenset(pairs)
        kept = tuple(pair for pair in self.summary.pairs if (pair.system_a, pair.system_b) in wanted)
        contrasts = tuple(one for one in self.contrasts if (one.system_a, one.system_b) in wanted)
        return ContrastSets(summary=self.summary.changed(pairs=kept), contrasts=contrasts)

    def of(self, system_a: str, system_b: str, winner: str | None = None) -> tuple[Contrast, ...]:
        """A pair's contrasts; with `winner`, those that it alone is right on."""
        found = (one for one in self.contrasts if (one.system_a, one.system_b) == (system_a, system_b))
        return tuple(one for one in found if winner is None or one.winner == winner)
