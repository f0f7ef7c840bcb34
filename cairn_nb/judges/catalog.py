"""The judges that an experiment file can name, and what makes each of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from pydantic import Field

from cairn_nb.errors import ConfigError
from cairn_nb.judges.llm import LlmJudge
from cairn_nb.judges.protocol import Judge
from cairn_nb.judges.rubric import load_rubric
from cairn_nb.judges.stub import StubJudge
from cairn_nb.providers.params import nearest, read_params
from cairn_nb.providers.protocol import ChatModel
from cairn_nb.records.base import Record

ChatModelFactory: TypeAlias = Callable[[str, Mapping[str, Any]], ChatModel]


class StubParams(Record):
    """The offline judge has no parameters."""


class JudgeProvider(Record):
    """Which chat model grades, as in `generation.provider`."""

    name: str
    params: dict[str, Any] = Field(default_factory=dict)


class LlmParams(Record):
    """A chat model as the judge. `model` is short for the provider's parameter of that name."""

    provider: JudgeProvider
    model: str | None = None
    max_tokens: int = Field(default=300, ge=16)
    rubric: str = "grade-1"


def _stub(params: Mapping[str, Any], _factory: ChatModelFactory) -> Judge:
    read_params(StubParams, "judge.stub", params)
    return StubJudge()


def _llm(params: Mapping[str, Any], factory: ChatModelFactory) -> Judge:
    read = _llm_params(params)
    provider = _whole_provider(read)
    rubric = load_rubric(read.rubric)
    return LlmJudge(factory(provider.name, provider.params), rubric, max_tokens=read.max_tokens)


def _llm_params(params: Mapping[str, Any]) -> LlmParams:
    read = read_params(LlmParams, "judge.llm", params)
    if read.provider.name == "stub":
        hint = "name the judge 'stub', or another provider"
        raise ConfigError("the stub model cannot grade", key="judge.llm.provider.name", hint=hint)
    return read


def _whole_provider(read: LlmParams) -> JudgeProvider:
    """The provider with the model that stands beside it."""
    given = {"model": read.model} if read.model else {}
    return read.provider.changed(params={**read.provider.params, **given})


def judge_provider(name: str, params: Mapping[str, Any]) -> JudgeProvider | None:
    """The chat model that a judge asks; null for one that asks none.

    Raises
    ------
    ConfigError
        If a parameter is unknown or a value does not fit.
    """
    return _whole_provider(_llm_params(params)) if name == "llm" else None


JUDGES: dict[str, Callable[[Mapping[str, Any], ChatModelFactory], Judge]] = {"llm": _llm, "stub": _stub}


def build_judge(name: str, params: Mapping[str, Any], *, chat_model_factory: ChatModelFactory) -> Judge:
    """The judge of this name.

    Parameters
    ----------
    name
        ``stub`` or ``llm``.
    params
        Its parameters.
    chat_model_factory
        Makes a chat model from a component's name and parameters.

    Raises
    ------
    ConfigError
        If the name, a parameter or the rubric is unknown, or a value does not fit.
    """
    if name not in JUDGES:
        raise ConfigError(f"there is no judge {name!r}", key="judge.name", hint=nearest(name, JUDGES))
    return JUDGES[name](params, chat_model_factory)
