"""The OpenAI-shaped protocol: what is sent, how replies are read, and how a shape is asked for."""

from __future__ import annotations

import asyncio
import datetime
import json
from typing import Any

import pytest

from cairn_nb.errors import ConfigError, MalformedReplyError, RequestRefusedError, ServerError
from cairn_nb.providers.catalog import chat_model
from cairn_nb.providers.deciding.structured import ResponseFormats, is_strict, response_format
from cairn_nb.records.answer import Usage
from cairn_nb.records.chat import ChatReply, ChatRequest, Message
from tests.providers.asking import SCHEMA, SHORT, ask, openai, request
from tests.providers.loopback import LoopbackServer, Received, answer, chat_completion, failure


def one(server: LoopbackServer, asked: ChatRequest | None = None, **params: Any) -> ChatReply:
    return asyncio.run(ask(openai(server.url, **params), asked or request()))[0]


def with_choice(**fields: Any) -> dict[str, Any]:
    choice = {"index": 0, "message": {"role": "assistant", "content": "x"}, "finish_reason": "stop"}
    return chat_completion(choices=[choice | fields])


def test_what_is_sent(server: LoopbackServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-1234567890")
    one(server, request("Where?", temperature=0.5), extra_body={"seed": 7})
    sent = server.received[0]
    assert sent.path == "/chat/completions"
    assert sent.headers["authorization"] == "Bearer sk-1234567890"
    assert sent.body == {
        "model": "m",
        "messages": [{"role": "system", "content": "Answer."}, {"role": "user", "content": "Where?"}],
        "max_tokens": 100,
        "temperature": 0.5,
        "seed": 7,
    }


@pytest.mark.parametrize("value", [float("nan"), [float("inf")], datetime.date(2026, 3, 1), {"a", "b"}])
def test_what_json_cannot_say_is_no_extra_body(value: Any) -> None:
    with pytest.raises(ConfigError, match=r"openai\.extra_body: cannot be sent as JSON"):
        openai("http://127.0.0.1:9/v1", extra_body={"key": value})


def test_a_model_that_takes_no_temperature_and_another_limit(server: LoopbackServer) -> None:
    one(server, send_temperature=False, max_tokens_field="max_completion_tokens")
    assert "temperature" not in server.received[0].body
    assert server.received[0].body["max_completion_tokens"] == 100
    assert "authorization" not in server.received[0].headers


def test_a_reply_is_read(server: LoopbackServer) -> None:
    found = one(server)
    assert (found.text, found.model, found.finish_reason, found.attempts) == ("42", "served-model", "stop", 1)
    assert found.usage == Usage(input_tokens=60, output_tokens=12)
    assert found.cost_usd is None  # no price is known for a model at this address
    assert found.latency_ms > 0


def test_a_price_in_the_parameters_makes_a_cost(server: LoopbackServer) -> None:
    # 60 * 1 + 12 * 2 = 84 millionths.
    assert one(server, price={"input": 1, "output": 2}).cost_usd == pytest.approx(84e-6)


@pytest.mark.parametrize(
    ("usage", "expected"),
    [
        ({"prompt_tokens": 100, "completion_tokens": 5}, (100, 5, 0, 0)),
        # OpenAI: cached tokens are among the prompt's.
        (
            {"prompt_tokens": 100, "completion_tokens": 5, "prompt_tokens_details": {"cached_tokens": 80}},
            (20, 5, 80, 0),
        ),
        # OpenRouter: written ones too.
        (
            {
                "prompt_tokens": 100,
                "completion_tokens": 5,
                "prompt_tokens_details": {"cached_tokens": 30, "cache_write_tokens": 60},
            },
            (10, 5, 30, 60),
        ),
        # DeepSeek names them at the top.
        ({"prompt_tokens": 100, "completion_tokens": 5, "prompt_cache_hit_tokens": 64}, (36, 5, 64, 0)),
        # Reasoning is among the completion's tokens (OpenAI) ...
        (
            {
                "prompt_tokens": 100,
                "completion_tokens": 50,
                "total_tokens": 150,
                "completion_tokens_details": {"reasoning_tokens": 40},
            },
            (100, 50, 0, 0),
        ),
        # ... or beside them (xAI), which the total shows.
        (
            {
                "prompt_tokens": 100,
                "completion_tokens": 10,
                "total_tokens": 150,
                "completion_tokens_details": {"reasoning_tokens": 40},
            },
            (100, 50, 0, 0),
        ),
        # Nonsense is bounded: more cached than sent.
        (
            {"prompt_tokens": 10, "completion_tokens": -3, "prompt_tokens_details": {"cached_tokens": 80}},
            (0, 0, 10, 0),
        ),
        ({"prompt_tokens": 100, "completion_tokens": None, "prompt_tokens_details": None}, (100, 0, 0, 0)),
    ],
)
def test_usage_falls_into_four_buckets_without_overlap(
    server: LoopbackServer, usage: dict[str, Any], expected: tuple[int, ...]
) -> None:
    server.script = [answer(chat_completion(usage=usage))]
    found = one(server).usage
    buckets = (found.input_tokens, found.output_tokens, found.cache_read_tokens, found.cache_write_tokens)
    assert buckets == expected


@pytest.mark.parametrize("usage", [None, {}, {"prompt_tokens": "12"}, 7])
def test_a_reply_without_usage_costs_null_even_with_a_price(server: LoopbackServer, usage: Any) -> None:
    server.script = [answer(chat_completion(usage=usage))]
    found = one(server, price={"input": 1, "output": 2})
    assert found.cost_usd is None
    assert found.usage == Usage()


@pytest.mark.parametrize(
    ("fields", "text", "finish"),
    [
        ({"finish_reason": "length"}, "x", "length"),
        ({"finish_reason": "content_filter", "message": {"content": None}}, "", "refusal"),
        ({"message": {"content": None, "refusal": "I will not."}}, "I will not.", "refusal"),
        ({"finish_reason": "eos_token"}, "x", "other"),
        ({"finish_reason": None}, "x", "other"),
        ({"finish_reason": "length", "message": {"content": "cut \ud83d"}}, "cut \ufffd", "length"),
        ({"message": {"content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]}}, "ab", "stop"),
        ({"message": {"content": 'Sure!\n```json\n{"answer": 1}\n```'}}, 'Sure!\n```json\n{"answer": 1}\n```', "stop"),
    ],
)
def test_how_a_reply_ended(server: LoopbackServer, fields: dict[str, Any], text: str, finish: str) -> None:
    server.script = [answer(with_choice(**fields))]
    found = one(server)
    assert (found.text, found.finish_reason) == (text, finish)


def test_a_choice_that_broke_off_is_a_server_error(server: LoopbackServer) -> None:
    server.script = [answer(with_choice(error={"message": "upstream died", "code": 502}, finish_reason="error"))]
    with pytest.raises(ServerError, match="upstream died"):
        one(server)


def test_a_content_of_another_kind_is_malformed(server: LoopbackServer) -> None:
    server.script = [answer(with_choice(message={"content": 42}))]
    with pytest.raises(MalformedReplyError, match="content is a int"):
        one(server)


def test_a_shape_is_asked_for_as_a_schema(server: LoopbackServer) -> None:
    one(server, request(json_schema=SCHEMA))
    sent = server.received[0].body
    assert sent["response_format"] == {
        "type": "json_schema",
        "json_schema": {"name": "reply", "schema": SCHEMA, "strict": True},
    }
    assert sent["messages"][0]["content"] == "Answer."


def old_server(knows: str) -> Any:
    """A server that knows no stronger `response_format` than this one."""

    def respond(received: Received) -> Any:
        asked = received.body.get("response_format", {}).get("type", "none")
        strength = ["none", "json_object", "json_schema"]
        if strength.index(asked) > strength.index(knows):
            return failure(400, f"response_format type {asked} is not supported")
        return answer(chat_completion('{"answer": "42"}'))

    return respond


@pytest.mark.parametrize(("knows", "calls"), [("json_schema", 1), ("json_object", 2), ("none", 3)])
def test_a_server_that_knows_less_is_asked_for_less_and_remembered(
    server: LoopbackServer, knows: str, calls: int
) -> None:
    server.usual = old_server(knows)
    first, second = asyncio.run(
        ask(openai(server.url), request("a", json_schema=SCHEMA), request("b", json_schema=SCHEMA))
    )
    assert first.text == second.text == '{"answer": "42"}'
    assert len(server.received) == calls + 1
    last = server.received[-1].body
    assert last.get("response_format", {}).get("type", "none") == knows
    in_words = json.dumps(SCHEMA, sort_keys=True) in last["messages"][0]["content"]
    assert in_words is (knows != "json_schema")


def test_a_refusal_about_something_else_is_not_a_reason_to_ask_for_less(server: LoopbackServer) -> None:
    server.script = [failure(400, "the context is too long")]
    with pytest.raises(RequestRefusedError, match="too long"):
        one(server, request(json_schema=SCHEMA))
    assert len(server.received) == 1


def test_words_alone_when_told_so_even_without_a_system_message(server: LoopbackServer) -> None:
    asked = request(json_schema=SCHEMA).changed(messages=(Message(role="user", content="Q"),))
    one(server, asked, structured="none")
    sent = server.received[0].body
    assert "response_format" not in sent
    assert [message["role"] for message in sent["messages"]] == ["system", "user"]
    assert "JSON Schema" in sent["messages"][0]["content"]


def test_a_schema_is_strict_only_when_every_object_is_closed_and_complete() -> None:
    assert is_strict(SCHEMA)
    assert not is_strict(SCHEMA | {"required": []})
    assert not is_strict({"type": "array", "items": {"type": "object", "properties": {}}})
    assert is_strict({"type": "array", "items": SCHEMA})


def test_openrouter_asks_for_the_cost_and_marks_the_prefix(
    server: LoopbackServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENROUTER_API_KEY", "or-1234567890")
    usage = {"prompt_tokens": 60, "completion_tokens": 12, "cost": 0.00123}
    server.script = [answer(chat_completion(usage=usage))] * 2
    params = {"model": "anthropic/claude-sonnet-4.5", "base_url": server.url}
    model = chat_model("openrouter", params, limits=SHORT, cache=None)
    found = asyncio.run(ask(model, request()))[0]
    sent = server.received[0]
    assert sent.headers["authorization"] == "Bearer or-1234567890"
    assert sent.body["usage"] == {"include": True}
    part = {"type": "text", "text": "Answer.", "cache_control": {"type": "ephemeral"}}
    assert sent.body["messages"][0] == {"role": "system", "content": [part]}
    assert found.cost_usd == 0.00123
    priced = chat_model("openrouter", params | {"price": {"input": 1, "output": 0}}, limits=SHORT, cache=None)
    assert asyncio.run(ask(priced, request()))[0].cost_usd == pytest.approx(60e-6)  # the user's price counts more


def test_a_remembered_format_is_that_of_the_request() -> None:
    formats = ResponseFormats()
    loose = SCHEMA | {"required": []}
    asked = [
        (SCHEMA, "one", "json_schema"),
        (SCHEMA, "one", "json_schema"),
        (loose, "one", "json_schema"),
        (SCHEMA, "two", "json_schema"),
        (SCHEMA, "two", "json_object"),
        (SCHEMA, "two", "none"),
        (None, "two", "json_schema"),
    ]
    for schema, name, mode in asked:
        one = request(json_schema=schema, schema_name=name)
        assert formats.of(one, mode) == response_format(one, mode)  # type: ignore[arg-type]
