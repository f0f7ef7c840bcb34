"""The judges of the five axes that an experiment file can name, and what makes each of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from cairn_nb.config.axes_judge import AxesJudgeConfig, JudgeModel
from cairn_nb.config.placed import placed
from cairn_nb.errors import ConfigError
from cairn_nb.judges.axes.family import family_of
from cairn_nb.judges.axes.heuristic import HeuristicAxesJudge
from cairn_nb.judges.axes.llm import LlmAxesJudge
from cairn_nb.judges.axes.panel import PanelAxesJudge, PanelRules
from cairn_nb.judges.axes.protocol import AxesJudge
from cairn_nb.judges.rubric import load_rubric
from cairn_nb.providers.priced import chat_price
from cairn_nb.providers.protocol import ChatModel
from cairn_nb.records.judging import AxesJudgeMember

ChatModelFactory: TypeAlias = Callable[[str, Mapping[str, Any]], ChatModel]


def build_axes_judge(
    config: AxesJudgeConfig, *, chat_model_factory: ChatModelFactory, generator_family: str | None = None
) -> AxesJudge:
    """The judge that a configuration names.

    Parameters
    ----------
    config
        Its name and parameters.
    chat_model_factory
        Makes a chat model from a component's name and parameters.
    generator_family
        The family of the model that answers, where it is one for all answers.

    Raises
    ------
    ConfigError
        If the rubric or a provider's parameter is unknown, a model cannot grade, or one stands twice in a panel.
    """
    if not config.models:
        return HeuristicAxesJudge()
    members = members_of(config)
    rubric, params = load_rubric(config.params.rubric, "axes"), config.params
    judges = [
        LlmAxesJudge(
            model,
            member,
            rubric,
            max_tokens=asked.max_tokens,
            generator_family=generator_family,
        )
        for model, member, asked in zip(_chat_models(config, chat_model_factory), members, config.models, strict=True)
    ]
    if config.name == "llm":
        return judges[0]
    rules = PanelRules(params.aggregate, params.independent, params.scorers)
    return PanelAxesJudge(judges, rules, generator_family=generator_family)


def members_of(config: AxesJudgeConfig) -> tuple[AxesJudgeMember, ...]:
    """What reports call the models, their families, and how they are asked; none for the heuristic judge.

    Raises
    ------
    ConfigError
        If a provider or a parameter is unknown, a model cannot grade, or one stands twice in a panel.
    """
    members = []
    for place, model in places(config):
        with placed(place):
            members.append(_member(model))
    _refuse_twice([member.judge for member in members])
    return tuple(members)


def places(config: AxesJudgeConfig) -> Iterator[tuple[str, JudgeModel]]:
    """Each model, and where its provider stands below the judge."""
    for number, model in enumerate(config.models):
        yield ("params.provider" if config.name == "llm" else f"params.judges[{number}].provider"), model


def _chat_models(config: AxesJudgeConfig, factory: ChatModelFactory) -> Iterator[ChatModel]:
    for place, model in places(config):
        provider = model.whole_provider
        with placed(place):
            made = factory(provider.name, provider.params)
        yield made


def _member(model: JudgeModel) -> AxesJudgeMember:
    provider = model.whole_provider
    if provider.name == "stub":
        hint = "leave axes_judge away for the heuristic judge, or name another provider"
        raise ConfigError("the stub model cannot grade", key="name", hint=hint)
    named = chat_price(provider.name, provider.params).model
    return AxesJudgeMember(
        judge=f"{provider.name}:{named}",
        family=family_of(named, provider.name),
        samples=model.samples,
        temperature=model.temperature,
    )


def _refuse_twice(names: list[str]) -> None:
    for name, count in Counter(names).items():
        if count == 1:
            continue
        hint = "a judge agrees with itself; for its noise there are samples"
        raise ConfigError(f"{name} stands in the panel {count} times", key="params.judges", hint=hint)
