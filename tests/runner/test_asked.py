"""A question put to a system that does not trace everything: its steps still add up to what it cost."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

import pytest

from cairn_nb.errors import AuthenticationError, ServerError
from cairn_nb.providers.catalog import chat_model
from cairn_nb.providers.protocol import ChatModel
from cairn_nb.providers.wire.limits import Limits
from cairn_nb.records import Answer, Case, Status, Verdict
from cairn_nb.records.chat import ChatReply, ChatRequest, Message
from cairn_nb.runner.asked import asked
from cairn_nb.runner.finished import Finished
from cairn_nb.runner.rows.relevance import Relevance
from cairn_nb.runner.rows.row import case_row
from tests.runner.conftest import ModelServer

CALL_USD = (100 * 1.0 + 10 * 2.0) / 1e6


class Forgetful:
    """Asks a model twice, once to think and once to answer, and traces what it is told to."""

    def __init__(self, model: ChatModel, traced: Callable[[ChatReply, ChatReply], tuple[Any, ...]]) -> None:
        self._model, self._traced = model, traced
        self.fails: Exception | None = None

    async def answer(self, question: str, *, trial: int = 0) -> Answer:
        thought, spoke = [await self._complete(question, number) for number in range(2)]
        if self.fails is not None:
            raise self.fails
        steps = self._traced(thought, spoke)
        return Answer(question=question, status=Status.ANSWERED, text="yes", steps=steps, trial=trial)

    async def _complete(self, question: str, number: int) -> ChatReply:
        messages = (Message(role="system", content="."), Message(role="user", content=f"{question} {number}"))
        return await self._model.complete(ChatRequest(purpose="answer", messages=messages, max_tokens=16))

    def describe(self) -> dict[str, Any]:
        return {}

    async def aclose(self) -> None:
        await self._model.aclose()


def put(server: ModelServer, traced: Callable[[ChatReply, ChatReply], tuple[Any, ...]], **fails: Any) -> Answer:
    params = {"model": "m", "base_url": server.url, "price": {"input": 1.0, "output": 2.0}}

    async def run() -> Answer:
        system = Forgetful(chat_model("openai", params, limits=Limits(), cache=None), traced)
        system.fails = fails.get("fails")
        try:
            return await asked(system, "why?", trial=0, deadline=time.monotonic() + 10)
        finally:
            await system.aclose()

    return asyncio.run(run())


def test_a_step_that_was_not_traced_is_there_as_untracked(model_server: ModelServer) -> None:
    answer = put(model_server, lambda _, spoke: (spoke.step("generate"),))
    assert [step.stage for step in answer.steps] == ["generate", "untracked"]
    assert [step.cost_usd for step in answer.steps] == [pytest.approx(CALL_USD)] * 2
    assert answer.cost_usd == pytest.approx(2 * CALL_USD)
    verdict = Verdict.model_validate({"outcome": "scored", "correct": True, "score": 1.0})
    finished = Finished(case_id="c", trial=0, answer=answer, verdict=verdict)
    row = case_row(Case(id="c", question="why?", expected_answer="yes"), finished, (), Relevance(relevant={}))
    stages = row.cost_by_stage_usd
    assert sum(cost or 0 for cost in stages.values()) == pytest.approx(row.cost_usd)
    assert stages["untracked"] == pytest.approx(CALL_USD)


def test_nothing_is_added_to_a_whole_trace(model_server: ModelServer) -> None:
    answer = put(model_server, lambda thought, spoke: (thought.step("think"), spoke.step("generate")))
    assert [step.stage for step in answer.steps] == ["think", "generate"]


def test_what_was_paid_before_a_failure_is_kept(model_server: ModelServer) -> None:
    answer = put(model_server, lambda *_: (), fails=ServerError("it broke"))
    assert (answer.status, answer.error) == (Status.ERROR, "it broke")
    assert [(step.stage, step.cost_usd) for step in answer.steps] == [("untracked", pytest.approx(2 * CALL_USD))]


def test_a_refused_key_is_raised(model_server: ModelServer) -> None:
    with pytest.raises(AuthenticationError):
        put(model_server, lambda *_: (), fails=AuthenticationError("no"))
