"""A panel: who may judge whom, one verdict of several, and what the row says of it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from cairn_nb.judges.axes.llm import LlmAxesJudge
from cairn_nb.judges.axes.panel import PanelAxesJudge, PanelRules
from cairn_nb.judges.axes.protocol import AxesJudge
from cairn_nb.judges.rubric import load_rubric
from cairn_nb.records import Answer, Status
from cairn_nb.records.axis_verdict import AxisVerdict
from cairn_nb.records.judging import AxesJudgeMember
from tests.judges.axes.answers import CASE, answered, reply
from tests.judges.fake_chat import FakeChat

RUBRIC = load_rubric("axes-1", "axes")
HAIKU, OPUS, LUNA, QWEN = "anthropic:claude-haiku", "anthropic:claude-opus", "openai:gpt-luna", "openrouter:qwen/qwen3"
FAMILIES = {HAIKU: "claude", OPUS: "claude", LUNA: "gpt", QWEN: "qwen"}


def panel(
    said: dict[str, list[str | Exception]], generator_family: str | None = None, **rules: Any
) -> tuple[PanelAxesJudge, dict[str, FakeChat]]:
    models = {name: FakeChat(replies) for name, replies in said.items()}
    judges = [
        LlmAxesJudge(model, AxesJudgeMember(judge=name, family=FAMILIES[name]), RUBRIC, max_tokens=500)
        for name, model in models.items()
    ]
    return PanelAxesJudge(judges, PanelRules(**rules), generator_family=generator_family), models


def graded(
    said: dict[str, list[str | Exception]],
    generator_family: str | None = None,
    answer: Answer | None = None,
    **rules: Any,
) -> AxisVerdict:
    judge, _ = panel(said, generator_family, **rules)
    return asyncio.run(judge.grade(CASE, answer or answered()))


def test_every_judge_scores_on_its_own_and_the_verdict_is_the_mean() -> None:
    verdict = graded({HAIKU: [reply(5, 4, 3, 2, 1)], LUNA: [reply(3)], QWEN: [reply(1)]})
    # (5+3+1)/3, (4+3+1)/3, (3+3+1)/3, (2+3+1)/3, (1+3+1)/3
    assert list(verdict.axes.values()) == pytest.approx([3, 8 / 3, 7 / 3, 2, 5 / 3], abs=1e-6)
    assert verdict.judge == f"{HAIKU}, {LUNA}, {QWEN}"
    assert [step.cost_usd for step in verdict.steps] == [0.25] * 3
    found = verdict.metadata
    assert (found["judges"], found["sat_out"], found["member_fallbacks"]) == ([HAIKU, LUNA, QWEN], [], [])
    assert found["panel_scores"][HAIKU] == {
        "correctness": 5,
        "faithfulness": 4,
        "completeness": 3,
        "relevance": 2,
        "citation_quality": 1,
        "answer_score": 3,
    }
    assert found["reasons"] == dict.fromkeys((HAIKU, LUNA, QWEN), "because")


def test_the_median() -> None:
    verdict = graded({HAIKU: [reply(5)], LUNA: [reply(4)], QWEN: [reply(0)]}, aggregate="median")
    assert verdict.answer_score == 4


@pytest.mark.parametrize(
    ("family", "judges", "sat_out"),
    [("gpt", [HAIKU], [LUNA]), ("claude", [LUNA], [HAIKU]), ("qwen", [HAIKU, LUNA], []), (None, [HAIKU, LUNA], [])],
)
def test_a_judge_sits_out_its_own_family(family: str | None, judges: list[str], sat_out: list[str]) -> None:
    judge, models = panel({HAIKU: [reply(5)], LUNA: [reply(3)]}, family)
    found = asyncio.run(judge.grade(CASE, answered())).metadata
    assert (found["judges"], found["sat_out"]) == (judges, sat_out)
    assert [found["panel_scores"][name] for name in sat_out] == [{}] * len(sat_out)
    assert [len(models[name].requests) for name in (HAIKU, LUNA)] == [int(name in judges) for name in (HAIKU, LUNA)]
    assert found["self_preference"] is False


def test_the_family_is_that_of_the_answers_model_where_no_configuration_says_it() -> None:
    answer = answered(model="anthropic/claude-sonnet-4")
    assert graded({HAIKU: [reply(5)], LUNA: [reply(3)]}, answer=answer).metadata["sat_out"] == [HAIKU]


def test_when_all_are_of_the_family_all_score_and_it_is_marked() -> None:
    found = graded({HAIKU: [reply(5)], OPUS: [reply(4)]}, "claude").metadata
    assert (found["judges"], found["sat_out"], found["self_preference"]) == ([HAIKU, OPUS], [], True)


def test_without_independence_nobody_sits_out_and_one_other_judge_is_enough() -> None:
    found = graded({HAIKU: [reply(5)], LUNA: [reply(3)]}, "claude", independent=False).metadata
    assert (found["judges"], found["self_preference"]) == ([HAIKU, LUNA], False)


def test_a_judge_that_failed_is_left_out_and_still_paid() -> None:
    verdict = graded({HAIKU: ["?", "?"], LUNA: [reply(3)]})
    assert verdict.answer_score == 3 and not verdict.fallback
    assert verdict.metadata["member_fallbacks"] == [HAIKU] and verdict.metadata["judges"] == [LUNA]
    assert verdict.metadata["panel_scores"][HAIKU] == {}
    assert [step.cost_usd for step in verdict.steps] == [0.5, 0.25]
    assert verdict.metadata["parse_error"].startswith(f"{HAIKU}: ")


def test_only_when_every_judge_failed_the_heuristic_one_grades() -> None:
    verdict = graded({HAIKU: ["?", "?"], LUNA: ["?", "?"]})
    assert verdict.fallback and verdict.judge == "heuristic"
    assert verdict.metadata["member_fallbacks"] == [HAIKU, LUNA] and verdict.metadata["retries"] == 2
    assert sum(step.cost_usd or 0 for step in verdict.steps) == 1.0


@pytest.mark.parametrize(("family", "scorer"), [("gpt", HAIKU), ("qwen", HAIKU), ("claude", LUNA)])
def test_with_scorers_first_the_first_that_may_judges_alone(family: str, scorer: str) -> None:
    judge, models = panel({HAIKU: [reply(5)], LUNA: [reply(3)]}, family, scorers="first")
    verdict = asyncio.run(judge.grade(CASE, answered()))
    assert verdict.metadata["judges"] == [scorer] and verdict.judge == scorer
    assert sum(len(model.requests) for model in models.values()) == 1


def test_its_design_and_a_withheld_answer() -> None:
    judge, models = panel({HAIKU: [], LUNA: []}, "gpt", aggregate="median", scorers="first")
    assert isinstance(judge, AxesJudge)
    assert (judge.design.lead, judge.design.aggregate, judge.design.scorers) == (HAIKU, "median", "first")
    assert judge.design.independent is True and judge.design.generator_family == "gpt"
    withheld = answered("no", status=Status.ABSTAINED)
    assert asyncio.run(judge.grade(CASE, withheld)).judge == "rule"
    asyncio.run(judge.aclose())
    assert all(model.closed for model in models.values())
