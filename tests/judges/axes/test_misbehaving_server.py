"""A judge behind a real server that misbehaves on purpose: each case ends as it should, is counted, and is charged."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest

from cairn_nb.config.axes_judge import AxesJudgeConfig
from cairn_nb.judges.heuristic.judge import judge as heuristic
from cairn_nb.providers.caching.cache import ReplyCache
from cairn_nb.providers.wire.limits import Limits
from cairn_nb.records.axis_verdict import AxisVerdict
from cairn_nb.systems.axes_judge import axes_judge
from tests.judges.axes.answers import CASE, answered, reply
from tests.providers.loopback import Behaviour, LoopbackServer, answer, chat_completion, failure, serving

CALL_USD = 60e-6 + 12 * 2e-6  # 60 tokens in at 1 USD a million, 12 out at 2
WITHOUT_RELEVANCE = json.dumps({k: v for k, v in json.loads(reply(4)).items() if k != "relevance"})
WORDS = reply(4, correctness="four")
PROSE = f"Certainly! Here is my judgement:\n\n{reply(4)}\n\nLet me know if you need more."


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "CAIRN_PRICING_JSON"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setattr("cairn_nb.providers.wire.retry.FIRST_PAUSE_S", 0.0005)


@pytest.fixture
def server() -> Iterator[LoopbackServer]:
    with serving(lambda _: says(reply(4))) as running:
        yield running


def says(text: str, **fields: Any) -> Behaviour:
    return answer(chat_completion(text, **fields))


def ends(text: str, reason: str) -> Behaviour:
    message = {"role": "assistant", "content": text, "refusal": None}
    return says(text, choices=[{"index": 0, "message": message, "finish_reason": reason}])


def refusing() -> Behaviour:
    message = {"role": "assistant", "content": None, "refusal": "I cannot judge that."}
    return says("", choices=[{"index": 0, "message": message, "finish_reason": "stop"}])


def provider(server: LoopbackServer, model: str = "gpt-x") -> dict[str, Any]:
    params = {"model": model, "base_url": f"{server.url}/v1", "price": {"input": 1, "output": 2}}
    return {"name": "openai", "params": params}


def graded(
    server: LoopbackServer, *, timeout_s: float = 20, cache: ReplyCache | None = None, **params: Any
) -> AxisVerdict:
    config = AxesJudgeConfig.model_validate({"name": "llm", "params": {"provider": provider(server), **params}})

    async def grade() -> AxisVerdict:
        judge = axes_judge(config, limits=Limits(attempt_timeout_s=5, max_attempts=2), cache=cache)
        try:
            deadline = asyncio.get_running_loop().time() + timeout_s
            return await judge.grade(CASE, answered(), deadline=deadline)
        finally:
            await judge.aclose()

    return asyncio.run(grade())


BAD = {
    "prose around the JSON": says(PROSE),
    "a missing axis": says(WITHOUT_RELEVANCE),
    "a word for a number": says(WORDS),
    "out of range": says(reply(4, faithfulness=9)),
    "cut off": ends(reply(4)[:60], "length"),
    "cut off between two braces": ends('{"reasoning": "x"}', "length"),
    "refusing": refusing(),
    "empty": says(""),
}


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD)
def test_one_bad_reply_is_asked_for_again_and_both_are_charged(server: LoopbackServer, bad: Behaviour) -> None:
    server.script = [bad]
    verdict = graded(server)
    assert verdict.answer_score == 4 and not verdict.fallback
    assert verdict.metadata["retries"] == 1 and verdict.metadata["parse_error"].startswith("openai:gpt-x: ")
    assert len(server.received) == 2
    first, second = (received.body["messages"] for received in server.received)
    assert second[: len(first)] == first and len(second) == len(first) + 2
    assert verdict.steps[0].cost_usd == pytest.approx(2 * CALL_USD)
    assert verdict.steps[0].usage.total_tokens == 2 * 72


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD)
def test_two_bad_replies_are_the_heuristic_judges_case(server: LoopbackServer, bad: Behaviour) -> None:
    server.script = [bad, bad]
    verdict = graded(server)
    assert verdict.fallback and verdict.axes == heuristic(CASE, answered()).axes
    assert verdict.metadata["fallback"] and verdict.metadata["judges"] == []
    assert len(server.received) == 2 and verdict.steps[0].cost_usd == pytest.approx(2 * CALL_USD)


def test_an_error_of_the_server_is_tried_again_by_the_provider_and_is_no_bad_reply(server: LoopbackServer) -> None:
    server.script = [failure(500)]
    verdict = graded(server)
    assert verdict.answer_score == 4 and verdict.metadata["retries"] == 0 and verdict.metadata["error"] is None
    assert verdict.steps[0].attempts == 2 and verdict.steps[0].cost_usd == pytest.approx(CALL_USD)


def test_a_server_that_only_fails_is_stood_in_for_at_no_cost(server: LoopbackServer) -> None:
    server.script = [failure(500)] * 2
    verdict = graded(server)
    assert verdict.fallback and "HTTP 500" in verdict.metadata["error"] and verdict.steps == ()
    server.script = [Behaviour(drop=True)] * 2
    assert "Connection" in graded(server).metadata["error"]


def test_a_slow_second_reply_leaves_the_first_one_charged(server: LoopbackServer) -> None:
    server.script = [says("?"), Behaviour(delay_s=30)]
    verdict = graded(server, timeout_s=0.5)
    assert verdict.fallback and verdict.metadata["error"] == "openai:gpt-x: no judgement within the time of a case"
    assert verdict.steps[0].cost_usd == pytest.approx(CALL_USD)


def test_each_sample_is_a_call_of_its_own_and_comes_back_from_the_cache(server: LoopbackServer, tmp_path: Any) -> None:
    server.script = [says(reply(score)) for score in (2, 3, 4)]
    cache = ReplyCache(tmp_path)
    first = graded(server, cache=cache, samples=3, temperature=1)
    assert len(server.received) == 3
    assert {received.body["temperature"] for received in server.received} == {1.0}
    assert (first.answer_score, first.metadata["answer_score_variance"]) == (3, pytest.approx(2 / 3, abs=1e-6))
    again = graded(server, cache=cache, samples=3, temperature=1)
    assert len(server.received) == 3 and again.axes == first.axes
    assert again.steps[0].cost_usd == pytest.approx(3 * CALL_USD) and again.steps[0].spent_usd == 0
    cache.close()


def test_the_shape_is_asked_for_by_schema(server: LoopbackServer) -> None:
    graded(server)
    shape = server.received[0].body["response_format"]
    assert shape["type"] == "json_schema" and shape["json_schema"]["strict"] is True
