"""Replies as plain data and back: numbers to their last digit, so that a replay decides as the run did."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

import numpy as np

from cairn_nb.files.jsonl import Row
from cairn_nb.providers.protocol import EmbeddingReply, RerankReply
from cairn_nb.records.answer import Usage
from cairn_nb.records.chat import ChatReply

FLOAT32 = "<f4"
ACCOUNTS = ("model", "cost_usd", "latency_ms", "attempts")


class ChatCoding:
    """A chat model's reply."""

    def encode(self, reply: ChatReply) -> Row:
        """As plain data."""
        return reply.model_dump(mode="json", exclude={"cached"}, exclude_defaults=True)

    def decode(self, row: Mapping[str, Any]) -> ChatReply:
        """The reply, marked `cached`, charged as it was then."""
        return ChatReply.model_validate({**row, "cached": True})


class EmbeddingCoding:
    """Vectors, as the base64 of their little-endian float32 numbers."""

    def encode(self, reply: EmbeddingReply) -> Row:
        """As plain data."""
        data = base64.b64encode(reply.vectors.astype(FLOAT32).tobytes()).decode("ascii")
        return {"shape": list(reply.vectors.shape), "vectors": data, **_accounts(reply)}

    def decode(self, row: Mapping[str, Any]) -> EmbeddingReply:
        """The reply, marked `cached`, charged as it was then."""
        numbers = np.frombuffer(base64.b64decode(row["vectors"], validate=True), dtype=FLOAT32)
        vectors = numbers.reshape(row["shape"]).astype(np.float32)
        return EmbeddingReply(vectors, **_of_accounts(row))


class RerankCoding:
    """A rerank model's scores."""

    def encode(self, reply: RerankReply) -> Row:
        """As plain data."""
        return {"scores": list(reply.scores), **_accounts(reply)}

    def decode(self, row: Mapping[str, Any]) -> RerankReply:
        """The reply, marked `cached`, charged as it was then."""
        return RerankReply(tuple(float(score) for score in row["scores"]), **_of_accounts(row))


def _accounts(reply: EmbeddingReply | RerankReply) -> Row:
    kept: Row = {name: getattr(reply, name) for name in ACCOUNTS}
    return {**kept, "usage": reply.usage.model_dump(mode="json", exclude_defaults=True)}


def _of_accounts(row: Mapping[str, Any]) -> dict[str, Any]:
    kept = {name: row[name] for name in ACCOUNTS}
    return {**kept, "usage": Usage.model_validate(row["usage"]), "spent_usd": 0.0, "cached": True}
