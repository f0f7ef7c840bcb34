"""Two finished runs question by question: what differs, and whether it is more than chance."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cairn_nb.records.base import Record
from cairn_nb.records.estimate import Estimate

ComparedVerdict = Literal["better", "worse", "no clear difference", "cannot tell"]


class MeasureComparison(Record):
    """One measure over the questions that both runs have a value for; `difference` is candidate minus baseline.

    `p_value` is by sign flips of documents, null under six of them; `p_holm` is adjusted over the measures compared.
    `question_difference`, `p_bootstrap` and `p_bootstrap_holm` are the paired bootstrap of plain questions.
    `wins`, `ties` and `losses` count the questions on which the candidate is better, equal or worse.
    `smallest_visible` is the smallest true fall that a one-sided 5% test shows with 80% power over these questions.
    """

    measure: str
    title: str
    direction: Literal["higher", "lower"]
    baseline: Estimate
    candidate: Estimate
    difference: Estimate
    p_value: float | None = None
    p_holm: float | None = None
    question_difference: Estimate
    p_bootstrap: float | None = None
    p_bootstrap_holm: float | None = None
    wins: int = 0
    ties: int = 0
    losses: int = 0
    smallest_visible: float | None = None
    verdict: ComparedVerdict


class RunComparison(Record):
    """A baseline and a candidate. `changes` lists the questions that changed, by kind of change.

    `warnings` are what keeps the numbers from being read as they stand: other judges, prices, dates, machines.
    """

    baseline: str
    candidate: str
    baseline_run: str | None = None
    candidate_run: str | None = None
    n_shared: int = Field(ge=1)
    n_baseline: int
    n_candidate: int
    measures: tuple[MeasureComparison, ...] = ()
    changes: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    warnings: tuple[str, ...] = ()


class RunComparisons(Record):
    """One comparison a pair of runs, or of each system that two bench runs share; `unmatched` are the others."""

    pairs: tuple[RunComparison, ...]
    unmatched: tuple[str, ...] = ()
