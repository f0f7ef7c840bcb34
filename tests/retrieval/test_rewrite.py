from __future__ import annotations

import asyncio
import json

import pytest

from cairn_nb.errors import MalformedReplyError
from cairn_nb.providers.catalog import chat_model
from cairn_nb.providers.wire.limits import Limits
from cairn_nb.records import ChatReply, ChatRequest, Usage
from cairn_nb.retrieval.rewrite import ChatRewriter


class Scripted:
    """A chat model that says what it is told to."""

    name = "scripted"
    model: str | None = "scripted-1"

    def __init__(self, text: str) -> None:
        self.text = text
        self.requests: list[ChatRequest] = []
        self.closed = False

    async def complete(self, request: ChatRequest) -> ChatReply:
        self.requests.append(request)
        return ChatReply(text=self.text, model="scripted-1", usage=Usage(output_tokens=9), cost_usd=0.5)

    async def aclose(self) -> None:
        self.closed = True


def wordings(*texts: str) -> str:
    return json.dumps({"phrasings": texts})


def test_different_wordings_up_to_n() -> None:
    model = Scripted(wordings("annual  leave days", "How long?", "annual leave days", " ", "holiday entitlement", "x"))
    rewriting = asyncio.run(ChatRewriter(model, n=2).rewrite("How long?", trial=3))
    assert rewriting.phrasings == ("annual leave days", "holiday entitlement")
    assert rewriting.step.stage == "rewrite"
    assert rewriting.step.cost_usd == 0.5
    (request,) = model.requests
    assert (request.purpose, request.trial) == ("rewrite", 3)
    assert request.messages[-1].content == "How long?"
    assert request.json_schema is not None
    assert request.json_schema["properties"]["phrasings"]["maxItems"] == 2


def test_the_fixed_part_of_the_prompt_is_the_same_for_every_question() -> None:
    model = Scripted(wordings())
    rewriter = ChatRewriter(model, n=2)
    for question in ("one?", "two?"):
        assert asyncio.run(rewriter.rewrite(question)).phrasings == ()
    assert model.requests[0].messages[0] == model.requests[1].messages[0]


@pytest.mark.parametrize("text", ["", "leave days", '{"phrasings": "leave"}', '{"phrasings": [1]}', '{"other": []}'])
def test_a_reply_of_another_shape_is_refused_with_what_it_cost(text: str) -> None:
    with pytest.raises(MalformedReplyError) as caught:
        asyncio.run(ChatRewriter(Scripted(text), n=2).rewrite("How long?"))
    assert [step.cost_usd for step in caught.value.steps] == [0.5]  # type: ignore[attr-defined]


def test_with_the_offline_model() -> None:
    model = chat_model("stub", {}, limits=Limits(), cache=None)
    rewriting = asyncio.run(ChatRewriter(model, n=2).rewrite("How many days of leave may staff take?"))
    assert len(rewriting.phrasings) == 2
    assert all("leave" in phrasing or "days" in phrasing for phrasing in rewriting.phrasings)


def test_closing_closes_the_model() -> None:
    model = Scripted("")
    asyncio.run(ChatRewriter(model, n=1).aclose())
    assert model.closed
