"""Requests and models that several provider tests ask with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cairn_nb.providers.caching.cache import ReplyCache
from cairn_nb.providers.catalog import chat_model
from cairn_nb.providers.protocol import ChatModel
from cairn_nb.providers.wire.limits import Limits
from cairn_nb.records.chat import ChatReply, ChatRequest, Grounding, GroundingPassage, Message

SHORT = Limits(attempt_timeout_s=5.0, max_attempts=3, concurrency=8)
SCHEMA = {
    "type": "object",
    "properties": {"answer": {"type": "string"}},
    "required": ["answer"],
    "additionalProperties": False,
}


def request(question: str = "What is it?", **fields: Any) -> ChatRequest:
    messages = (Message(role="system", content="Answer."), Message(role="user", content=question))
    return ChatRequest(**{"purpose": "answer", "messages": messages, "max_tokens": 100, **fields})


def grounded(question: str, *texts: str, purpose: str = "answer") -> ChatRequest:
    passages = tuple(GroundingPassage(chunk_id=f"c{place}", text=text) for place, text in enumerate(texts, 1))
    return request(question, purpose=purpose, grounding=Grounding(question=question, passages=passages))


def openai(url: str, *, limits: Limits = SHORT, cache: Path | None = None, **params: Any) -> ChatModel:
    named = {"model": "m", "base_url": url, **params}
    return chat_model("openai", named, limits=limits, cache=None if cache is None else ReplyCache(cache))


async def ask(model: ChatModel, *requests: ChatRequest) -> list[ChatReply]:
    """One reply a request, in order; the model is closed."""
    try:
        return [await model.complete(one) for one in requests]
    finally:
        await model.aclose()
