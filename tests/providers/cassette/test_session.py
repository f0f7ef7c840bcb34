"""Calls through a cassette: who is asked, what comes again, and what is refused."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import numpy as np
import pytest

from cairn_nb.errors import (
    AuthenticationError,
    CassetteError,
    ConnectionFailedError,
    DeadlineError,
    InputError,
    MalformedReplyError,
    ProviderError,
    RateLimitError,
    RequestRefusedError,
    ServerError,
)
from cairn_nb.providers.cassette.models import kept_chat, kept_embedding, kept_rerank
from cairn_nb.providers.cassette.session import keeping_calls, working_on
from cairn_nb.providers.protocol import EmbeddingReply, RerankReply, TextKind
from cairn_nb.records.answer import Usage
from cairn_nb.records.chat import ChatReply, ChatRequest, Message, TokenChance

ASKED = ChatRequest(purpose="generate", messages=(Message(role="user", content="Why?"),), max_tokens=9)


class Counting:
    """A chat model that says how often it was asked, or fails as it is told."""

    name, model = "openai", "m"

    def __init__(self, *failures: BaseException) -> None:
        self.n, self.failures = 0, list(failures)

    async def complete(self, request: ChatRequest) -> ChatReply:
        self.n += 1
        if self.failures:
            raise self.failures.pop(0)
        chance = TokenChance(token="n", logprob=-0.1) if request.top_logprobs else None
        usage = Usage(input_tokens=3, output_tokens=self.n)
        return ChatReply(
            text=f"reply {self.n}",
            model="m",
            usage=usage,
            cost_usd=0.1 * self.n,
            latency_ms=12.345678901,
            finish_reason="stop",
            first_token=None if chance is None else (chance,),
        )

    async def aclose(self) -> None:
        pass


def nobody() -> Counting:
    raise AssertionError("a replay makes no model")


def asking(
    work: Callable[[Callable[[], Counting]], Awaitable[object]],
    make: Callable[[], Counting] = nobody,
    *,
    record: Path | None = None,
    replay: Path | None = None,
) -> object:
    async def run() -> object:
        with keeping_calls(record=record, replay=replay):
            return await work(make)

    return asyncio.run(run())


async def said(make: Callable[[], Counting], *lanes: str, request: ChatRequest = ASKED) -> list[ChatReply]:
    model = kept_chat("openai", {"model": "m", "api_key_env": "X"}, make)
    assert (model.name, model.model) == ("openai", "m")
    found = []
    for lane in lanes:
        with working_on(lane):
            found.append(await model.complete(request))
    await model.aclose()
    return found


def test_each_piece_of_work_has_replies_of_its_own_in_its_own_order(tmp_path: Path) -> None:
    path, model = tmp_path / "a.jsonl", Counting()
    first = asking(lambda make: said(make, "a", "b", "a"), lambda: model, record=path)
    again = asking(lambda make: said(make, "b", "a", "a"), replay=path)
    assert isinstance(first, list) and isinstance(again, list)
    assert [reply.text for reply in first] == ["reply 1", "reply 2", "reply 3"]
    assert [reply.text for reply in again] == ["reply 2", "reply 1", "reply 3"]
    assert again[1] == first[0].changed(cached=True) and again[1].step("x").spent_usd == 0
    # Another recording asks only for what is new.
    more = asking(lambda make: said(make, "a", "a", "a"), lambda: model, record=path)
    assert isinstance(more, list)
    assert [reply.text for reply in more] == ["reply 1", "reply 3", "reply 4"] and model.n == 4


@pytest.mark.parametrize(
    "change",
    [
        {"trial": 1},
        {"sample": 1},
        {"temperature": 0.5},
        {"max_tokens": 8},
        {"purpose": "judge"},
        {"top_logprobs": 2},
        {"json_schema": {"type": "object"}},
        {"messages": (Message(role="user", content="Why not?"),)},
    ],
    ids=lambda change: next(iter(change)),
)
def test_whatever_is_asked_differently_is_another_call(tmp_path: Path, change: dict[str, object]) -> None:
    path, other = tmp_path / "a.jsonl", ASKED.changed(**change)
    asking(lambda make: said(make, "case q-7"), Counting, record=path)
    problem = f"no reply of the chat model openai:m to the call '{other.purpose}' of case q-7 .*--record {path}"
    with pytest.raises(CassetteError, match=problem):
        asking(lambda make: said(make, "case q-7", request=other), replay=path)
    asking(lambda make: said(make, "case q-7", request=other), Counting, record=path)
    [reply] = asking(lambda make: said(make, "case q-7", request=other), replay=path)  # type: ignore[misc]
    assert (reply.first_token is not None) == (other.top_logprobs > 0)


FAILURES = (
    *(RateLimitError("slower"), DeadlineError("late"), ConnectionFailedError("gone"), ServerError("HTTP 500: down")),
    *(RequestRefusedError("HTTP 400: no"), MalformedReplyError("no text"), ProviderError("odd")),
)


@pytest.mark.parametrize("failure", FAILURES, ids=lambda failure: type(failure).__name__)
def test_a_failure_comes_again_in_a_replay_and_is_asked_again_in_a_recording(
    tmp_path: Path, failure: ProviderError
) -> None:
    path = tmp_path / "a.jsonl"
    with pytest.raises(type(failure)):
        asking(lambda make: said(make, "a"), lambda: Counting(failure), record=path)
    path_left = path.read_bytes()
    with pytest.raises(ProviderError) as told:
        asking(lambda make: said(make, "a"), replay=path)
    assert (type(told.value), str(told.value)) == (type(failure), str(failure))
    asking(lambda make: said(make, "a"), Counting, record=path)
    assert path.read_bytes().startswith(path_left)
    [reply] = asking(lambda make: said(make, "a"), replay=path)  # type: ignore[misc]
    assert reply.text == "reply 1"


def test_a_refused_key_is_not_kept_and_a_call_that_was_cut_ends_as_its_deadline_did(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    with pytest.raises(AuthenticationError):
        asking(lambda make: said(make, "a"), lambda: Counting(AuthenticationError("no")), record=path)
    with pytest.raises(CassetteError, match="no reply"):
        asking(lambda make: said(make, "a"), replay=path)

    async def in_time(make: Callable[[], Counting]) -> object:
        async with asyncio.timeout(0.01):
            return await said(make, "a")

    class Slow(Counting):
        async def complete(self, request: ChatRequest) -> ChatReply:
            await asyncio.sleep(5)
            return await super().complete(request)

    with pytest.raises(TimeoutError):
        asking(in_time, Slow, record=path)
    with pytest.raises(TimeoutError):
        asking(lambda make: said(make, "a"), replay=path)


class Vectors:
    """An embedding and a rerank model."""

    name, model, dim = "openai", "e", 2

    @property
    def params(self) -> dict[str, object]:
        return {"model": "e", "dim": 2}

    async def embed(self, texts: Sequence[str], *, kind: TextKind) -> EmbeddingReply:
        assert kind in ("query", "passage")
        vectors = np.array([[1 / 3, len(text)] for text in texts], dtype=np.float32).reshape(-1, 2)
        return EmbeddingReply(vectors, "e", usage=Usage(input_tokens=5), cost_usd=0.2, spent_usd=0.2, latency_ms=1.5)

    async def rerank(self, question: str, texts: Sequence[str]) -> RerankReply:
        return RerankReply(tuple(len(question) / (3 + len(text)) for text in texts), "r", cost_usd=None, spent_usd=None)

    async def aclose(self) -> None:
        pass


async def numbers(make: Callable[[], Vectors]) -> tuple[EmbeddingReply, EmbeddingReply, RerankReply]:
    embedder = kept_embedding("openai", {"model": "e"}, make)
    reranker = kept_rerank("jina", {"model": "r"}, make)
    assert (embedder.name, embedder.dim, embedder.params) == ("openai", 2, {"model": "e", "dim": 2})
    texts = ["one", "three"]
    return (
        await embedder.embed(texts, kind="query"),
        await embedder.embed([], kind="passage"),
        await reranker.rerank("Why?", texts),
    )


def test_vectors_and_scores_come_back_to_their_last_digit(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl.gz"
    first = asking(numbers, Vectors, record=path)  # type: ignore[arg-type]
    again = asking(numbers, replay=path)  # type: ignore[arg-type]
    assert isinstance(first, tuple) and isinstance(again, tuple)
    for made, kept in zip(first[:2], again[:2], strict=True):
        np.testing.assert_array_equal(made.vectors, kept.vectors)
        assert kept.vectors.dtype == np.float32 and kept.vectors.shape == made.vectors.shape
        assert (kept.usage, kept.cost_usd, kept.spent_usd, kept.cached) == (made.usage, made.cost_usd, 0.0, True)
    assert (again[2].scores, again[2].cost_usd, again[2].model) == (first[2].scores, None, "r")


def test_a_key_variable_a_price_and_a_batch_size_are_no_part_of_a_model(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    asking(lambda make: said(make, "a"), Counting, record=path)

    async def renamed(make: Callable[[], Counting]) -> ChatReply:
        model = kept_chat("openai", {"model": "m", "api_key_env": "OTHER", "price": {"input": 9}}, make)
        with working_on("a"):
            return await model.complete(ASKED)

    assert asking(renamed, replay=path)

    async def another(make: Callable[[], Counting]) -> object:
        return kept_chat("openai", {"model": "m", "base_url": "http://there"}, make)

    with pytest.raises(CassetteError, match="the model openai with these parameters was not asked in it"):
        asking(another, replay=path)


def test_without_a_cassette_a_model_is_itself_and_two_files_are_refused() -> None:
    model = Counting()
    assert kept_chat("openai", {}, lambda: model) is model
    with pytest.raises(InputError, match="recorded or replayed, not both"), keeping_calls(record="a", replay="b"):
        pass
    with keeping_calls():
        assert kept_chat("openai", {}, lambda: model) is model
