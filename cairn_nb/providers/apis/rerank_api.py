"""Reranking at a server with a ``/rerank`` route: Cohere, Jina, llama.cpp and others share its shape."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import Field

from cairn_nb.errors import ConfigError, MalformedReplyError
from cairn_nb.providers.pricing.prices import Prices
from cairn_nb.providers.pricing.token_usage import input_usage
from cairn_nb.providers.protocol import RerankReply
from cairn_nb.providers.wire.endpoint import Address, Endpoint
from cairn_nb.providers.wire.keys import checked_base_url, read_key
from cairn_nb.records.answer import Usage
from cairn_nb.records.base import Record


@dataclass(frozen=True)
class RerankService:
    """A component's own address and key variable; without an address, `base_url` must be given."""

    name: str
    base_url: str | None
    key_variable: str


SERVICES = {
    "cohere": RerankService("cohere", "https://api.cohere.com/v2", "COHERE_API_KEY"),
    "jina": RerankService("jina", "https://api.jina.ai/v1", "JINA_API_KEY"),
    "rerank_server": RerankService("rerank_server", None, "RERANK_API_KEY"),
}


class RerankParams(Record):
    """Parameters of a rerank model.

    Parameters
    ----------
    model
        The provider's name for it.
    base_url, api_key_env
        Where it is asked, and the environment variable that holds the key.
    price
        USD for a million tokens, as input (and output 0).
    """

    model: str = Field(min_length=1)
    base_url: str | None = None
    api_key_env: str | None = None
    price: dict[str, Any] | None = None


def rerank_address(service: RerankService, params: RerankParams) -> Address:
    """Where a rerank component is, with its key; only the provider's own address requires one.

    Raises
    ------
    ConfigError
        If the address is missing or not usable.
    AuthenticationError
        If a key is required and not set.
    """
    place = f"{service.name}.base_url"
    given = params.base_url or service.base_url
    if given is None:
        raise ConfigError("this parameter is required", key=place, hint="the address in front of /rerank")
    url = checked_base_url(given, place)
    required = url == service.base_url or params.api_key_env is not None
    return Address(url, read_key(params.api_key_env or service.key_variable, required=required))


class RerankApiModel:
    """A rerank model behind an endpoint."""

    def __init__(self, name: str, params: RerankParams, endpoint: Endpoint, prices: Prices) -> None:
        self.name = name
        self.model: str | None = params.model
        self._endpoint = endpoint
        self._prices = prices

    async def rerank(self, question: str, texts: Sequence[str]) -> RerankReply:
        """One score a text; raises as `RerankModel.rerank`."""
        name = str(self.model)
        if not texts:
            return RerankReply((), name)
        body = {"model": name, "query": question, "documents": list(texts), "top_n": len(texts)}
        response = await self._endpoint.post("/rerank", body)
        usage = _usage(response.body)
        cost = self._prices.cost_usd(usage)
        return RerankReply(
            _scores(response.body, count=len(texts)),
            str(response.body.get("model") or name),
            usage=usage or Usage(),
            cost_usd=cost,
            spent_usd=cost,
            latency_ms=response.latency_ms,
            attempts=response.attempts,
        )

    async def aclose(self) -> None:
        """Close every connection."""
        await self._endpoint.aclose()


def _usage(body: dict[str, Any]) -> Usage | None:
    """Jina and llama.cpp say `usage`; Cohere says `meta.billed_units`."""
    meta = body.get("meta")
    billed = meta.get("billed_units") if isinstance(meta, dict) else None
    return input_usage(body.get("usage")) or input_usage(billed)


def _scores(body: dict[str, Any], *, count: int) -> tuple[float, ...]:
    """The scores in the order of the texts; each text must have exactly one."""
    rows = body.get("results", body.get("data"))
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise MalformedReplyError("the reply has no list of results")
    scores = {row.get("index"): row.get("relevance_score", row.get("score")) for row in rows}
    if set(scores) != set(range(count)) or len(rows) != count:
        raise MalformedReplyError(f"the reply does not score each of the {count} texts once")
    if not all(_is_finite(score) for score in scores.values()):
        raise MalformedReplyError("the reply has a score that is not a finite number")
    return tuple(float(scores[index]) for index in range(count))


def _is_finite(score: Any) -> bool:
    return isinstance(score, int | float) and not isinstance(score, bool) and math.isfinite(score)
