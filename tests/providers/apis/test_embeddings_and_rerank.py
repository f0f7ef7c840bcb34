"""Embedding and rerank replies that break their promise, and the offline reranker."""

from __future__ import annotations

import asyncio
import base64
from typing import Any

import numpy as np
import pytest

from cairn_nb.errors import ConfigError, MalformedReplyError
from cairn_nb.providers.catalog import embedding_model, rerank_model
from cairn_nb.providers.protocol import EmbeddingReply, RerankReply
from cairn_nb.providers.wire.limits import Limits
from tests.providers.loopback import LoopbackServer, answer

LIMITS = Limits(attempt_timeout_s=5, max_attempts=1)


def embed(server: LoopbackServer, **params: Any) -> EmbeddingReply:
    named = {"model": "e", "dim": 2, "base_url": server.url} | params
    model = embedding_model("openai", named, limits=LIMITS, cache=None)

    async def run() -> EmbeddingReply:
        try:
            return await model.embed(["a", "b"], kind="passage")
        finally:
            await model.aclose()

    return asyncio.run(run())


def rows(*vectors: Any) -> dict[str, Any]:
    data = [{"index": place, "embedding": vector} for place, vector in enumerate(vectors)]
    return {"data": data, "usage": {"prompt_tokens": 2, "total_tokens": 2}}


def test_numbers_and_base64_are_both_read(server: LoopbackServer) -> None:
    packed = base64.b64encode(np.array([0.0, 2.0], dtype="<f4").tobytes()).decode()
    server.script = [answer(rows([3, 4], packed))]
    np.testing.assert_allclose(embed(server).vectors, [[0.6, 0.8], [0.0, 1.0]], rtol=1e-6)


def test_an_unpriced_model_costs_null(server: LoopbackServer) -> None:
    server.script = [answer(rows([3, 4], [1, 0]))]
    found = embed(server)
    assert (found.cost_usd, found.spent_usd, found.usage.input_tokens) == (None, None, 2)


def test_a_zero_vector_stays_one(server: LoopbackServer) -> None:
    server.script = [answer(rows([0, 0], [1, 0]))]
    np.testing.assert_array_equal(embed(server).vectors[0], [0, 0])


BAD = [
    ({"data": []}, "no list of 2 embeddings"),
    ({}, "no list of 2 embeddings"),
    (rows([1, 2]), "no list of 2 embeddings"),
    ({"data": [{"index": 0, "embedding": [1, 2]}] * 2}, "not numbered like the texts"),
    (rows([1, 2, 3], [1, 2, 3]), "has 3 numbers, not 2; set the parameter dim"),
    (rows([1, 2], [1, "x"]), "not a list of numbers"),
    (rows([1, 2], None), "not"),
    (rows([1, 2], "!!!"), "not a list of numbers"),
]


@pytest.mark.parametrize(("body", "problem"), BAD)
def test_broken_embeddings_are_malformed(server: LoopbackServer, body: dict[str, Any], problem: str) -> None:
    server.script = [answer(body)]
    with pytest.raises(MalformedReplyError, match=problem):
        embed(server)


def test_numbers_that_are_not_finite_are_malformed(server: LoopbackServer) -> None:
    server.script = [answer(rows([1, 2], [1, float("inf")]))]
    with pytest.raises(MalformedReplyError, match="not finite"):
        embed(server)


def test_a_known_model_is_shortened_when_asked(server: LoopbackServer) -> None:
    server.script = [answer(rows([3, 4], [1, 0]))]
    embed(server, model="text-embedding-3-small")
    assert server.received[0].body["dimensions"] == 2
    model = embedding_model(
        "openai", {"model": "text-embedding-3-large", "base_url": server.url}, limits=LIMITS, cache=None
    )
    assert model.dim == 3072
    assert model.params == {
        "model": "text-embedding-3-large",
        "dim": 3072,
        "query_prefix": "",
        "passage_prefix": "",
    }


def rerank(server: LoopbackServer, texts: list[str], component: str = "rerank_server") -> RerankReply:
    model = rerank_model(component, {"model": "r", "base_url": server.url}, limits=LIMITS, cache=None)

    async def run() -> RerankReply:
        try:
            return await model.rerank("q", texts)
        finally:
            await model.aclose()

    return asyncio.run(run())


@pytest.mark.parametrize(
    "body",
    [
        {"results": [{"index": 1, "relevance_score": 0.9}, {"index": 0, "relevance_score": 0.1}]},  # Cohere, Jina
        {"data": [{"index": 1, "relevance_score": 0.9}, {"index": 0, "relevance_score": 0.1}]},  # Voyage
        {"results": [{"index": 0, "score": 0.1}, {"index": 1, "score": 0.9}]},
    ],
)
def test_scores_come_in_the_order_of_the_texts(server: LoopbackServer, body: dict[str, Any]) -> None:
    server.script = [answer(body)]
    assert rerank(server, ["a", "b"]).scores == (0.1, 0.9)
    assert server.received[0].path == "/rerank"
    assert server.received[0].body == {"model": "r", "query": "q", "documents": ["a", "b"], "top_n": 2}


def test_billed_tokens_are_counted(server: LoopbackServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAIRN_PRICING_JSON", '{"r": {"input": 1, "output": 0}}')
    body = {"results": [{"index": 0, "relevance_score": 1}], "meta": {"billed_units": {"input_tokens": 9}}}
    server.script = [answer(body)]
    found = rerank(server, ["a"])
    assert (found.usage.input_tokens, found.cost_usd) == (9, pytest.approx(9e-6))


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ({"results": []}, "does not score each of the 2 texts once"),
        ({"results": [{"index": 0, "relevance_score": 1}] * 2}, "once"),
        ({"results": [{"index": 0, "relevance_score": 1}, {"index": 2, "relevance_score": 1}]}, "once"),
        ({"results": [{"index": 0, "relevance_score": 1}, {"index": 1}]}, "not a finite number"),
        ({"results": [{"index": 0, "relevance_score": 1}, {"index": 1, "relevance_score": "1"}]}, "not a finite"),
        ({"results": [{"index": 0, "relevance_score": 1}, {"index": 1, "relevance_score": True}]}, "not a finite"),
        ({"results": [1, 2]}, "no list of results"),
        ({}, "no list of results"),
    ],
)
def test_broken_scores_are_malformed(server: LoopbackServer, body: dict[str, Any], problem: str) -> None:
    server.script = [answer(body)]
    with pytest.raises(MalformedReplyError, match=problem):
        rerank(server, ["a", "b"])


def test_no_texts_are_no_call(server: LoopbackServer) -> None:
    assert rerank(server, []).scores == ()
    assert server.received == []


def test_the_lexical_reranker_counts_the_questions_distinct_words() -> None:
    model = rerank_model("lexical", {}, limits=LIMITS, cache=None)
    texts = ["The ferry leaves at nine.", "Dogs leave.", "", "THE FERRY! the ferry, leaves"]
    # the, ferry, leaves: 3 of 3, 0 of 3, 0 of 3, 3 of 3.
    assert asyncio.run(model.rerank("the ferry leaves the", texts)).scores == (1.0, 0.0, 0.0, 1.0)
    assert asyncio.run(model.rerank("?", texts)).scores == (0.0,) * 4
    with pytest.raises(ConfigError, match=r"lexical\.top"):
        rerank_model("lexical", {"top": 3}, limits=LIMITS, cache=None)
