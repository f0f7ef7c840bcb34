"""Chat at Anthropic (the Messages API), with its prompt cache on the stable system message."""

from __future__ import annotations

import json
from typing import Any, Literal

from pydantic import Field

from cairn_nb.errors import MalformedReplyError
from cairn_nb.providers.deciding.structured import instructed
from cairn_nb.providers.pricing.prices import Prices
from cairn_nb.providers.pricing.token_usage import anthropic_usage
from cairn_nb.providers.wire.endpoint import Address, Endpoint, Response
from cairn_nb.providers.wire.json_text import ExtraBody
from cairn_nb.providers.wire.keys import checked_base_url, read_key
from cairn_nb.records.answer import Usage
from cairn_nb.records.base import Record
from cairn_nb.records.chat import ChatReply, ChatRequest

ANTHROPIC_URL = "https://api.anthropic.com"
VERSION = "2023-06-01"
EPHEMERAL = {"type": "ephemeral"}
FINISH = {
    "end_turn": "stop",
    "stop_sequence": "stop",
    "tool_use": "stop",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "refusal": "refusal",
}


class AnthropicParams(Record):
    """Parameters of an Anthropic chat model.

    Parameters
    ----------
    model
        The provider's name for it.
    base_url, api_key_env
        Where it is asked, and the environment variable that holds the key.
    structured
        Whether a reply's shape is asked for as a tool the model must call, or in words.
    cache_prefix
        Whether the system message is marked for the provider's prompt cache.
    send_temperature
        False for models that refuse one.
    extra_body
        Anything else to send, as the provider documents it.
    price
        USD for a million tokens: input, output, cache_read, cache_write.
    """

    model: str = Field(min_length=1)
    base_url: str = ANTHROPIC_URL
    api_key_env: str = "ANTHROPIC_API_KEY"
    structured: Literal["tool", "none"] = "tool"
    cache_prefix: bool = True
    send_temperature: bool = True
    extra_body: ExtraBody = Field(default_factory=dict)
    price: dict[str, Any] | None = None


def anthropic_address(params: AnthropicParams) -> Address:
    """Where the model is, with its key.

    Raises
    ------
    ConfigError
        If the address is not usable.
    AuthenticationError
        If there is no key.
    """
    url = checked_base_url(params.base_url, "anthropic.base_url")
    key = read_key(params.api_key_env, required=True)
    return Address(url, key, key_header="x-api-key", key_prefix="", headers={"anthropic-version": VERSION})


class AnthropicChatModel:
    """An Anthropic chat model behind an endpoint."""

    name = "anthropic"

    def __init__(self, params: AnthropicParams, endpoint: Endpoint, prices: Prices) -> None:
        self.model: str | None = params.model
        self._params = params
        self._endpoint = endpoint
        self._prices = prices

    async def complete(self, request: ChatRequest) -> ChatReply:
        """The model's reply; raises as `ChatModel.complete`."""
        response = await self._endpoint.post("/v1/messages", self._body(request))
        return self._reply(response)

    async def aclose(self) -> None:
        """Close every connection."""
        await self._endpoint.aclose()

    def _body(self, request: ChatRequest) -> dict[str, Any]:
        as_tool = request.json_schema is not None and self._params.structured == "tool"
        messages = request.messages if as_tool else instructed(request, "none")
        body: dict[str, Any] = {
            "model": self._params.model,
            "max_tokens": request.max_tokens,
            "system": self._system([message.content for message in messages if message.role == "system"]),
            "messages": [message.model_dump() for message in messages if message.role != "system"],
        }
        if self._params.send_temperature:
            body["temperature"] = request.temperature
        if as_tool:
            body |= _as_tool(request)
        return body | self._params.extra_body

    def _system(self, texts: list[str]) -> list[dict[str, Any]]:
        """The system message in parts; the marker on the last covers everything before it."""
        parts: list[dict[str, Any]] = [{"type": "text", "text": text} for text in texts if text]
        if parts and self._params.cache_prefix:
            parts[-1]["cache_control"] = EPHEMERAL
        return parts

    def _reply(self, response: Response) -> ChatReply:
        body = response.body
        usage = anthropic_usage(body.get("usage"))
        return ChatReply(
            text=_text(body.get("content")),
            model=str(body.get("model") or self._params.model),
            usage=usage or Usage(),
            cost_usd=self._prices.cost_usd(usage),
            latency_ms=response.latency_ms,
            finish_reason=FINISH.get(str(body.get("stop_reason")), "other"),
            attempts=response.attempts,
        )


def _as_tool(request: ChatRequest) -> dict[str, Any]:
    tool = {"name": request.schema_name, "description": "Give the reply.", "input_schema": request.json_schema}
    return {"tools": [tool], "tool_choice": {"type": "tool", "name": request.schema_name}}


def _text(content: Any) -> str:
    """What the tool was called with, as JSON; else the text blocks together."""
    if not isinstance(content, list) or not all(isinstance(block, dict) for block in content):
        raise MalformedReplyError("the reply has no list of content blocks")
    for block in content:
        if block.get("type") == "tool_use":
            return json.dumps(block.get("input"), ensure_ascii=False)
    return "".join(str(block.get("text", "")) for block in content if block.get("type") == "text")
