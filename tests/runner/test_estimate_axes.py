"""What grading the five axes will cost: a line a judge, by its samples, and nothing for one that sits out."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from cairn_nb.records.cost_estimate import CostEstimate, StageEstimate
from cairn_nb.runner.estimate.cost import PlannedEvaluation
from cairn_nb.runner.estimate.estimate import aestimate
from tests.runner.conftest import MakeProject


def model(name: str, **more: Any) -> dict[str, Any]:
    return {"provider": {"name": "openrouter", "params": {"model": name, "price": {"input": 3, "output": 15}}}, **more}


def estimate(make_project: MakeProject, judges: list[dict[str, Any]], **overrides: Any) -> CostEstimate:
    judge = {"name": "panel", "params": {"judges": judges}}
    config = make_project().config(evaluation__axes_judge=judge, **overrides)
    return asyncio.run(aestimate(config, PlannedEvaluation()))


def lines(found: CostEstimate) -> dict[str, StageEstimate]:
    return {stage.model: stage for stage in found.stages if stage.stage == "judge"}


def test_a_line_a_judge_by_its_samples(make_project: MakeProject) -> None:
    judges = [model("anthropic/claude-x"), model("qwen/qwen3", samples=3, temperature=0.5)]
    found = estimate(make_project, judges)
    one, three = lines(found)["anthropic/claude-x"], lines(found)["qwen/qwen3"]
    # Answers that the offline model withholds are graded by rule, so less than one call a question.
    assert 0 < one.calls <= 1 and three.calls == pytest.approx(3 * one.calls)
    assert three.input_tokens == pytest.approx(3 * one.input_tokens)
    assert one.cost_usd == pytest.approx((3 * one.input_tokens + 15 * one.output_tokens) / 1e6)
    assert found.judge_cost_per_question_usd == pytest.approx(4 * (one.cost_usd or 0))
    assert found.run_cost_usd == pytest.approx(4 * (one.cost_usd or 0) * found.n_questions)


def test_a_judge_of_the_generators_family_sits_out(make_project: MakeProject) -> None:
    generator = {"name": "anthropic", "params": {"model": "claude-y", "price": {"input": 1, "output": 5}}}
    found = estimate(make_project, [model("anthropic/claude-x"), model("qwen/qwen3")], generation__provider=generator)
    assert (lines(found)["anthropic/claude-x"].calls, lines(found)["anthropic/claude-x"].cost_usd) == (0, 0)
    assert lines(found)["qwen/qwen3"].calls > 0


def test_a_judge_without_a_price_makes_the_sum_unknown_and_is_named(make_project: MakeProject) -> None:
    unpriced = {"provider": {"name": "openrouter", "params": {"model": "nobody/unheard-of-9"}}}
    found = estimate(make_project, [model("qwen/qwen3"), unpriced])
    assert found.judge_cost_per_question_usd is None and found.run_cost_usd is None
    assert found.unpriced == ("nobody/unheard-of-9",)
