"""Read an OpenAI-shaped chat completion."""

from __future__ import annotations

from typing import Any

from cairn_nb.errors import MalformedReplyError, ServerError
from cairn_nb.providers.pricing.prices import Prices
from cairn_nb.providers.pricing.token_usage import openai_usage, reported_cost_usd
from cairn_nb.providers.wire.endpoint import Response
from cairn_nb.providers.wire.first_token import first_token
from cairn_nb.providers.wire.http_errors import message_of
from cairn_nb.records.answer import Usage
from cairn_nb.records.chat import ChatReply

FINISH = {
    "stop": "stop",
    "tool_calls": "stop",
    "function_call": "stop",
    "length": "length",
    "content_filter": "refusal",
}


def chat_reply(response: Response, *, asked_model: str, prices: Prices) -> ChatReply:
    """The first choice of a completion.

    What the provider says it billed is the call's cost, unless the user gave a price; else the price of its tokens.

    Raises
    ------
    MalformedReplyError
        If there is no choice or no message in it.
    ServerError
        If the choice carries an error instead of an answer.
    """
    choice = _first_choice(response.body)
    message = choice["message"]
    refusal = message.get("refusal")
    usage = openai_usage(response.body.get("usage"))
    finish = FINISH.get(str(choice.get("finish_reason")), "other")
    billed = None if prices.owned else reported_cost_usd(response.body.get("usage"))
    return ChatReply(
        text=_text(message.get("content")) or (refusal if isinstance(refusal, str) else ""),
        model=str(response.body.get("model") or asked_model),
        usage=usage or Usage(),
        cost_usd=prices.cost_usd(usage) if billed is None else billed,
        latency_ms=response.latency_ms,
        finish_reason="refusal" if refusal else finish,
        attempts=response.attempts,
        billed=billed is not None,
        first_token=first_token(choice),
    )


def _first_choice(body: dict[str, Any]) -> dict[str, Any]:
    choices = body.get("choices")
    choice = choices[0] if isinstance(choices, list) and choices else None
    if isinstance(choice, dict) and choice.get("error"):
        raise ServerError(f"the provider broke off: {message_of(choice['error'])}")
    if not isinstance(choice, dict) or not isinstance(choice.get("message"), dict):
        raise MalformedReplyError("the reply has no choices[0].message")
    return choice


def _text(content: Any) -> str:
    """A message's text; some servers send it in parts."""
    if isinstance(content, str):
        return content
    if content is None:
        return ""
    if not isinstance(content, list):
        raise MalformedReplyError(f"choices[0].message.content is a {type(content).__name__}, not a text")
    return "".join(part["text"] for part in content if isinstance(part, dict) and isinstance(part.get("text"), str))
