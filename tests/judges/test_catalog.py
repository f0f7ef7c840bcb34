from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from cairn_nb.errors import ConfigError
from cairn_nb.judges.catalog import build_judge
from cairn_nb.judges.protocol import Judge
from tests.judges.fake_chat import FakeChat

ASKED: list[tuple[str, dict[str, Any]]] = []


def factory(name: str, params: Mapping[str, Any]) -> FakeChat:
    ASKED.append((name, dict(params)))
    return FakeChat([])


def test_the_judges_of_the_catalog_are_judges() -> None:
    llm = build_judge("llm", {"provider": {"name": "openai"}}, chat_model_factory=factory)
    stub = build_judge("stub", {}, chat_model_factory=factory)
    assert isinstance(llm, Judge) and isinstance(stub, Judge)
    assert stub.rubric_version == "stub-2"
    assert llm.rubric_version.startswith("grade-1-")


def test_the_short_form_of_the_model_reaches_the_provider() -> None:
    params = {"model": "m-1", "provider": {"name": "openai", "params": {"base_url": "http://x"}}}
    build_judge("llm", params, chat_model_factory=factory)
    assert ASKED[-1] == ("openai", {"base_url": "http://x", "model": "m-1"})


@pytest.mark.parametrize(
    ("name", "params", "message"),
    [
        ("lllm", {}, "did you mean 'llm'"),
        ("stub", {"strict": True}, "unknown parameter"),
        ("llm", {}, "judge.llm.provider: this parameter is required"),
        ("llm", {"provider": {"name": "openai"}, "max_tokns": 5}, "did you mean 'max_tokens'"),
        ("llm", {"provider": {"name": "openai"}, "max_tokens": 1}, "judge.llm.max_tokens"),
        ("llm", {"provider": {"name": "stub"}}, "the stub model cannot grade"),
        ("llm", {"provider": {"name": "openai"}, "rubric": "grade-9"}, "no rubric"),
    ],
)
def test_a_mistake_is_named(name: str, params: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        build_judge(name, params, chat_model_factory=factory)
