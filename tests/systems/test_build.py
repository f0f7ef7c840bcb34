"""The real parts, put together from an experiment file: index on disk, stub or a loopback server, judge."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cairn_nb.config.model import Component, Config, GenerationConfig, RerankConfig, RetrievalConfig, RewriteConfig
from cairn_nb.errors import (
    AuthenticationError,
    ConfigError,
    ConnectionFailedError,
    DeadlineError,
    MalformedReplyError,
    ProviderError,
    RateLimitError,
    StoredIndexError,
)
from cairn_nb.providers.wire.limits import Limits
from cairn_nb.records import Answer, Case, Outcome, Status
from cairn_nb.retrieval.build import abuild_index
from cairn_nb.retrieval.index import Index, open_index
from cairn_nb.systems.build import build_embedder, build_judge, build_system, check_components
from tests.providers.loopback import Behaviour, LoopbackServer, answer, chat_completion, failure, serving

LIMITS = Limits(attempt_timeout_s=20.0, max_attempts=1)
HURRIED = Limits(attempt_timeout_s=0.3, max_attempts=1)
DOCUMENTS = {
    "refunds.md": "# Refunds\n\nRefunds are paid within 30 days of the request. They go back to the card.\n",
    "parking.md": "# Parking\n\nParking costs 12 euros a day. The gate closes at 18:00.\n",
    "返金.md": "# 返金\n\n返金は申請から30日以内に支払われます。窓口は平日のみ開いています。\n",
}
GOOD = {
    "answer": "30 days",
    "claims": [
        {"text": "Refunds are paid within 30 days", "citations": [{"chunk_id": "?", "quote": "within 30 days"}]}
    ],
    "confidence_self": 0.9,
    "abstain": False,
}


@pytest.fixture
def config(tmp_path: Path) -> Config:
    (tmp_path / "corpus").mkdir()
    for name, text in DOCUMENTS.items():
        (tmp_path / "corpus" / name).write_text(text, encoding="utf-8")
    return Config(name="default", corpus="corpus", golden="cases.jsonl", base_dir=tmp_path)


def indexed(config: Config) -> Index:
    asyncio.run(abuild_index(config, embedder=build_embedder(config, limits=LIMITS, cache=None)))
    return open_index(config)


def asked(config: Config, question: str, limits: Limits = LIMITS) -> Answer:
    async def ask() -> Answer:
        system = build_system(config, index=indexed_once, limits=limits, cache=None)
        try:
            return await system.answer(question)
        finally:
            await system.aclose()

    indexed_once = indexed(config)
    return asyncio.run(ask())


@pytest.mark.parametrize(
    ("question", "says"),
    [("Within how many days are refunds paid?", "within 30 days"), ("返金はいつ支払われますか", "30日以内")],
)
def test_the_offline_system_answers_with_a_supported_citation(config: Config, question: str, says: str) -> None:
    found = asked(config, question)
    assert found.status is Status.ANSWERED and says in found.text
    assert found.claims and all(claim.supported for claim in found.claims)
    assert [step.stage for step in found.steps] == ["embed", "search", "generate", "verify"]
    assert found.cost_usd == 0.0 and found.confidence is not None


@pytest.mark.parametrize("mode", ["hybrid", "dense", "bm25"])
@pytest.mark.parametrize("rerank", [None, RerankConfig(name="lexical")])
@pytest.mark.parametrize("rewrite", [False, True])
def test_every_kind_of_retrieval_can_be_named(
    config: Config, mode: Any, rerank: RerankConfig | None, rewrite: bool
) -> None:
    retrieval = RetrievalConfig(mode=mode, rerank=rerank, rewrite=RewriteConfig(enabled=rewrite))
    found = asked(config.changed(retrieval=retrieval), "Within how many days are refunds paid?")
    stages = {step.stage for step in found.steps}
    assert "30 days" in found.text
    assert ("rerank" in stages, "rewrite" in stages, "embed" in stages) == (rerank is not None, rewrite, mode != "bm25")


def test_switched_off_reranking_is_off(config: Config) -> None:
    retrieval = RetrievalConfig(rerank=RerankConfig(name="lexical", enabled=False))
    found = asked(config.changed(retrieval=retrieval), "Within how many days are refunds paid?")
    assert "rerank" not in {step.stage for step in found.steps}


def test_a_refusing_model_is_refused(config: Config, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAIRN_STUB_REFUSE", "1")
    assert asked(config, "Within how many days are refunds paid?").refused


def test_degraded_citations_are_found_unsupported(config: Config, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAIRN_STUB_DEGRADE_CITATIONS", "1")
    found = asked(config, "Within how many days are refunds paid?")
    assert "30 days" in found.text
    assert not any(claim.supported for claim in found.claims)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"generation": GenerationConfig(provider=Component(name="stubb"))}, r"generation\.provider\.name.*'stub'"),
        (
            {"generation": GenerationConfig(provider=Component(name="stub", params={"abstain": 1}))},
            r"generation\.provider",
        ),
        ({"embedding": Component(name="hashin")}, r"embedding\.name.*'hashing'"),
        ({"embedding": Component(name="hashing", params={"dims": 5})}, r"embedding\..*'dim'"),
        ({"judge": Component(name="stubs")}, r"judge\.name.*'stub'"),
        ({"confidence": Component(name="weightd")}, r"confidence\.name.*'weighted'"),
        ({"confidence": Component(name="weighted", params={"w_retrival": 1})}, "w_retrieval"),
        ({"retrieval": RetrievalConfig(rerank=RerankConfig(name="lexicl"))}, r"retrieval\.rerank\.name.*'lexical'"),
        (
            {"retrieval": RetrievalConfig(rewrite=RewriteConfig(enabled=True, provider=Component(name="stb")))},
            r"retrieval\.rewrite\.provider\.name",
        ),
    ],
)
def test_a_mistake_is_named_from_the_top_of_the_file(config: Config, change: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        check_components(config.changed(**change), limits=LIMITS)


def test_the_default_components_are_sound(config: Config) -> None:
    check_components(config, limits=LIMITS)


def test_a_missing_key_is_found_before_any_call(config: Config, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    provider = Component(name="anthropic", params={"model": "m"})
    with pytest.raises(AuthenticationError):
        check_components(config.changed(generation=GenerationConfig(provider=provider)), limits=LIMITS)


def test_an_index_of_another_embedding_is_refused(config: Config) -> None:
    index = indexed(config)
    other = config.changed(embedding=Component(name="hashing", params={"dim": 64}))
    with pytest.raises(StoredIndexError):
        build_system(other, index=index, limits=LIMITS, cache=None)


def test_the_notes_name_the_parts(config: Config) -> None:
    system = build_system(config, index=indexed(config), limits=LIMITS, cache=None)
    notes = system.describe()
    assert (notes["provider"], notes["retrieval_mode"], notes["retrieval_depth"], notes["k"]) == (
        "stub",
        "hybrid",
        10,
        8,
    )
    assert notes["reranker"] is None and notes["rewrite"] is False and len(notes["prefix_hash"]) == 12


# A real server on the loopback address -----------------------------------------------------------------------


@pytest.fixture
def server() -> Iterator[LoopbackServer]:
    with serving(lambda received: answer(chat_completion(reply_to(received.body)))) as running:
        yield running


def reply_to(body: Any) -> str:
    """A good reply that cites the first passage of the prompt."""
    chunk_id = body["messages"][1]["content"].split('id="')[1].split('"')[0]
    reply = json.loads(json.dumps(GOOD))
    reply["claims"][0]["citations"][0]["chunk_id"] = chunk_id
    return json.dumps(reply)


def remote(config: Config, url: str) -> Config:
    provider = Component(name="openai", params={"model": "m", "base_url": url})
    return config.changed(generation=GenerationConfig(provider=provider))


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")


def test_a_served_model_answers_with_one_call(config: Config, server: LoopbackServer) -> None:
    found = asked(remote(config, server.url), "Within how many days are refunds paid?")
    assert (found.text, found.model) == ("30 days", "served-model")
    assert found.claims[0].supported
    assert len(server.received) == 1


def test_a_malformed_reply_is_corrected_by_a_second_call(config: Config, server: LoopbackServer) -> None:
    server.script = [answer(chat_completion('{"answer": "30 days", "abstain": "no"}'))]
    found = asked(remote(config, server.url), "Within how many days are refunds paid?")
    assert found.text == "30 days"
    # two calls of 60 + 12 tokens
    paid = [step.usage.total_tokens for step in found.steps if step.stage == "generate"]
    assert len(server.received) == 2 and paid == [72, 72]
    sent = server.received[1].body["messages"]
    assert sent[2] == {"role": "assistant", "content": '{"answer": "30 days", "abstain": "no"}'}


@pytest.mark.parametrize(
    ("script", "kind", "n_paid"),
    [
        ([failure(429)], RateLimitError, 0),
        ([Behaviour(delay_s=2.0)], DeadlineError, 0),
        ([Behaviour(drop=True)], ConnectionFailedError, 0),
        ([answer(chat_completion("x" * 50), cut=True)], ConnectionFailedError, 0),
        ([answer(chat_completion("x")), answer(chat_completion("y"))], MalformedReplyError, 2),
        ([answer(chat_completion("x")), failure(429)], RateLimitError, 1),
    ],
)
def test_each_failure_is_typed_and_keeps_what_was_paid(
    config: Config, server: LoopbackServer, script: list[Behaviour], kind: type[ProviderError], n_paid: int
) -> None:
    server.script = list(script)
    limits = HURRIED if kind is DeadlineError else LIMITS
    with pytest.raises(kind) as caught:
        asked(remote(config, server.url), "Within how many days are refunds paid?", limits)
    stages = [step.stage for step in caught.value.steps]  # type: ignore[attr-defined]
    assert stages == ["embed", "search", *["generate"] * n_paid]


def test_a_served_judge_grades(config: Config) -> None:
    grade = json.dumps({"reason": "same", "score": 0.8, "correct": True})
    with serving(lambda _: answer(chat_completion(grade))) as server:
        judged = Component(
            name="llm", params={"model": "m", "provider": {"name": "openai", "params": {"base_url": server.url}}}
        )
        judge = build_judge(config.changed(judge=judged), limits=LIMITS, cache=None)
        case = Case(id="a", question="How long?", expected_answer="30 days")
        given = Answer(question="How long?", status=Status.ANSWERED, text="30 days")

        async def grade_it() -> Any:
            try:
                return await judge.grade(case, given)
            finally:
                await judge.aclose()

        verdict = asyncio.run(grade_it())
    assert (verdict.outcome, verdict.score, verdict.correct) == (Outcome.SCORED, 0.8, True)
    assert verdict.step.usage.total_tokens == 72
