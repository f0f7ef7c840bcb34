"""From an experiment file to what looks at answers beside the judge: the five axes, claims, refusals by a model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cairn_nb.config.model import Component, Config
from cairn_nb.config.placed import placed
from cairn_nb.judges.axes.protocol import AxesJudge
from cairn_nb.judges.catalog import judge_provider
from cairn_nb.judges.claims.check import ModelClaimChecker
from cairn_nb.judges.claims.offline import OfflineClaimChecker
from cairn_nb.judges.claims.protocol import ClaimChecker
from cairn_nb.judges.refusal_model import ModelRefusalDetector
from cairn_nb.providers.caching.cache import ReplyCache
from cairn_nb.providers.catalog import chat_model, deciding
from cairn_nb.providers.protocol import ChatModel
from cairn_nb.providers.wire.limits import Limits
from cairn_nb.systems.axes_judge import axes_judge, build_axes_judge

STUB = "stub"


@dataclass(frozen=True)
class Checks:
    """What looks at every answer of a run, each None where it is not asked for; closed together.

    `axes` is None where the heuristic judge grades the five axes, which the rows do by themselves.
    """

    axes: AxesJudge | None = None
    claims: ClaimChecker | None = None
    refusals: ModelRefusalDetector | None = None
    owned: tuple[ChatModel, ...] = ()

    @property
    def identity(self) -> dict[str, Any]:
        """By which instructions they look; the models are in the configuration."""
        found = {"claims": self.claims, "refusals": self.refusals}
        axes = {} if self.axes is None else {"axes": self.axes.prompt_version}
        return {**axes, **{name: check.version for name, check in found.items() if check is not None}}

    async def aclose(self) -> None:
        """Close their models."""
        for model in self.owned:
            await model.aclose()
        if self.axes is not None:
            await self.axes.aclose()


NO_CHECKS = Checks()


@dataclass(frozen=True)
class Placed:
    """A chat model as an experiment file names it, and where."""

    key: str
    component: Component


def build_checks(config: Config, *, limits: Limits, cache: ReplyCache | None, one_generator: bool = True) -> Checks:
    """The checks that a configuration asks for; two that ask the same model share it.

    Parameters
    ----------
    one_generator
        Whether the configuration's generator wrote every answer; else each answer names the model that wrote it.

    Raises
    ------
    ConfigError, AuthenticationError, MissingExtraError
        As `cairn_nb.systems.build.build_judge` does.
    """
    opened: dict[str, ChatModel] = {}

    def chat(named: Placed) -> ChatModel:
        told_apart_by = named.component.model_dump_json()
        if told_apart_by not in opened:
            with placed(named.key):
                opened[told_apart_by] = chat_model(
                    named.component.name, named.component.params, limits=limits, cache=cache
                )
        return opened[told_apart_by]

    claims, refusals = claims_provider(config), refusal_provider(config)
    if one_generator:
        axes = build_axes_judge(config, limits=limits, cache=cache)
    else:
        axes = axes_judge(config.evaluation.axes_judge, limits=limits, cache=cache)
    return Checks(
        axes=axes if axes.design is not None else None,
        claims=claim_checker(config, None if claims is None else chat(claims)),
        refusals=None if refusals is None else ModelRefusalDetector(deciding(chat(refusals))),
        owned=tuple(opened.values()),
    )


def claim_checker(config: Config, chat: ChatModel | None) -> ClaimChecker | None:
    """The checker of claims with this model, or offline without one; None where claims are not checked."""
    claims = config.evaluation.claims
    if not claims.enabled:
        return None
    if chat is None:
        return OfflineClaimChecker(max_claims=claims.max_claims)
    return ModelClaimChecker(chat, deciding(chat), max_claims=claims.max_claims)


def claims_provider(config: Config) -> Placed | None:
    """The model that claims are checked by; None where they are not checked, or offline."""
    claims = config.evaluation.claims
    if not claims.enabled:
        return None
    if claims.provider is None:
        return judging_provider(config)
    return _asked("evaluation.claims.provider", claims.provider)


def refusal_provider(config: Config) -> Placed | None:
    """The model that knows refusals; None where the wording decides, or where no model judges."""
    return judging_provider(config) if config.evaluation.refusal_detector == "model" else None


def judging_provider(config: Config) -> Placed | None:
    """The model that grades: the judge's, else the first of the five axes'; None where none is asked."""
    with placed("judge"):
        grading = judge_provider(config.judge.name, config.judge.params)
    if grading is not None:
        return Placed("judge.params.provider", Component(name=grading.name, params=grading.params))
    for model in config.evaluation.axes_judge.models:
        return _asked("evaluation.axes_judge.params", model.whole_provider)
    return None


def _asked(key: str, component: Component) -> Placed | None:
    return None if component.name == STUB else Placed(key, component)
