"""The price of a component as an experiment file names it, without making the component: no key, no file, no server."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

from cairn_nb.errors import ConfigError
from cairn_nb.providers.apis.anthropic_chat import AnthropicParams
from cairn_nb.providers.apis.openai_chat import OpenAIChatParams, openai_url, own_address
from cairn_nb.providers.apis.openai_embeddings import OpenAIEmbeddingParams
from cairn_nb.providers.apis.rerank_api import SERVICES, RerankParams
from cairn_nb.providers.in_process.llamacpp import SMOLLM2, LlamaCppParams
from cairn_nb.providers.in_process.local_embedding import PACKAGED, LocalEmbeddingParams
from cairn_nb.providers.params import read_params
from cairn_nb.providers.pricing.prices import Prices, prices_for

PriceSource: TypeAlias = Literal["own", "kept table", "free", "unknown"]
OFFLINE = frozenset({"stub", "hashing", "lexical"})


@dataclass(frozen=True)
class Priced:
    """A component's model and its price.

    `source` says whose price it is: the user's (``own``), that of the ``kept table``, none because it runs here
    (``free``), or ``unknown``.
    """

    component: str
    model: str
    prices: Prices
    source: PriceSource


def chat_price(name: str, params: Mapping[str, Any]) -> Priced:
    """The price of a chat model.

    Raises
    ------
    ConfigError
        If the name or a parameter is unknown, or a value does not fit.
    """
    if name in {"openai", "openrouter"}:
        chat = read_params(OpenAIChatParams, name, params)
        return _remote(name, chat.model, chat.price, openai_url(name, chat.base_url, own_url=own_address(name)))
    if name == "anthropic":
        messages = read_params(AnthropicParams, name, params)
        return _remote(name, messages.model, messages.price, messages.base_url)
    if name == "llamacpp":
        path = read_params(LlamaCppParams, name, params).model_path
        return _here(name, Path(path or SMOLLM2[1]).stem)
    return _offline(name, "chat model")


def embedding_price(name: str, params: Mapping[str, Any]) -> Priced:
    """The price of an embedding model; raises as `chat_price`."""
    if name == "openai":
        read = read_params(OpenAIEmbeddingParams, name, params)
        return _remote(name, read.model, read.price, openai_url(name, read.base_url))
    if name == "local":
        path = read_params(LocalEmbeddingParams, name, params).model_path
        return _here(name, Path(path).name if path else PACKAGED)
    return _offline(name, "embedding model")


def rerank_price(name: str, params: Mapping[str, Any]) -> Priced:
    """The price of a rerank model; raises as `chat_price`."""
    if name in SERVICES:
        read = read_params(RerankParams, name, params)
        return _remote(name, read.model, read.price, read.base_url or SERVICES[name].base_url)
    return _offline(name, "rerank model")


def _remote(component: str, model: str, price: dict[str, Any] | None, base_url: str | None) -> Priced:
    prices = prices_for(component, model, price=price, base_url=base_url)
    source: PriceSource = "own" if prices.owned else "kept table" if prices.priced else "unknown"
    return Priced(component, model, prices, source)


def _here(component: str, model: str) -> Priced:
    prices = prices_for(component, model, free=True)
    return Priced(component, model, prices, "own" if prices.owned else "free")


def _offline(name: str, what: str) -> Priced:
    if name not in OFFLINE:
        raise ConfigError(f"there is no {what} {name!r}", key="name")
    return _here(name, name)
