"""A rerank model that remembers: a question with the same texts is scored once."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from cairn_nb.providers.caching.cache import ReplyCache, content_key
from cairn_nb.providers.caching.cache_group import GroupedPuts
from cairn_nb.providers.pricing.prices import Prices
from cairn_nb.providers.protocol import RerankModel, RerankReply
from cairn_nb.records.answer import Usage


class CachedRerankModel:
    """Another rerank model behind a reply cache.

    Parameters
    ----------
    inner
        Who is asked when the cache has no scores.
    cache
        Where scores are kept.
    identity
        What tells this model from others.
    prices
        The model's: kept scores are charged as if they were asked for now.
    """

    def __init__(self, inner: RerankModel, cache: ReplyCache, identity: Mapping[str, Any], prices: Prices) -> None:
        self._prices = prices
        self._inner = inner
        self._cache = cache
        self._puts = GroupedPuts(cache)
        self._identity = dict(identity)

    @property
    def name(self) -> str:
        """The inner model's name."""
        return self._inner.name

    @property
    def model(self) -> str | None:
        """The inner model's model."""
        return self._inner.model

    async def rerank(self, question: str, texts: Sequence[str]) -> RerankReply:
        """The kept scores, marked `cached`, or the inner model's; raises as that does."""
        if self._cache.is_bypassed:
            return await self._inner.rerank(question, texts)
        key = content_key({"rerank": self._identity, "question": question, "texts": list(texts)})
        text = self._puts.get(key)
        kept = None if text is None else self._decoded(key, text, count=len(texts))
        if kept is not None:
            return kept
        reply = await self._inner.rerank(question, texts)
        content = {**asdict(replace(reply, usage=Usage())), "usage": reply.usage.model_dump()}
        self._puts.put(key, json.dumps(content))
        return reply

    async def aclose(self) -> None:
        """Write what is not yet written, and close the inner model."""
        self._puts.flush()
        await self._inner.aclose()

    def _decoded(self, key: str, text: str, *, count: int) -> RerankReply | None:
        try:
            row = json.loads(text)
            scores = tuple(float(score) for score in row.pop("scores"))
            usage = Usage.model_validate(row.pop("usage"))
            reply = RerankReply(scores, usage=usage, **{**row, "cached": True, "spent_usd": 0.0})
        except (ValueError, KeyError, TypeError, AttributeError):
            self._cache.reject(key)
            return None
        if len(scores) != count:
            self._cache.reject(key)
            return None
        unsaid = reply.cost_usd is None and not usage.total_tokens
        return reply if unsaid else replace(reply, cost_usd=self._prices.cost_usd(usage))
