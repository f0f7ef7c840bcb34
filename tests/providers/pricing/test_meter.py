"""Calls that a system leaves out of its trace: found by model, whatever the system did with those it traced."""

from __future__ import annotations

import asyncio

import pytest

from cairn_nb.providers.catalog import chat_model, embedding_model, rerank_model
from cairn_nb.providers.pricing.meter import Meter, metering, untracked
from cairn_nb.providers.wire.limits import Limits
from cairn_nb.records.answer import Step, Usage
from tests.providers.asking import grounded, openai, request
from tests.providers.loopback import LoopbackServer

PRICE = {"input": 1, "output": 2}


def step(model: str, cost_usd: float | None, tokens: int, stage: str = "generate") -> Step:
    return Step(stage=stage, model=model, usage=Usage(input_tokens=tokens), cost_usd=cost_usd, spent_usd=cost_usd)


def test_what_is_traced_is_not_untracked() -> None:
    calls = [step("a", 0.25, 10), step("a", 0.5, 20), step("b", None, 7)]
    assert untracked(Meter(calls), calls) == ()
    merged = [step("a", 0.75, 30), step("b", None, 7)]  # a system may add up the calls to one model
    assert untracked(Meter(calls), merged) == ()
    assert untracked(Meter(), [step("hashing", 0.1, 5, "embed")]) == ()


def test_what_is_left_out_is_one_step_a_model() -> None:
    calls = [step("a", 0.25, 10), step("a", 0.5, 20), step("b", 0.125, 7), step("c", None, 3)]
    found = untracked(Meter(calls), [step("a", 0.25, 10)])
    assert [(one.stage, one.model, one.usage.input_tokens, one.cost_usd) for one in found] == [
        ("untracked", "a", 20, 0.5),
        ("untracked", "b", 7, 0.125),
        ("untracked", "c", 3, None),
    ]
    assert 0.25 + sum(one.cost_usd or 0 for one in found) == 0.25 + 0.5 + 0.125


def test_a_free_call_without_tokens_is_nothing_to_add() -> None:
    assert untracked(Meter([step("lexical", 0.0, 0)]), []) == ()


def test_every_model_of_the_catalogue_is_metered_but_what_embeds_for_many_together(server: LoopbackServer) -> None:
    async def run() -> Meter:
        remote, stub = openai(server.url, price=PRICE), chat_model("stub", {}, limits=Limits(), cache=None)
        hashing = embedding_model("hashing", {}, limits=Limits(), cache=None)
        lexical = rerank_model("lexical", {}, limits=Limits(), cache=None)
        await remote.complete(request())  # before the block: nobody counts
        with metering() as meter:
            async with asyncio.TaskGroup() as group:  # also in tasks that the block starts
                group.create_task(remote.complete(request()))
                group.create_task(stub.complete(grounded("When?", "At nine.")))
            await hashing.embed(["a"], kind="query")
            await lexical.rerank("a", ["a"])
        for model in (remote, stub, hashing, lexical):
            await model.aclose()
        return meter

    meter = asyncio.run(run())
    costs = {call.model: call.cost_usd for call in meter.calls}
    assert costs == {"served-model": pytest.approx(84e-6), "stub": 0.0, "lexical": 0.0}
