"""Put the models behind the network together: parameters, address, limits, prices and the reply cache."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cairn_nb.providers.apis.anthropic_chat import AnthropicChatModel, AnthropicParams, anthropic_address
from cairn_nb.providers.apis.openai_chat import (
    OPENAI_URL,
    OpenAIChatModel,
    OpenAIChatParams,
    openai_address,
    own_address,
)
from cairn_nb.providers.apis.openai_embeddings import OpenAIEmbeddingModel, OpenAIEmbeddingParams
from cairn_nb.providers.apis.rerank_api import SERVICES, RerankApiModel, RerankParams, rerank_address
from cairn_nb.providers.caching.cache import ReplyCache
from cairn_nb.providers.caching.cached_chat import CachedChatModel
from cairn_nb.providers.caching.cached_embedding import CachedEmbeddingModel
from cairn_nb.providers.caching.cached_rerank import CachedRerankModel
from cairn_nb.providers.params import read_params
from cairn_nb.providers.pricing.embedding_charge import EmbeddingCharge
from cairn_nb.providers.pricing.prices import Prices, prices_for
from cairn_nb.providers.protocol import ChatModel, EmbeddingModel, RerankModel
from cairn_nb.providers.wire.endpoint import Endpoint
from cairn_nb.providers.wire.limits import Limits
from cairn_nb.records.base import Record

NOT_SENT = {"price", "api_key_env", "base_url", "batch_size"}


def openai_chat(component: str, params: Mapping[str, Any], limits: Limits, cache: ReplyCache | None) -> ChatModel:
    """An OpenAI-shaped chat model; `component` is ``openai`` or ``openrouter``."""
    read = read_params(OpenAIChatParams, component, params)
    address = openai_address(component, read.base_url, read.api_key_env, own_url=own_address(component))
    prices = prices_for(component, read.model, price=read.price, base_url=address.base_url)
    own = address.base_url == OPENAI_URL
    model = OpenAIChatModel(component, read, Endpoint(address, limits), prices, own=own)
    return _remembering(model, cache, identity(component, address.base_url, read), prices)


def anthropic_chat(params: Mapping[str, Any], limits: Limits, cache: ReplyCache | None) -> ChatModel:
    """An Anthropic chat model."""
    read = read_params(AnthropicParams, "anthropic", params)
    address = anthropic_address(read)
    prices = prices_for("anthropic", read.model, price=read.price, base_url=address.base_url)
    model = AnthropicChatModel(read, Endpoint(address, limits), prices)
    return _remembering(model, cache, identity("anthropic", address.base_url, read), prices)


def openai_embedding(params: Mapping[str, Any], limits: Limits, cache: ReplyCache | None) -> EmbeddingModel:
    """An OpenAI-shaped embedding model."""
    read = read_params(OpenAIEmbeddingParams, "openai", params)
    address = openai_address("openai", read.base_url, read.api_key_env)
    prices = prices_for("openai", read.model, price=read.price, base_url=address.base_url)
    charge = EmbeddingCharge(prices, {"query": read.query_prefix, "passage": read.passage_prefix})
    model = OpenAIEmbeddingModel(read, Endpoint(address, limits), charge)
    told_apart_by = identity("openai", address.base_url, read)
    return model if cache is None else CachedEmbeddingModel(model, cache, told_apart_by, charge)


def rerank_api(component: str, params: Mapping[str, Any], limits: Limits, cache: ReplyCache | None) -> RerankModel:
    """A rerank model behind ``/rerank``; `component` is one of `SERVICES`."""
    read = read_params(RerankParams, component, params)
    address = rerank_address(SERVICES[component], read)
    prices = prices_for(component, read.model, price=read.price, base_url=address.base_url)
    model = RerankApiModel(component, read, Endpoint(address, limits), prices)
    told_apart_by = identity(component, address.base_url, read)
    return model if cache is None else CachedRerankModel(model, cache, told_apart_by, prices)


def identity(component: str, base_url: str, params: Record) -> dict[str, Any]:
    """What tells a model's replies from another's: where it is, and every parameter that is sent to it."""
    return {"component": component, "base_url": base_url, "params": params.model_dump(mode="json", exclude=NOT_SENT)}


def _remembering(
    model: ChatModel, cache: ReplyCache | None, told_apart_by: Mapping[str, Any], prices: Prices
) -> ChatModel:
    return model if cache is None else CachedChatModel(model, cache, told_apart_by, prices)
