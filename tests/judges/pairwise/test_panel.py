from __future__ import annotations

from typing import Any

import pytest

from cairn_nb.config.axes_judge import AxesJudgeConfig
from cairn_nb.judges.pairwise.catalog import build_pair_judges
from cairn_nb.judges.pairwise.llm import LlmPairJudge
from cairn_nb.judges.pairwise.pair import Contestant, Pair
from cairn_nb.judges.pairwise.panel import PairJudges, leans
from cairn_nb.records.judging import AxesJudgeMember
from tests.judges.fake_chat import FakeChat
from tests.judges.pairwise.pairs import pair


def judge(family: str) -> LlmPairJudge:
    return LlmPairJudge(FakeChat([]), AxesJudgeMember(judge=f"openrouter:{family}", family=family))


def by(one: str | None, two: str | None) -> Pair:
    return pair(first=Contestant("a", "x", one), second=Contestant("b", "y", two))


def names(judges: PairJudges, shown: Pair) -> list[str]:
    return [one.name.removeprefix("openrouter:") for one in judges.of(shown)]


PANEL = PairJudges((judge("claude"), judge("gpt")))


@pytest.mark.parametrize(
    ("one", "two", "judges"),
    [
        ("llama", "qwen", ["claude"]),  # nobody wrote either: the lead
        ("claude", "llama", ["gpt"]),  # the lead's family wrote one
        ("gpt", "gpt", ["claude"]),
        ("gpt", "claude", ["claude", "gpt"]),  # each leans, so both judge
        (None, None, ["claude"]),
    ],
)
def test_the_first_judge_of_another_family_else_all(one: str | None, two: str | None, judges: list[str]) -> None:
    assert names(PANEL, by(one, two)) == judges


def test_one_judge_judges_its_own_family_too_and_it_is_counted() -> None:
    alone = PairJudges((judge("gpt"),))
    assert names(alone, by("gpt", "llama")) == ["gpt"] and leans(alone.judges[0], by("gpt", "llama"))


def test_a_panel_that_need_not_be_independent_is_led() -> None:
    assert names(PairJudges(PANEL.judges, independent=False), by("claude", "llama")) == ["claude"]


def member(model: str) -> dict[str, Any]:
    return {"provider": {"name": "openrouter", "params": {"model": model}}}


def test_the_judges_are_those_of_the_five_axes() -> None:
    made = FakeChat([])
    given = {"name": "panel", "params": {"judges": [member("anthropic/claude-x"), member("openai/gpt-x")]}}
    found = build_pair_judges(AxesJudgeConfig.model_validate(given), chat_model_factory=lambda *_: made)
    assert [(one.name, one.family) for one in found.judges] == [
        ("openrouter:anthropic/claude-x", "claude"),
        ("openrouter:openai/gpt-x", "gpt"),
    ]
    assert found.independent


def test_without_a_model_the_heuristic_stands_in() -> None:
    found = build_pair_judges(AxesJudgeConfig(), chat_model_factory=lambda *_: FakeChat([]))
    assert found.names == ("heuristic",) and found.prompt_version == ""
