"""A chat model that remembers: a request asked before is answered from disk, and charged as if it were asked now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from cairn_nb.providers.caching.cache import ReplyCache, content_key, text_key
from cairn_nb.providers.caching.cache_group import GroupedPuts
from cairn_nb.providers.pricing.prices import Prices
from cairn_nb.providers.protocol import ChatModel
from cairn_nb.records.chat import ChatReply, ChatRequest

WHOLE = frozenset({"stop", "refusal"})


class CachedChatModel:
    """Another chat model behind a reply cache. Only whole replies are kept: none that was cut off or
    failed, and none that is no JSON object where one was asked for, so that a later run asks again.

    Parameters
    ----------
    inner
        Who is asked when the cache has no reply.
    cache
        Where replies are kept.
    identity
        What tells this model from others: component, address and every parameter that is sent.
    prices
        The model's.
    """

    def __init__(self, inner: ChatModel, cache: ReplyCache, identity: Mapping[str, Any], prices: Prices) -> None:
        self._inner = inner
        self._prices = prices
        self._cache = cache
        self._puts = GroupedPuts(cache)
        self._identity = content_key({"chat": identity})

    @property
    def name(self) -> str:
        """The inner model's name."""
        return self._inner.name

    @property
    def model(self) -> str | None:
        """The inner model's model."""
        return self._inner.model

    async def complete(self, request: ChatRequest) -> ChatReply:
        """The kept reply, marked `cached`, or the inner model's; raises as that does."""
        if self._cache.is_bypassed:
            return await self._inner.complete(request)
        key = text_key(self._identity, request.model_dump_json(exclude=_not_in_key(request)))
        kept = self._kept(key)
        if kept is not None:
            return kept
        reply = await self._inner.complete(request)
        if _worth_keeping(request, reply):
            self._puts.put(key, reply.model_dump_json())
        return reply

    async def aclose(self) -> None:
        """Write what is not yet written, and close the inner model."""
        self._puts.flush()
        await self._inner.aclose()

    def _kept(self, key: str) -> ChatReply | None:
        text = self._puts.get(key)
        if text is None:
            return None
        try:
            reply = ChatReply.model_validate_json(text)
        except ValidationError:
            self._cache.reject(key)
            return None
        return reply.model_copy(update={"cached": True, "cost_usd": self._charge(reply)})

    def _charge(self, reply: ChatReply) -> float | None:
        """What was billed for the call; else its tokens at today's price, where the provider said how many."""
        if reply.billed and not self._prices.owned:
            return reply.cost_usd
        if reply.cost_usd is None and not reply.usage.total_tokens:
            return None
        return self._prices.cost_usd(reply.usage)


def _not_in_key(request: ChatRequest) -> set[str]:
    """Requests without log-probabilities and samples keep the keys of a cache that knew neither."""
    return {"purpose", *(name for name in ("top_logprobs", "sample") if not getattr(request, name))}


def _worth_keeping(request: ChatRequest, reply: ChatReply) -> bool:
    if reply.first_token is not None and request.top_logprobs:
        return True  # the first token is all that was asked for
    if reply.finish_reason not in WHOLE:
        return False
    text = reply.text.strip().removesuffix("```").rstrip()
    return request.json_schema is None or reply.finish_reason == "refusal" or text.endswith("}")
