"""What one model says of one answer, over all its samples."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from cairn_nb.judges.axes.aggregate import Scores, aggregated, score_variance
from cairn_nb.judges.axes.sample import Sample
from cairn_nb.records.answer import Step
from cairn_nb.records.steps import one_step

STAGE = "judge"


@dataclass(frozen=True)
class Judgement:
    """One model's grades of an answer; `scores` is null when no sample of it could be used.

    `reasoning` is that of the first usable sample, `problem` why a sample could not be used.
    """

    judge: str
    family: str | None
    scores: Scores | None
    variance: float | None
    reasoning: str
    parse_error: str | None
    error: str | None
    retries: int
    n_samples: int
    step: Step | None

    @property
    def as_panel_scores(self) -> dict[str, Any]:
        """The five axes with the answer score; empty without any."""
        if self.scores is None:
            return {}
        return {**self.scores.axes, "answer_score": round(self.scores.answer_score, 6)}


def judgement_of(judge: str, family: str | None, samples: Sequence[Sample]) -> Judgement:
    """The mean of the samples that could be used; what all of them took."""
    usable = [sample.judgement for sample in samples if sample.judgement is not None]
    scores = [reply.scores for reply in usable]
    return Judgement(
        judge=judge,
        family=family,
        scores=aggregated(scores) if scores else None,
        variance=score_variance(scores),
        reasoning=usable[0].reasoning if usable else "",
        parse_error=_first(sample.parse_error for sample in samples),
        error=_first(sample.error for sample in samples),
        retries=sum(sample.retries for sample in samples),
        n_samples=len(usable),
        step=one_step([reply.step(STAGE) for sample in samples for reply in sample.replies]),
    )


def _first(problems: Iterable[str | None]) -> str | None:
    return next((problem for problem in problems if problem is not None), None)
