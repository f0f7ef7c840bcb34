"""Who graded the five axes of a report's answers, how well the judges agree, and which way they may lean."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cairn_nb.records.estimate import Estimate
from cairn_nb.records.section import OptionalShare, Section


class AxesJudgeMember(Section):
    """One model among the judges; `judge` is ``<component>:<model>``."""

    judge: str
    family: str | None = None
    samples: int = Field(default=1, ge=1)
    temperature: float = Field(default=0.0, ge=0)


class JudgingDesign(Section):
    """How answers are graded. The first of `judges` is the lead; the last three fields are null for one judge.

    `generator_family` is the family of the model that answers, where one is known for all answers.
    """

    name: Literal["llm", "panel"]
    prompt_version: str
    judges: tuple[AxesJudgeMember, ...]
    generator_family: str | None = None
    aggregate: Literal["mean", "median"] | None = None
    independent: bool | None = None
    scorers: Literal["all", "first"] | None = None

    @property
    def lead(self) -> str:
        """The judge that what needs a single model uses."""
        return self.judges[0].judge


class JudgingSection(JudgingDesign):
    """What came of it, over the answers that were put to models.

    `judge_fallback_rate` is the share that the heuristic judge graded in their stead, `n_by_rule` counts the answers
    that no model was asked about, `n_self_preferred` those that were graded by judges of the generator's family alone.
    `agreement` is Krippendorff's alpha of each axis and of the answer score; empty where no answer has two judges.
    """

    n_judged: int = Field(default=0, ge=0)
    n_by_rule: int = Field(default=0, ge=0)
    n_fallbacks: int = Field(default=0, ge=0)
    judge_fallback_rate: OptionalShare = None
    n_self_preferred: int = Field(default=0, ge=0)
    agreement: dict[str, Estimate] = Field(default_factory=dict)
