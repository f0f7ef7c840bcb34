"""The estimate against the run itself, by hand, and without a key or a network."""

from __future__ import annotations

import asyncio
import json
import socket
from typing import Any

import pytest

from cairn_nb.config import Config
from cairn_nb.decisions.planning.plan import plan
from cairn_nb.decisions.planning.request import PlanRequest
from cairn_nb.errors import ConfigError, GoldenError, InputError
from cairn_nb.records.answer import Usage
from cairn_nb.records.cost_estimate import CostEstimate, StageEstimate
from cairn_nb.runner.estimate.cost import Measured, PlannedEvaluation, cost_estimate
from cairn_nb.runner.estimate.estimate import aestimate
from cairn_nb.runner.evaluate import aevaluate
from cairn_nb.runner.ingest import aingest
from tests.runner.conftest import MakeProject, ModelServer, Project

LIVE: dict[str, Any] = {
    "embedding": {
        "name": "openai",
        "params": {"model": "e", "dim": 8, "base_url": "http://127.0.0.1:1/v1", "price": {"input": 10, "output": 0}},
    },
    "generation__provider": {"name": "anthropic", "params": {"model": "a", "price": {"input": 1, "output": 5}}},
    "retrieval__rewrite": {"enabled": True, "n": 2},
    "retrieval__rerank": {"name": "cohere", "params": {"model": "r", "price": {"input": 2, "output": 0}}},
    "judge": {
        "name": "llm",
        "params": {"provider": {"name": "openrouter", "params": {"model": "j", "price": {"input": 3, "output": 4}}}},
    },
}


def estimate(config: Config, **asked: Any) -> CostEstimate:
    return asyncio.run(aestimate(config, PlannedEvaluation(**asked)))


@pytest.fixture
def project(make_project: MakeProject) -> Project:
    return make_project()


def test_it_is_what_the_run_is_charged_and_what_a_plan_takes_an_answer_to_cost(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    prices = {"stub": {"input": 1, "output": 2}, "hashing": {"input": 0.5, "output": 0}}
    monkeypatch.setenv("CAIRN_PRICING_JSON", json.dumps(prices))
    config = project.config()
    found = estimate(config, trials=2)
    manifest = asyncio.run(aingest(config))
    report = asyncio.run(aevaluate(config, reports_dir=project.reports, trials=2))
    assert found.n_sampled == found.n_questions == report.n_cases / 2
    assert found.cost_per_question_usd == pytest.approx(report.operational.cost_per_question_usd)
    assert found.run_cost_usd == pytest.approx(report.operational.cost_usd_total)
    assert found.ingestion_cost_usd == pytest.approx(manifest.embedding_cost_usd)
    assert report.operational.ingestion_cost_usd == manifest.embedding_cost_usd
    by_stage = {stage.stage: stage.cost_usd for stage in found.stages}
    for stage, cost in by_stage.items():
        charged = [row.cost_by_stage_usd[stage] or 0 for row in report.per_case]
        assert cost == pytest.approx(sum(charged) / len(charged))
    planned = plan(PlanRequest.of({"difference": 0.3}), report)
    assert planned.cost_per_answer_usd == pytest.approx(found.cost_per_question_usd)


def test_every_stage_is_measured_without_a_key_or_a_network(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_network(*_: Any, **__: Any) -> None:
        raise AssertionError("an estimate asked the network")

    monkeypatch.setattr(socket.socket, "connect", no_network)
    for name in ("ANTHROPIC_API_KEY", "COHERE_API_KEY", "OPENROUTER_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    found = estimate(project.config(**LIVE, evaluation__max_cost_usd=100.0), split="all", latency_ms=1500)
    stages = {stage.stage: stage for stage in found.stages}
    assert list(stages) == ["rewrite", "embed", "rerank", "generate", "judge"]
    models = [stage.model for stage in found.stages]
    assert models == ["a", "e", "r", "a", "j"]
    assert [stage.calls for stage in found.stages[:4]] == [1, 1, 1, 1]
    assert stages["judge"].calls == pytest.approx(64 / 80, abs=0.1)  # four of five questions have a reference
    by_hand = {
        "rewrite": (1, 5),
        "embed": (10, 0),
        "rerank": (2, 0),
        "generate": (1, 5),
        "judge": (3, 4),
    }
    for name, (read, write) in by_hand.items():
        stage = stages[name]
        assert stage.cost_usd == pytest.approx((stage.input_tokens * read + stage.output_tokens * write) / 1e6)
        assert stage.input_tokens > 0
    answer = sum(stages[name].cost_usd or 0 for name in by_hand if name != "judge")
    assert found.cost_per_question_usd == pytest.approx(answer)
    assert (found.n_questions, found.n_sampled, found.probe_calls) == (80, 50, 5)
    assert found.probe_cost_usd == pytest.approx(5 * answer)  # nothing is judged in a probe
    judging = stages["judge"].cost_usd or 0
    assert found.run_cost_usd == pytest.approx(80 * (answer + judging) + 5 * answer)
    assert found.total_cost_usd == pytest.approx((found.run_cost_usd or 0) + (found.ingestion_cost_usd or 0))
    assert (found.within_cap, found.unpriced) == (True, ())
    # 80 questions, 16 at once, are 5 rounds of 1.5 s; then 5 questions one by one.
    assert found.seconds == pytest.approx((5 + 5) * 1.5)
    assert "measured on 50 of 80 questions" in found.method


def test_a_model_without_a_price_is_named_and_makes_every_sum_null(project: Project) -> None:
    unknown = {"name": "openai", "params": {"model": "nobody-knows-it", "base_url": "http://127.0.0.1:1/v1"}}
    config = project.config(generation__provider=unknown, evaluation__max_cost_usd=1.0)
    found = estimate(config, limit=3)
    assert found.unpriced == ("nobody-knows-it",)
    sums = (found.cost_per_question_usd, found.run_cost_usd, found.total_cost_usd, found.probe_cost_usd)
    assert sums == (None, None, None, None)
    assert found.within_cap is None and found.ingestion_cost_usd == 0.0
    assert found.stages[-1].input_tokens > 0 and found.stages[-1].cost_usd is None


MEASURED = Measured(
    stages=(
        StageEstimate(
            stage="generate", component="openai", model="m", calls=1, input_tokens=9, output_tokens=9, cost_usd=0.25
        ),
        StageEstimate(
            stage="judge", component="openai", model="m", calls=1, input_tokens=9, output_tokens=9, cost_usd=0.125
        ),
    ),
    n_questions=40,
    n_sampled=40,
    ingestion_usd=1.5,
    unpriced=(),
)


@pytest.mark.parametrize(("wanted", "calls"), [(0, 0), (5, 5), (100, 40), ("auto", 120)])
def test_the_arithmetic_of_a_run(project: Project, wanted: int | str, calls: int) -> None:
    overrides = {**LIVE, "evaluation__latency_probe_questions": wanted, "evaluation__max_cost_usd": 45.0}
    found = cost_estimate(project.config(**overrides), PlannedEvaluation(trials=3), MEASURED)
    # 40 questions three times, 0.25 each and 0.125 to judge: 45; the probe is never judged.
    assert (found.probe_calls, found.probe_cost_usd) == (calls, calls * 0.25)
    assert found.run_cost_usd == 45.0 + calls * 0.25
    assert found.total_cost_usd == 46.5 + calls * 0.25
    assert found.within_cap is (calls == 0)  # exactly the cap is within it


def test_the_tier_is_that_of_the_mean_prompt_of_one_call() -> None:
    from cairn_nb.providers.pricing.rates import Rate, Rates, Tier

    rates = Rates(
        input=Rate(usd_per_million=1.0, tiers=(Tier(over_input_tokens=1000, usd_per_million=2.0),)),
        output=Rate(usd_per_million=0.0),
        usd_per_call=0.5,
    )
    # Four calls of 900 on the mean lie below the tier, although their sum is above; four of 1100 lie above.
    assert rates.cost_usd(Usage(input_tokens=3600), calls=4) == pytest.approx(3600e-6 + 4 * 0.5)
    assert rates.cost_usd(Usage(input_tokens=4400), calls=4) == pytest.approx(8800e-6 + 4 * 0.5)


def test_the_judge_is_asked_with_its_own_prompt(project: Project, model_server: ModelServer) -> None:
    judge = {"provider": {"name": "openai", "params": {"model": "m", "base_url": model_server.url}}}
    found = estimate(project.config(judge={"name": "llm", "params": judge}), limit=5)
    [judged] = [stage for stage in found.stages if stage.stage == "judge"]
    assert judged.input_tokens > 300  # the rubric alone has more than a thousand characters
    assert model_server.n_requests == 0


BAD: list[tuple[dict[str, Any], str]] = [
    ({"limit": 0}, "limit"),
    ({"trials": 0}, "trials"),
    ({"sample": 0}, "sample"),
    ({"latency_ms": -1.0}, "latency_ms"),
    ({"latency_ms": float("nan")}, "latency_ms"),
]


@pytest.mark.parametrize(("asked", "key"), BAD)
def test_a_number_out_of_range_is_named(asked: dict[str, Any], key: str) -> None:
    with pytest.raises(InputError, match=key):
        PlannedEvaluation(**asked)


def test_what_cannot_be_estimated_says_why(project: Project) -> None:
    with pytest.raises(ConfigError, match=r"generation\.provider.*there is no chat model 'opanai'"):
        estimate(project.config(generation__provider={"name": "opanai"}))
    with pytest.raises(ConfigError, match="the stub model cannot grade"):
        estimate(project.config(judge={"name": "llm", "params": {"provider": {"name": "stub"}}}))
    with pytest.raises(ConfigError, match="this parameter is required"):
        estimate(project.config(embedding={"name": "openai"}))
    (project.folder / "cases.jsonl").write_text("")
    with pytest.raises(GoldenError):
        estimate(project.config())
