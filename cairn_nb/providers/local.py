"""Put the models that run here together: parameters, files, limits and the reply cache. They cost nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cairn_nb.providers.caching.cache import ReplyCache
from cairn_nb.providers.caching.cached_chat import CachedChatModel
from cairn_nb.providers.caching.cached_embedding import CachedEmbeddingModel
from cairn_nb.providers.in_process.extras import large_file_fingerprint
from cairn_nb.providers.in_process.llamacpp import LlamaCppChatModel, LlamaCppParams, gguf_file
from cairn_nb.providers.in_process.local_embedding import LocalEmbedder, LocalEmbeddingParams, model_files
from cairn_nb.providers.params import read_params
from cairn_nb.providers.pricing.embedding_charge import EmbeddingCharge
from cairn_nb.providers.pricing.prices import prices_for
from cairn_nb.providers.protocol import ChatModel, EmbeddingModel
from cairn_nb.providers.wire.limits import Limits


def llamacpp_chat(params: Mapping[str, Any], limits: Limits, cache: ReplyCache | None) -> ChatModel:
    """The local chat model; its kept replies belong to the weights, wherever the file lies."""
    read = read_params(LlamaCppParams, "llamacpp", params)
    path = gguf_file(read)
    prices = prices_for("llamacpp", path.stem, free=True)
    model = LlamaCppChatModel(read, path, limits, prices)
    if cache is None:
        return model
    sent = read.model_dump(mode="json", exclude={"model_path", "threads"})
    weights = large_file_fingerprint(path)
    return CachedChatModel(model, cache, {"component": "llamacpp", "weights": weights, "params": sent}, prices)


def local_embedding(params: Mapping[str, Any], _limits: Limits, cache: ReplyCache | None) -> EmbeddingModel:
    """The local embedder."""
    read = read_params(LocalEmbeddingParams, "local", params)
    files = model_files(read)
    charge = EmbeddingCharge(prices_for("local", files.name, free=True))
    model = LocalEmbedder(read, files, charge)
    return model if cache is None else CachedEmbeddingModel(model, cache, {"component": "local"}, charge)
