"""What an arena will cost: its calls counted by hand, its tokens from the prompts that a judge is sent."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from cairn_nb.config import Config
from cairn_nb.decisions.arena.schedule import meeting
from cairn_nb.judges.pairwise.request import pair_request
from cairn_nb.judges.rubric import load_prompt
from cairn_nb.providers.pricing.token_estimate import estimated_tokens
from cairn_nb.records.cost_estimate import ArenaEstimate, BenchEstimate
from cairn_nb.runner.estimate.arena import PlannedField
from cairn_nb.runner.estimate.bench import aestimate_bench
from cairn_nb.runner.estimate.cost import PlannedEvaluation
from cairn_nb.runner.estimate.offline_run import offline_run
from cairn_nb.runner.estimate.stand_ins import PAIR
from tests.runner.conftest import MakeProject, Project

N = 80  # 16 teams with five questions each
PRICE = {"input": 3, "output": 15}


@pytest.fixture
def project(make_project: MakeProject) -> Project:
    return make_project()


def model(name: str) -> dict[str, Any]:
    return {"provider": {"name": "openrouter", "params": {"model": name, "price": PRICE}}}


def panel(*names: str, **more: Any) -> dict[str, Any]:
    return {"name": "panel", "params": {"judges": [model(name) for name in names], **more}}


def systems(project: Project, n: int, pairwise: dict[str, Any], **overrides: Any) -> list[Config]:
    asked = {"evaluation__pairwise": {"enabled": True, **pairwise}, "evaluation__axes_judge": panel("qwen/q", "x-ai/g")}
    return [project.config(name=f"k{k}", retrieval__k=k, **{**asked, **overrides}) for k in range(2, 2 + n)]


def together(configs: list[Config], **asked: Any) -> BenchEstimate:
    return asyncio.run(aestimate_bench(configs, PlannedEvaluation(**{"split": "all", "sample": 5, **asked})))


def arena(configs: list[Config], **asked: Any) -> ArenaEstimate:
    found = together(configs, **asked).arena
    assert found is not None
    return found


# Pairs of a question: n (n - 1) / 2, or n - 1 with the baseline, cut at the cap; adaptive takes the cap, else n.
SCHEDULES: list[tuple[int, dict[str, Any], int]] = [
    (3, {"pairs": "all"}, 3),
    (4, {"pairs": "all"}, 6),
    (4, {"pairs": "all", "max_pairs_per_question": 5}, 5),
    (4, {"pairs": "vs_baseline"}, 3),
    (4, {"pairs": "vs_baseline", "max_pairs_per_question": 2}, 2),
    (2, {"pairs": "adaptive"}, 1),
    (4, {"pairs": "adaptive"}, 4),
    (4, {"pairs": "adaptive", "max_pairs_per_question": 1}, 1),
    (4, {"pairs": "adaptive", "max_pairs_per_question": 9}, 6),
]


@pytest.mark.parametrize(("n_systems", "pairwise", "a_question"), SCHEDULES)
def test_two_calls_a_pair_of_every_planned_question(
    project: Project, n_systems: int, pairwise: dict[str, Any], a_question: int
) -> None:
    found = arena(systems(project, n_systems, pairwise))
    assert (found.n_questions, found.n_comparisons, found.calls) == (N, N * a_question, 2 * N * a_question)
    assert found.baseline == ("k2" if pairwise["pairs"] == "vs_baseline" else None)
    # Neither judge wrote an answer, so the first of them judges every pair.
    assert [judge.calls for judge in found.judges] == [found.calls, 0]


def test_trials_are_no_more_comparisons(project: Project) -> None:
    assert arena(systems(project, 2, {}), trials=3, limit=7).calls == 2 * 7


def written_by(project: Project, name: str, generator: str) -> Config:
    provider = {"name": "openrouter", "params": {"model": generator, "price": PRICE}}
    judge = panel("anthropic/a", "qwen/q")
    enabled = {"evaluation__pairwise": {"enabled": True}, "evaluation__axes_judge": judge}
    return project.config(name=name, generation__provider=provider, **enabled)


def test_who_judges_is_who_wrote_neither_answer_and_all_where_each_leans(project: Project) -> None:
    writers = {"one": "anthropic/writer", "two": "qwen/writer", "three": "mistralai/writer"}
    found = arena([written_by(project, name, generator) for name, generator in writers.items()])
    # A question: one–two goes to both judges, one–three to qwen, two–three to anthropic; 4 comparisons, 2 a judge.
    assert {judge.model: judge.calls for judge in found.judges} == {"anthropic/a": 4 * N, "qwen/q": 4 * N}
    assert (found.n_comparisons, found.calls) == (4 * N, 8 * N)


def test_the_tokens_are_those_of_the_prompts_in_both_orders(project: Project) -> None:
    configs = systems(project, 2, {})
    asked = PlannedEvaluation(split="all", limit=6)
    runs = [asyncio.run(offline_run(config, asked)) for config in configs]
    field, prompt, seed = PlannedField({run.config.name: run for run in runs}), load_prompt("pairwise-p1"), 0
    sent = 0
    for case in runs[0].cases:
        pair = field.pair(meeting(case.id, ("k2", "k3"), seed))
        assert pair.question == case.question and pair.first.text
        for shown in (pair, pair.swapped):
            request = pair_request(shown, prompt, temperature=0)
            sent += estimated_tokens(message.content for message in request.messages)
    found = arena(configs, limit=6, sample=50)
    assert found.input_tokens == pytest.approx(sent)
    assert found.output_tokens == pytest.approx(12 * estimated_tokens((PAIR,)))  # 6 questions in two orders
    assert found.cost_usd == pytest.approx((3 * found.input_tokens + 15 * found.output_tokens) / 1e6)
    lead, second = found.judges
    assert (lead.judge, lead.component, lead.model) == ("openrouter:qwen/q", "openrouter", "qwen/q")
    assert lead.cost_usd == found.cost_usd and second.cost_usd == 0


def test_it_is_a_part_of_the_sum_and_held_to_the_cap(project: Project) -> None:
    configs = systems(project, 2, {}, evaluation__max_cost_usd=1e-3)
    found = together(configs)
    assert found.arena is not None and found.arena.cost_usd is not None
    parts = [*(one.total_cost_usd or 0 for one in found.estimates), found.arena.cost_usd]
    assert found.total_cost_usd == pytest.approx(sum(parts))
    assert (found.arena.max_cost_usd, found.arena.within_cap) == (1e-3, False)


def test_a_sample_stands_for_the_whole(project: Project) -> None:
    one, whole = (arena(systems(project, 2, {}), sample=sample) for sample in (20, N))
    assert one.calls == whole.calls == 2 * N
    assert one.input_tokens == pytest.approx(whole.input_tokens, rel=0.05)


def test_the_stand_in_without_a_model_costs_nothing(project: Project) -> None:
    found = arena(systems(project, 3, {}, evaluation__axes_judge={"name": "heuristic"}))
    assert (found.judges, found.calls, found.cost_usd, found.n_comparisons) == ((), 0, 0.0, 3 * N)


def test_a_judge_without_a_price_is_named_where_it_is_asked(project: Project) -> None:
    unpriced = {"provider": {"name": "openrouter", "params": {"model": "nobody/unheard-of-9"}}}
    judges = {"name": "panel", "params": {"judges": [unpriced, model("qwen/q")]}}
    found = together(systems(project, 2, {}, evaluation__axes_judge=judges))
    assert found.arena is not None
    assert (found.arena.cost_usd, found.arena.unpriced) == (None, ("nobody/unheard-of-9",))
    assert found.total_cost_usd is None and found.arena.calls == 2 * N


def test_there_is_none_without_two_systems_or_where_the_first_asks_for_none(project: Project) -> None:
    [only] = systems(project, 1, {})
    quiet = project.config(name="quiet")
    assert together([only]).arena is None
    assert together([quiet, only]).arena is None
    assert together([only, quiet]).arena is not None
