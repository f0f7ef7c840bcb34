"""Replies kept on disk: what is asked once, what again, and what a kept reply says about money."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cairn_nb.errors import ServerError
from cairn_nb.providers.caching.cache import DamagedCacheWarning, ReplyCache
from cairn_nb.providers.catalog import chat_model, embedding_model, rerank_model
from cairn_nb.providers.protocol import EmbeddingReply, RerankReply
from cairn_nb.providers.wire.limits import Limits
from cairn_nb.records.chat import ChatReply, ChatRequest, Grounding, Message
from tests.providers.asking import SCHEMA, ask, openai, request
from tests.providers.loopback import LoopbackServer, Received, answer, chat_completion, failure, serving

PRICE = {"input": 1, "output": 2}


def kept_keys(folder: Path) -> list[str]:
    with closing(sqlite3.connect(ReplyCache(folder).path)) as connection:
        return [key for (key,) in connection.execute("select key from replies")]


def one(server: LoopbackServer, folder: Path, asked: ChatRequest, **params: Any) -> ChatReply:
    return asyncio.run(ask(openai(server.url, cache=folder, **{"price": PRICE, **params}), asked))[0]


def test_a_request_is_paid_for_once(server: LoopbackServer, tmp_path: Path) -> None:
    first = one(server, tmp_path, request())
    again = one(server, tmp_path, request())
    assert len(server.received) == 1
    assert again == first.changed(cached=True)
    step, kept = first.step("generate"), again.step("generate")
    assert step.cost_usd == kept.cost_usd == pytest.approx(84e-6)
    assert (step.spent_usd, kept.spent_usd) == (pytest.approx(84e-6), 0.0)


OTHER_REQUESTS = [
    request("Another?"),
    request(trial=1),
    request(temperature=0.1),
    request(max_tokens=101),
    request(json_schema=SCHEMA),
    request(messages=(Message(role="user", content="Answer."), Message(role="user", content="What is it?"))),
]


@pytest.mark.parametrize("other", OTHER_REQUESTS)
def test_any_other_content_or_trial_is_another_request(
    server: LoopbackServer, tmp_path: Path, other: ChatRequest
) -> None:
    one(server, tmp_path, request())
    assert one(server, tmp_path, other).cached is False
    assert len(server.received) == 2


@pytest.mark.parametrize("params", [{"model": "m2"}, {"extra_body": {"seed": 1}}, {"structured": "none"}])
def test_so_is_any_other_parameter_that_is_sent(server: LoopbackServer, tmp_path: Path, params: dict[str, Any]) -> None:
    one(server, tmp_path, request())
    assert one(server, tmp_path, request(), **params).cached is False


def test_what_is_not_sent_makes_no_other_request(server: LoopbackServer, tmp_path: Path) -> None:
    one(server, tmp_path, request())
    grounding = Grounding(question="What is it?", passages=())
    assert one(server, tmp_path, request(purpose="judge", grounding=grounding)).cached is True
    assert one(server, tmp_path, request(), price={"input": 7, "output": 7}).cached is True


def test_a_kept_reply_is_charged_todays_price(server: LoopbackServer, tmp_path: Path) -> None:
    one(server, tmp_path, request())
    # 60 tokens in and 12 out, at 3 and 5 USD a million.
    again = one(server, tmp_path, request(), price={"input": 3, "output": 5})
    assert (again.cached, again.cost_usd) == (True, pytest.approx((60 * 3 + 12 * 5) / 1e6))
    assert one(server, tmp_path, request(), price=None).cost_usd is None


def test_a_kept_reply_is_charged_what_the_original_was_billed(server: LoopbackServer, tmp_path: Path) -> None:
    usage = {"prompt_tokens": 60, "completion_tokens": 12, "cost": 0.0123}
    server.script = [answer(chat_completion(usage=usage))]
    first, again = (one(server, tmp_path, request(), price=None) for _ in range(2))
    assert (first.billed, first.cost_usd, first.step("generate").spent_usd) == (True, 0.0123, 0.0123)
    assert (again.cached, again.cost_usd, again.step("generate").spent_usd) == (True, 0.0123, 0.0)
    assert one(server, tmp_path, request()).cost_usd == pytest.approx(84e-6)  # the user's own price counts more


def test_a_reply_whose_tokens_are_not_known_has_no_cost_from_disk_either(
    server: LoopbackServer, tmp_path: Path
) -> None:
    server.script = [answer(chat_completion(usage=None))]
    first, again = (one(server, tmp_path, request()) for _ in range(2))
    assert (first.cost_usd, again.cost_usd, again.cached) == (None, None, True)


def test_a_bypassed_cache_is_neither_read_nor_written(
    server: LoopbackServer, embedder_server: LoopbackServer, tmp_path: Path
) -> None:
    cache = ReplyCache(tmp_path)
    chat = chat_model("openai", {"model": "m", "base_url": server.url}, limits=Limits(), cache=cache)
    params = {"model": "e", "dim": 3, "base_url": embedder_server.url}
    vectors = embedding_model("openai", params, limits=Limits(), cache=cache)

    async def run() -> tuple[ChatReply, EmbeddingReply]:
        with cache.bypassed():
            fresh = await chat.complete(request()), await vectors.embed(["a"], kind="query")
        again = await chat.complete(request()), await vectors.embed(["a"], kind="query")
        with cache.bypassed():
            third = await chat.complete(request()), await vectors.embed(["a"], kind="query")
        await chat.aclose()
        await vectors.aclose()
        assert not any(reply.cached for reply in (*fresh, *again, *third))
        return third

    asyncio.run(run())
    assert (len(server.received), len(embedder_server.received)) == (3, 3)


def test_another_server_is_asked_itself(server: LoopbackServer, tmp_path: Path) -> None:
    one(server, tmp_path, request())
    with serving(lambda _: answer(chat_completion("43"))) as other:
        assert one(other, tmp_path, request()).text == "43"


@pytest.mark.parametrize("finish", ["length", "eos_token"])
def test_a_reply_that_was_cut_off_is_not_kept(server: LoopbackServer, tmp_path: Path, finish: str) -> None:
    choice = {"message": {"content": "The ans"}, "finish_reason": finish}
    server.script = [answer(chat_completion(choices=[choice]))]
    assert one(server, tmp_path, request()).text == "The ans"
    assert one(server, tmp_path, request()).text == "42"


def test_a_reply_without_the_object_that_was_asked_for_is_not_kept(server: LoopbackServer, tmp_path: Path) -> None:
    server.script = [answer(chat_completion("Bad gateway")), answer(chat_completion('```json\n{"answer": "42"}\n```'))]
    asked = request(json_schema=SCHEMA)
    assert one(server, tmp_path, asked).text == "Bad gateway"
    assert "42" in one(server, tmp_path, asked).text
    assert one(server, tmp_path, asked).cached is True


def test_a_failure_is_not_kept(server: LoopbackServer, tmp_path: Path) -> None:
    server.script = [failure(500)]
    model = chat_model(
        "openai",
        {"model": "m", "base_url": server.url},
        limits=Limits(attempt_timeout_s=5, max_attempts=1),
        cache=ReplyCache(tmp_path),
    )
    with pytest.raises(ServerError):
        asyncio.run(ask(model, request()))
    assert kept_keys(tmp_path) == []


def test_an_entry_of_another_shape_is_asked_for_again(server: LoopbackServer, tmp_path: Path) -> None:
    one(server, tmp_path, request())
    ReplyCache(tmp_path).put(kept_keys(tmp_path)[0], '{"text": 7}')  # whole, but not a reply
    with pytest.warns(DamagedCacheWarning, match="does not hold"):
        assert one(server, tmp_path, request()).text == "42"
    assert one(server, tmp_path, request()).cached is True


def test_the_offline_models_keep_nothing(tmp_path: Path) -> None:
    cache = ReplyCache(tmp_path)
    stub = chat_model("stub", {}, limits=Limits(), cache=cache)
    asyncio.run(ask(stub, request(grounding=Grounding(question="q", passages=()))))
    hashing = embedding_model("hashing", {}, limits=Limits(), cache=cache)
    asyncio.run(hashing.embed(["a"], kind="query"))
    assert not list(tmp_path.iterdir())


def embedding(received: Received) -> Any:
    """A vector per text: its length and the number of its spaces; four tokens a text."""
    texts = received.body["input"]
    rows = [{"index": place, "embedding": [len(text), text.count(" "), 1.0]} for place, text in enumerate(texts)]
    return answer({"data": rows[::-1], "usage": {"prompt_tokens": 4 * len(texts)}})


@pytest.fixture
def embedder_server() -> Iterator[LoopbackServer]:
    with serving(embedding) as running:
        yield running


def embed(server: LoopbackServer, folder: Path | None, texts: list[str], **params: Any) -> EmbeddingReply:
    named = {"model": "e", "dim": 3, "base_url": server.url, "price": {"input": 1, "output": 0}} | params
    kind = named.pop("kind", "passage")
    limits = Limits(attempt_timeout_s=5, max_attempts=1)
    model = embedding_model("openai", named, limits=limits, cache=None if folder is None else ReplyCache(folder))

    async def run() -> EmbeddingReply:
        try:
            return await model.embed(texts, kind=kind)
        finally:
            await model.aclose()

    return asyncio.run(run())


def test_embeddings_are_sent_in_batches_and_come_back_in_order(embedder_server: LoopbackServer) -> None:
    texts = ["a", "b b", "ccc", "d d d", "e"]
    found = embed(embedder_server, None, texts, batch_size=2)
    assert sorted(len(received.body["input"]) for received in embedder_server.received) == [1, 2, 2]
    raw = np.array([[len(text), text.count(" "), 1] for text in texts], dtype=float)
    np.testing.assert_allclose(found.vectors, raw / np.linalg.norm(raw, axis=1, keepdims=True), rtol=1e-6)
    assert found.vectors.dtype == np.float32
    # The server counts 4 tokens a text; each is charged its own quarter of bytes: 1 + 1 + 1 + 2 + 1 at 1 USD a million.
    assert (found.usage.input_tokens, found.cost_usd, found.spent_usd) == (20, pytest.approx(6e-6), pytest.approx(6e-6))


def test_a_text_is_embedded_once_whatever_it_is_embedded_with(embedder_server: LoopbackServer, tmp_path: Path) -> None:
    first = embed(embedder_server, tmp_path, ["one", "two two", "one"])
    assert embedder_server.received[-1].body["input"] == ["one", "two two"]  # a repeated text is sent once
    second = embed(embedder_server, tmp_path, ["two two", "three", "one"])
    assert embedder_server.received[-1].body["input"] == ["three"]
    third = embed(embedder_server, tmp_path, ["three", "one"])
    assert len(embedder_server.received) == 2
    np.testing.assert_array_equal(third.vectors, second.vectors[[1, 2]])
    np.testing.assert_array_equal(first.vectors[[0, 1]], second.vectors[[2, 0]])
    assert (first.cached, second.cached, third.cached) == (False, False, True)
    # The first call's 8 tokens are shared by length: (3 + 1) : (7 + 1) = 3 : 5 after rounding 2.67 up.
    assert first.usage.input_tokens == 3 + 5 + 3
    # "one", "two two" and "three" are charged 1, 2 and 2 tokens, wherever their vectors come from.
    assert (first.cost_usd, first.spent_usd) == (pytest.approx(4e-6), pytest.approx(3e-6))
    assert (second.cost_usd, second.spent_usd) == (pytest.approx(5e-6), pytest.approx(2e-6))
    assert (third.cost_usd, third.spent_usd) == (pytest.approx(3e-6), 0.0)


def test_what_texts_are_charged_does_not_depend_on_what_was_embedded_before(
    embedder_server: LoopbackServer, tmp_path: Path
) -> None:
    one, other = ["shared by both", "only here"], ["only there, and longer", "shared by both"]
    after = embed(embedder_server, tmp_path / "a", other), embed(embedder_server, tmp_path / "a", one)
    before = embed(embedder_server, tmp_path / "b", one), embed(embedder_server, tmp_path / "b", other)
    assert after[1].cost_usd == before[0].cost_usd and after[0].cost_usd == before[1].cost_usd
    # 14 bytes are 4 tokens and 9 are 3; what the other had embedded was not paid for again.
    assert (after[1].cost_usd, after[1].spent_usd) == (pytest.approx(7e-6), pytest.approx(3e-6))
    prefixed = embed(embedder_server, None, ["9 letters"], passage_prefix="passage: ")
    assert prefixed.cost_usd == pytest.approx(5e-6)  # 18 bytes with what is put before it
    assert embed(embedder_server, None, ["Größe"]).cost_usd == pytest.approx(2e-6)  # 7 bytes


def test_queries_and_passages_are_kept_apart(embedder_server: LoopbackServer, tmp_path: Path) -> None:
    params = {"query_prefix": "query: ", "passage_prefix": "passage: "}
    embed(embedder_server, tmp_path, ["a"], kind="query", **params)
    embed(embedder_server, tmp_path, ["a"], kind="passage", **params)
    assert [received.body["input"] for received in embedder_server.received] == [["query: a"], ["passage: a"]]


def test_what_was_embedded_before_a_failure_is_kept(embedder_server: LoopbackServer, tmp_path: Path) -> None:
    texts = [f"text {number}" for number in range(130)]  # pieces of 64, 64 and 2

    def sometimes(received: Received) -> Any:
        return failure(500) if len(received.body["input"]) == 2 else embedding(received)

    embedder_server.usual = sometimes
    with pytest.raises(ServerError):
        embed(embedder_server, tmp_path, texts)
    embedder_server.usual = embedding
    before = len(embedder_server.received)
    assert embed(embedder_server, tmp_path, texts).vectors.shape == (130, 3)
    asked_again = sum(len(received.body["input"]) for received in embedder_server.received[before:])
    assert asked_again in {2, 66, 130}


def test_no_texts_are_no_call(embedder_server: LoopbackServer, tmp_path: Path) -> None:
    assert embed(embedder_server, None, []).vectors.shape == (0, 3)
    assert embed(embedder_server, tmp_path, []).vectors.shape == (0, 3)
    assert embedder_server.received == []


def test_a_damaged_vector_is_asked_for_again(embedder_server: LoopbackServer, tmp_path: Path) -> None:
    embed(embedder_server, tmp_path, ["one"])
    key = kept_keys(tmp_path)[0]
    for value in ('{"vector": "AAAA", "input_tokens": 1, "cost_usd": null}', '{"vector": 1}', "[]"):
        ReplyCache(tmp_path).put(key, value)
        with pytest.warns(DamagedCacheWarning):
            found = embed(embedder_server, tmp_path, ["one"])
        assert found.cached is False
    assert embed(embedder_server, tmp_path, ["one"]).cached is True


def rerank(server: LoopbackServer, folder: Path | None, texts: list[str]) -> RerankReply:
    params = {"model": "r", "base_url": server.url, "price": {"input": 1, "output": 0}}
    limits = Limits(attempt_timeout_s=5, max_attempts=1)
    model = rerank_model("jina", params, limits=limits, cache=None if folder is None else ReplyCache(folder))

    async def run() -> RerankReply:
        try:
            return await model.rerank("q", texts)
        finally:
            await model.aclose()

    return asyncio.run(run())


def test_scores_are_kept_for_a_question_with_its_texts(tmp_path: Path) -> None:
    def scores(received: Received) -> Any:
        rows = [{"index": n, "relevance_score": float(len(text))} for n, text in enumerate(received.body["documents"])]
        return answer({"model": "r-1", "results": rows[::-1], "usage": {"total_tokens": 30}})

    with serving(scores) as server:
        first = rerank(server, tmp_path, ["a", "bbb"])
        again = rerank(server, tmp_path, ["a", "bbb"])
        other = rerank(server, tmp_path, ["bbb", "a"])
        assert len(server.received) == 2
    assert first.scores == again.scores == (1.0, 3.0)
    assert other.scores == (3.0, 1.0)
    assert (first.cached, again.cached) == (False, True)
    assert (first.cost_usd, first.spent_usd) == (pytest.approx(3e-5), pytest.approx(3e-5))
    assert (again.cost_usd, again.spent_usd, again.usage.input_tokens) == (pytest.approx(3e-5), 0.0, 30)
