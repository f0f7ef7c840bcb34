"""From the experiment file's words to judges."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from cairn_nb.config.axes_judge import AxesJudgeConfig
from cairn_nb.errors import ConfigError
from cairn_nb.judges.axes.catalog import build_axes_judge
from cairn_nb.judges.axes.panel import PanelAxesJudge
from cairn_nb.judges.axes.protocol import AxesJudge
from cairn_nb.providers.protocol import ChatModel
from tests.judges.fake_chat import FakeChat

ASKED: list[tuple[str, Mapping[str, Any]]] = []


def factory(name: str, params: Mapping[str, Any]) -> ChatModel:
    ASKED.append((name, params))
    return FakeChat([])


def build(**content: Any) -> AxesJudge:
    ASKED.clear()
    return build_axes_judge(AxesJudgeConfig.model_validate(content), chat_model_factory=factory, generator_family="gpt")


def judge(name: str, model: str, **more: Any) -> dict[str, Any]:
    return {"provider": {"name": name, "params": {"model": model}}, **more}


def test_the_default_asks_no_model() -> None:
    made = build()
    assert (made.name, made.prompt_version, made.design, ASKED) == ("heuristic", "heuristic-1", None, [])
    assert isinstance(made, AxesJudge)


def test_one_model() -> None:
    params = {"provider": {"name": "openai", "params": {}}, "model": "gpt-5", "samples": 3, "temperature": 0.5}
    made = build(name="llm", params=params)
    assert ASKED == [("openai", {"model": "gpt-5"})]
    assert made.design is not None and made.design.name == "llm" and made.design.aggregate is None
    [member] = made.design.judges
    assert (member.judge, member.family, member.samples, member.temperature) == ("openai:gpt-5", "gpt", 3, 0.5)
    assert made.prompt_version.startswith("axes-1-") and made.design.generator_family == "gpt"


def test_a_panel_in_its_order_each_with_its_own_samples() -> None:
    judges = [judge("anthropic", "claude-haiku-4-5"), judge("openai", "gpt-5", samples=2, temperature=1)]
    made = build(name="panel", params={"judges": judges, "aggregate": "median", "scorers": "first"})
    assert isinstance(made, PanelAxesJudge)
    assert [(one.judge, one.family, one.samples) for one in made.design.judges] == [
        ("anthropic:claude-haiku-4-5", "claude", 1),
        ("openai:gpt-5", "gpt", 2),
    ]
    assert (made.design.aggregate, made.design.independent, made.design.scorers) == ("median", True, "first")
    assert [one.member.judge for one in made.allowed("gpt")] == ["anthropic:claude-haiku-4-5"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ({"name": "llm", "params": {"provider": {"name": "stub"}}}, r"params\.provider\.name.*stub model cannot grade"),
        (
            {"name": "panel", "params": {"judges": [judge("openai", "m"), judge("opnai", "m")]}},
            r"params\.judges\[1\]\.provider\.name.*no chat model 'opnai'",
        ),
        (
            {"name": "panel", "params": {"judges": [judge("openai", "m"), judge("openai", "m")]}},
            r"params\.judges.*openai:m stands in the panel 2 times",
        ),
        ({"name": "llm", "params": {**judge("openai", "m"), "rubric": "axes-9"}}, r"params\.rubric.*known: axes-1"),
        ({"name": "llm", "params": {**judge("openai", "m"), "rubric": "grade-1"}}, "no rubric 'grade-1'"),
    ],
)
def test_what_cannot_judge_is_refused(content: dict[str, Any], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        build(**content)
