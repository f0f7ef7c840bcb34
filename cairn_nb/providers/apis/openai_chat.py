"""Chat at OpenAI, at any server that speaks its protocol (`base_url`), and at OpenRouter."""

from __future__ import annotations

import os
from typing import Any, Literal

from pydantic import Field

from cairn_nb.errors import RequestRefusedError
from cairn_nb.providers.apis.openai_reply import chat_reply
from cairn_nb.providers.deciding.structured import Mode, ResponseFormats, instructed, weaker_mode
from cairn_nb.providers.pricing.prices import Prices
from cairn_nb.providers.wire.endpoint import Address, Endpoint, Response
from cairn_nb.providers.wire.json_text import ExtraBody
from cairn_nb.providers.wire.keys import checked_base_url, read_key
from cairn_nb.records.base import Record
from cairn_nb.records.chat import ChatReply, ChatRequest, Message

OPENAI_URL = "https://api.openai.com/v1"
OPENROUTER_URL = "https://openrouter.ai/api/v1"


class OpenAIChatParams(Record):
    """Parameters of an OpenAI-shaped chat model.

    Parameters
    ----------
    model
        The provider's name for it.
    base_url
        Where it is asked; else ``OPENAI_BASE_URL``, else OpenAI.
    api_key_env
        The environment variable that holds the key.
    structured
        How a reply's shape is asked for; weaker ways follow when the server refuses.
    max_tokens_field
        The name under which the server takes a limit; OpenAI's own has a newer one.
    send_temperature
        False for models that refuse one.
    extra_body
        Anything else to send, as the provider documents it.
    price
        USD for a million tokens: input, output, cache_read, cache_write.
    """

    model: str = Field(min_length=1)
    base_url: str | None = None
    api_key_env: str | None = None
    structured: Mode = "json_schema"
    max_tokens_field: Literal["max_tokens", "max_completion_tokens"] | None = None
    send_temperature: bool = True
    extra_body: ExtraBody = Field(default_factory=dict)
    price: dict[str, Any] | None = None


def own_address(component: str) -> str:
    """Where a component is asked when nothing else is said."""
    return OPENROUTER_URL if component == "openrouter" else OPENAI_URL


def openai_url(component: str, base_url: str | None, *, own_url: str = OPENAI_URL) -> str:
    """Where an OpenAI-shaped component is asked.

    Raises
    ------
    ConfigError
        If the address is not usable.
    """
    from_env = os.environ.get("OPENAI_BASE_URL", "").strip() if own_url == OPENAI_URL else ""
    place = f"{component}.base_url" if base_url or not from_env else "OPENAI_BASE_URL"
    return checked_base_url(base_url or from_env or own_url, place)


def openai_address(
    component: str, base_url: str | None, api_key_env: str | None, *, own_url: str = OPENAI_URL
) -> Address:
    """Where an OpenAI-shaped component is, with its key; only the provider's own address requires one.

    Raises
    ------
    ConfigError
        If the address is not usable.
    AuthenticationError
        If a key is required and not set.
    """
    url = openai_url(component, base_url, own_url=own_url)
    variable = api_key_env or ("OPENROUTER_API_KEY" if own_url == OPENROUTER_URL else "OPENAI_API_KEY")
    return Address(url, read_key(variable, required=url == own_url or api_key_env is not None))


class OpenAIChatModel:
    """An OpenAI-shaped chat model behind an endpoint."""

    def __init__(self, name: str, params: OpenAIChatParams, endpoint: Endpoint, prices: Prices, *, own: bool) -> None:
        self.name = name
        self.model: str | None = params.model
        self._params = params
        self._endpoint = endpoint
        self._prices = prices
        self._mode: Mode = params.structured
        self._formats = ResponseFormats()
        self._limit_field = params.max_tokens_field or ("max_completion_tokens" if own else "max_tokens")

    async def complete(self, request: ChatRequest) -> ChatReply:
        """The model's reply; raises as `ChatModel.complete`."""
        response = await self._post(request)
        return chat_reply(response, asked_model=self._params.model, prices=self._prices)

    async def aclose(self) -> None:
        """Close every connection."""
        await self._endpoint.aclose()

    async def _post(self, request: ChatRequest) -> Response:
        """Ask for the reply's shape as strictly as the server is known to understand, and learn when it does not."""
        mode = self._mode
        while True:
            try:
                response = await self._endpoint.post("/chat/completions", self._body(request, mode))
            except RequestRefusedError as error:
                weaker = weaker_mode(mode, str(error)) if request.json_schema is not None else None
                if weaker is None:
                    raise
                mode = weaker
            else:
                self._mode = mode
                return response

    def _body(self, request: ChatRequest, mode: Mode) -> dict[str, Any]:
        body: dict[str, Any] = {
            "model": self._params.model,
            "messages": [self._message(message) for message in instructed(request, mode)],
            self._limit_field: request.max_tokens,
        }
        if self._params.send_temperature:
            body["temperature"] = request.temperature
        shape = self._formats.of(request, mode)
        if shape is not None:
            body["response_format"] = shape
        if request.top_logprobs:
            body |= {"logprobs": True, "top_logprobs": request.top_logprobs}
        if self.name == "openrouter":
            body["usage"] = {"include": True}
        return body | self._params.extra_body

    def _message(self, message: Message) -> dict[str, Any]:
        """A message; where a gateway passes Anthropic's cache marker on, the stable prefix carries it."""
        marked = self.name == "openrouter" and self._params.model.startswith("anthropic/") and message.role == "system"
        if not marked:
            return {"role": message.role, "content": message.content}
        part = {"type": "text", "text": message.content, "cache_control": {"type": "ephemeral"}}
        return {"role": message.role, "content": [part]}
