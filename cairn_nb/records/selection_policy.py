"""What a recommendation is asked for: hard limits, and what decides among systems that cannot be told apart."""

from __future__ import annotations

from typing import Literal

from pydantic import ConfigDict, Field, model_validator

from cairn_nb.records.base import Record
from cairn_nb.records.section import MOST_POINTS

Profile = Literal["balanced", "cheapest_acceptable", "lowest_latency", "max_quality"]


class Constraints(Record):
    """Hard limits; null: none. A measure that the run does not have cannot be shown to meet its limit, so it fails it.

    Parameters
    ----------
    max_cost_per_question
        USD for one question, answering and judging.
    max_latency_ms_p95
        Milliseconds; of the latency probe where the report has one.
    min_faithfulness, min_answer_score
        Points from 0 to 5: the mean of the axis, and of the five axes' mean.
    max_ingestion_cost
        USD for the whole corpus.
    require_local_models
        Every model that the system calls runs on this machine.
    require_no_network
        And nothing else of it needs a network.
    """

    model_config = ConfigDict(strict=True)

    max_cost_per_question: float | None = Field(default=None, ge=0)
    max_latency_ms_p95: float | None = Field(default=None, ge=0)
    min_faithfulness: float | None = Field(default=None, ge=0, le=MOST_POINTS)
    min_answer_score: float | None = Field(default=None, ge=0, le=MOST_POINTS)
    max_ingestion_cost: float | None = Field(default=None, ge=0)
    require_local_models: bool = False
    require_no_network: bool = False


class Weights(Record):
    """How much quality, cost and latency count; only their proportions matter."""

    model_config = ConfigDict(strict=True)

    quality: float = Field(default=0.6, ge=0)
    cost: float = Field(default=0.2, ge=0)
    latency: float = Field(default=0.2, ge=0)

    @model_validator(mode="after")
    def _some(self) -> Weights:
        if self.quality + self.cost + self.latency <= 0:
            raise ValueError("one of quality, cost and latency must count")
        return self


class GivenWeights(Record):
    """Weights that replace a profile's; null keeps the profile's."""

    model_config = ConfigDict(strict=True)

    quality: float | None = Field(default=None, ge=0)
    cost: float | None = Field(default=None, ge=0)
    latency: float | None = Field(default=None, ge=0)


# Only the cost, or only the time, decides among the tied where the other weighs nothing.
PROFILES: dict[Profile, Weights] = {
    "balanced": Weights(quality=0.6, cost=0.2, latency=0.2),
    "cheapest_acceptable": Weights(quality=0.5, cost=0.5, latency=0.0),
    "lowest_latency": Weights(quality=0.5, cost=0.0, latency=0.5),
    "max_quality": Weights(quality=1.0, cost=0.0, latency=0.0),
}


class SelectionPolicy(Record):
    """Limits, a profile, and weights that replace the profile's."""

    profile: Profile = "balanced"
    weights: GivenWeights | None = None
    constraints: Constraints = Constraints()

    @model_validator(mode="after")
    def _weigh_something(self) -> SelectionPolicy:
        self.weighing()
        return self

    def weighing(self) -> Weights:
        """The weights in force."""
        given = {} if self.weights is None else self.weights.model_dump(exclude_none=True)
        return Weights(**{**PROFILES[self.profile].model_dump(), **given})

    @property
    def merges_ties(self) -> bool:
        """Whether systems that cannot be told from the best stand for the choice too."""
        return self.profile != "max_quality"
