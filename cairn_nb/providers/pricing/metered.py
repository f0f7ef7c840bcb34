"""Models whose calls a meter sees (`cairn_nb.providers.pricing.meter`).

What runs here for many questions together (`EmbedsEach`) is not metered: its share is the retriever's to say.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cairn_nb.providers.pricing.meter import count
from cairn_nb.providers.protocol import (
    ChatModel,
    EmbeddingModel,
    EmbeddingReply,
    EmbedsEach,
    RerankModel,
    RerankReply,
    TextKind,
)
from cairn_nb.records.chat import ChatReply, ChatRequest


class MeteredChat:
    """A chat model whose calls are counted."""

    def __init__(self, inner: ChatModel) -> None:
        self.inner = inner

    @property
    def name(self) -> str:
        """The inner model's name."""
        return self.inner.name

    @property
    def model(self) -> str | None:
        """The inner model's model."""
        return self.inner.model

    async def complete(self, request: ChatRequest) -> ChatReply:
        """The inner model's reply; raises as that does."""
        reply = await self.inner.complete(request)
        count(reply)
        return reply

    async def aclose(self) -> None:
        """Close the inner model."""
        await self.inner.aclose()


class MeteredEmbedding:
    """An embedding model whose calls are counted."""

    def __init__(self, inner: EmbeddingModel) -> None:
        self.inner = inner

    @property
    def name(self) -> str:
        """The inner model's name."""
        return self.inner.name

    @property
    def dim(self) -> int:
        """The inner model's vector length."""
        return self.inner.dim

    @property
    def params(self) -> dict[str, Any]:
        """The inner model's parameters."""
        return self.inner.params

    async def embed(self, texts: Sequence[str], *, kind: TextKind) -> EmbeddingReply:
        """The inner model's vectors; raises as that does."""
        reply = await self.inner.embed(texts, kind=kind)
        count(reply)
        return reply

    async def aclose(self) -> None:
        """Close the inner model."""
        await self.inner.aclose()


def metered_embedding(model: EmbeddingModel) -> EmbeddingModel:
    """The model with its calls counted, unless it works here on many questions together."""
    return model if isinstance(model, EmbedsEach) else MeteredEmbedding(model)


class MeteredRerank:
    """A rerank model whose calls are counted."""

    def __init__(self, inner: RerankModel) -> None:
        self.inner = inner

    @property
    def name(self) -> str:
        """The inner model's name."""
        return self.inner.name

    @property
    def model(self) -> str | None:
        """The inner model's model."""
        return self.inner.model

    async def rerank(self, question: str, texts: Sequence[str]) -> RerankReply:
        """The inner model's scores; raises as that does."""
        reply = await self.inner.rerank(question, texts)
        count(reply)
        return reply

    async def aclose(self) -> None:
        """Close the inner model."""
        await self.inner.aclose()
