"""Who grades the five axes: the heuristic judge, one model, or a panel of models."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from cairn_nb.config.component import Component
from cairn_nb.records.base import Record

Aggregate = Literal["mean", "median"]
Scorers = Literal["all", "first"]
FEWEST_JUDGES = 2


class ModelSettings(Record):
    """How one model is asked to grade. `model` is short for the provider's parameter of that name."""

    model: str | None = None
    samples: int = Field(default=1, ge=1, le=25)
    temperature: float = Field(default=0.0, ge=0, le=2)
    max_tokens: int = Field(default=800, ge=64)

    @model_validator(mode="after")
    def _samples_differ(self) -> ModelSettings:
        if self.samples > 1 and self.temperature == 0:
            raise ValueError(f"{self.samples} samples at temperature 0 would be one and the same: give a temperature")
        return self


class JudgeModel(ModelSettings):
    """One model of a panel."""

    provider: Component

    @property
    def whole_provider(self) -> Component:
        """The provider with the model that stands beside it."""
        given = {"model": self.model} if self.model else {}
        return self.provider.changed(params={**self.provider.params, **given})


class AxesJudgeParams(ModelSettings):
    """What ``llm`` and ``panel`` take; the first block is for one model, `judges` and what follows for a panel."""

    provider: Component | None = None
    rubric: str = "axes-1"

    judges: tuple[JudgeModel, ...] = ()
    aggregate: Aggregate = "mean"
    independent: bool = True
    scorers: Scorers = "all"


class AxesJudgeConfig(Record):
    """The judge of the five axes, with its parameters."""

    name: Literal["heuristic", "llm", "panel"] = "heuristic"
    params: AxesJudgeParams = AxesJudgeParams()

    @model_validator(mode="after")
    def _fit(self) -> AxesJudgeConfig:
        check = {"heuristic": self._check_heuristic, "llm": self._check_llm, "panel": self._check_panel}
        check[self.name]()
        return self

    @property
    def models(self) -> tuple[JudgeModel, ...]:
        """The models that grade, the lead first; none for the heuristic judge."""
        if self.name == "panel":
            return self.params.judges
        if self.params.provider is None:
            return ()
        own = self.params.model_dump(include=set(JudgeModel.model_fields))
        return (JudgeModel.model_validate(own),)

    def _check_heuristic(self) -> None:
        if self.params != AxesJudgeParams():
            raise ValueError("the heuristic judge has no params: name 'llm' or 'panel'")

    def _check_llm(self) -> None:
        if self.params.provider is None:
            raise ValueError("params.provider is required: which model grades")
        self._refuse(("judges", "aggregate", "independent", "scorers"), "is for a panel")

    def _check_panel(self) -> None:
        if len(self.params.judges) < FEWEST_JUDGES:
            raise ValueError("params.judges must name two models or more; for one there is 'llm'")
        self._refuse(("provider", *ModelSettings.model_fields), "is set for each of params.judges")

    def _refuse(self, names: tuple[str, ...], why: str) -> None:
        default = AxesJudgeParams()
        for name in names:
            if getattr(self.params, name) != getattr(default, name):
                raise ValueError(f"params.{name} {why}")
