"""Embeddings at OpenAI, or at any server that speaks its protocol."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import Any

import numpy as np
from pydantic import Field

from cairn_nb.errors import ConfigError, MalformedReplyError
from cairn_nb.providers.caching.together import together
from cairn_nb.providers.pricing.embedding_charge import EmbeddingCharge
from cairn_nb.providers.pricing.token_usage import input_usage
from cairn_nb.providers.protocol import EmbeddingReply, TextKind, Vectors
from cairn_nb.providers.wire.endpoint import Endpoint, Response
from cairn_nb.records.answer import Usage
from cairn_nb.records.base import Record

KNOWN_DIMS = {"text-embedding-3-small": 1536, "text-embedding-3-large": 3072, "text-embedding-ada-002": 1536}


class OpenAIEmbeddingParams(Record):
    """Parameters of an OpenAI-shaped embedding model.

    Parameters
    ----------
    model
        The provider's name for it.
    dim
        Numbers in a vector; needed for models whose own length is not known here. A length other than
        a known model's own is asked for as `dimensions`.
    base_url, api_key_env
        Where it is asked (else ``OPENAI_BASE_URL``, else OpenAI), and the variable that holds the key.
    query_prefix, passage_prefix
        Put before each text of that kind, for models trained with them.
    batch_size
        Texts sent at once.
    price
        USD for a million tokens, as input (and output 0).
    """

    model: str = Field(min_length=1)
    dim: int | None = Field(default=None, ge=1)
    base_url: str | None = None
    api_key_env: str | None = None
    query_prefix: str = ""
    passage_prefix: str = ""
    batch_size: int = Field(default=64, ge=1, le=2048)
    price: dict[str, Any] | None = None


def vector_length(params: OpenAIEmbeddingParams) -> int:
    """Numbers in a vector of this model.

    Raises
    ------
    ConfigError
        If neither the parameters nor this module know it.
    """
    length = params.dim or KNOWN_DIMS.get(params.model)
    if length is None:
        hint = "the model's documentation says how long its vectors are"
        raise ConfigError(f"the vector length of {params.model!r} is not known", key="openai.dim", hint=hint)
    return length


class OpenAIEmbeddingModel:
    """An OpenAI-shaped embedding model behind an endpoint."""

    name = "openai"

    def __init__(self, params: OpenAIEmbeddingParams, endpoint: Endpoint, charge: EmbeddingCharge) -> None:
        self.dim = vector_length(params)
        self._params = params
        self._endpoint = endpoint
        self._charge = charge

    @property
    def params(self) -> dict[str, Any]:
        """What decides a vector."""
        prefixes = {"query_prefix": self._params.query_prefix, "passage_prefix": self._params.passage_prefix}
        return {"model": self._params.model, "dim": self.dim, **prefixes}

    async def embed(self, texts: Sequence[str], *, kind: TextKind) -> EmbeddingReply:
        """One vector a text, asked for in batches; raises as `EmbeddingModel.embed`."""
        prefix = self._params.query_prefix if kind == "query" else self._params.passage_prefix
        size = self._params.batch_size
        batches = [[prefix + text for text in texts[first : first + size]] for first in range(0, len(texts), size)]
        parts = await together(self._batch(batch) for batch in batches)
        return self._joined(parts, charged_usd=self._charge.of(texts, kind=kind))

    async def aclose(self) -> None:
        """Close every connection."""
        await self._endpoint.aclose()

    async def _batch(self, texts: list[str]) -> tuple[Vectors, Response]:
        body: dict[str, Any] = {"model": self._params.model, "input": texts, "encoding_format": "float"}
        if KNOWN_DIMS.get(self._params.model, self.dim) != self.dim:
            body["dimensions"] = self.dim
        response = await self._endpoint.post("/embeddings", body)
        return _vectors(response.body.get("data"), count=len(texts), dim=self.dim), response

    def _joined(self, parts: list[tuple[Vectors, Response]], *, charged_usd: float | None) -> EmbeddingReply:
        usages = [input_usage(response.body.get("usage")) for _, response in parts]
        vectors = [vectors for vectors, _ in parts] or [np.zeros((0, self.dim), dtype=np.float32)]
        return EmbeddingReply(
            np.concatenate(vectors),
            self._params.model,
            usage=sum((usage for usage in usages if usage is not None), Usage()),
            cost_usd=charged_usd,
            spent_usd=charged_usd,
            latency_ms=sum(response.latency_ms for _, response in parts),
            attempts=sum(response.attempts for _, response in parts),
        )


def _vectors(data: Any, *, count: int, dim: int) -> Vectors:
    """A reply's vectors in the order of the texts, each of length 1."""
    if not isinstance(data, list) or len(data) != count or not all(isinstance(row, dict) for row in data):
        raise MalformedReplyError(f"the reply has no list of {count} embeddings")
    if {row.get("index") for row in data} != set(range(count)):
        raise MalformedReplyError("the reply's embeddings are not numbered like the texts")
    rows = [_numbers(row.get("embedding")) for row in sorted(data, key=lambda row: int(row["index"]))]
    if any(row.shape != (dim,) for row in rows):
        raise MalformedReplyError(f"an embedding has {rows[0].size} numbers, not {dim}; set the parameter dim")
    stacked = np.stack(rows)
    lengths = np.linalg.norm(stacked, axis=1, keepdims=True)
    if not np.isfinite(lengths).all():
        raise MalformedReplyError("an embedding holds a number that is not finite")
    unit: Vectors = (stacked / np.where(lengths > 0, lengths, 1)).astype(np.float32)
    return unit


def _numbers(embedding: Any) -> Any:
    try:
        if isinstance(embedding, str):
            return np.frombuffer(base64.b64decode(embedding, validate=True), dtype="<f4").astype(np.float64)
        return np.asarray(embedding, dtype=np.float64)
    except (ValueError, TypeError) as error:
        raise MalformedReplyError("an embedding is not a list of numbers") from error
