"""The Anthropic Messages protocol: what is sent, and how replies are read."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from cairn_nb.errors import MalformedReplyError, RateLimitError
from cairn_nb.providers.catalog import chat_model
from cairn_nb.providers.wire.limits import Limits
from cairn_nb.records.answer import Usage
from cairn_nb.records.chat import ChatReply, ChatRequest
from tests.providers.asking import SCHEMA, ask, request
from tests.providers.loopback import LoopbackServer, answer, failure, serving

USAGE = {"input_tokens": 20, "output_tokens": 5, "cache_read_input_tokens": 300, "cache_creation_input_tokens": 40}


def message(**fields: Any) -> dict[str, Any]:
    content = [{"type": "text", "text": "4"}, {"type": "text", "text": "2"}]
    return {"model": "claude", "content": content, "stop_reason": "end_turn", "usage": USAGE} | fields


@pytest.fixture
def claude(monkeypatch: pytest.MonkeyPatch) -> Iterator[LoopbackServer]:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-1234567890")
    with serving(lambda _: answer(message())) as running:
        yield running


def one(server: LoopbackServer, asked: ChatRequest | None = None, **params: Any) -> ChatReply:
    limits = Limits(attempt_timeout_s=5, max_attempts=1)
    named = {"model": "claude-sonnet-4-5", "base_url": server.url, **params}
    return asyncio.run(ask(chat_model("anthropic", named, limits=limits, cache=None), asked or request()))[0]


def test_what_is_sent(claude: LoopbackServer) -> None:
    one(claude, extra_body={"top_k": 1})
    sent = claude.received[0]
    assert sent.path == "/v1/messages"
    assert sent.headers["x-api-key"] == "sk-ant-1234567890"
    assert sent.headers["anthropic-version"] == "2023-06-01"
    assert "authorization" not in sent.headers
    assert sent.body == {
        "model": "claude-sonnet-4-5",
        "max_tokens": 100,
        "temperature": 0.0,
        "system": [{"type": "text", "text": "Answer.", "cache_control": {"type": "ephemeral"}}],
        "messages": [{"role": "user", "content": "What is it?"}],
        "top_k": 1,
    }


def test_the_cache_marker_can_be_left_out(claude: LoopbackServer) -> None:
    one(claude, cache_prefix=False, send_temperature=False)
    assert claude.received[0].body["system"] == [{"type": "text", "text": "Answer."}]
    assert "temperature" not in claude.received[0].body


def test_a_reply_is_read_and_its_buckets_do_not_overlap(claude: LoopbackServer) -> None:
    found = one(claude, price={"input": 3, "output": 15, "cache_read": 0.3, "cache_write": 3.75})
    assert (found.text, found.model, found.finish_reason) == ("42", "claude", "stop")
    assert found.usage == Usage(input_tokens=20, output_tokens=5, cache_read_tokens=300, cache_write_tokens=40)
    # 20 * 3 + 5 * 15 + 300 * 0.3 + 40 * 3.75 = 60 + 75 + 90 + 150 = 375 millionths.
    assert found.cost_usd == pytest.approx(375e-6)


def test_a_shape_is_asked_for_as_a_tool_and_read_from_its_call(claude: LoopbackServer) -> None:
    call = {"type": "tool_use", "id": "t", "name": "reply", "input": {"answer": "船"}}
    claude.script = [answer(message(content=[{"type": "text", "text": "Well."}, call], stop_reason="tool_use"))]
    found = one(claude, request(json_schema=SCHEMA))
    assert (found.text, found.finish_reason) == ('{"answer": "船"}', "stop")
    sent = claude.received[0].body
    assert sent["tool_choice"] == {"type": "tool", "name": "reply"}
    assert sent["tools"][0]["input_schema"] == SCHEMA


def test_or_in_words(claude: LoopbackServer) -> None:
    one(claude, request(json_schema=SCHEMA), structured="none")
    sent = claude.received[0].body
    assert "tools" not in sent
    assert "JSON Schema" in sent["system"][0]["text"]


@pytest.mark.parametrize(
    ("stop_reason", "finish"),
    [("max_tokens", "length"), ("refusal", "refusal"), ("stop_sequence", "stop"), ("pause_turn", "other")],
)
def test_how_a_reply_ended(claude: LoopbackServer, stop_reason: str, finish: str) -> None:
    claude.script = [answer(message(stop_reason=stop_reason))]
    assert one(claude).finish_reason == finish


@pytest.mark.parametrize("content", [None, "text", [1]])
def test_a_reply_without_blocks_is_malformed(claude: LoopbackServer, content: Any) -> None:
    claude.script = [answer(message(content=content))]
    with pytest.raises(MalformedReplyError, match="content blocks"):
        one(claude)


def test_overloaded_is_a_rate_limit(claude: LoopbackServer) -> None:
    claude.script = [failure(529, "Overloaded", type="overloaded_error")]
    with pytest.raises(RateLimitError, match="Overloaded"):
        one(claude)
