"""What every model looks like from outside: chat, embedding and rerank models, and their replies.

A model belongs to the event loop it is first used in, and is closed with `aclose` there.

How a reply ended (`ChatReply.finish_reason`) is one of `FINISH_REASONS` for every provider:

``stop``      the model finished;
``length``    it was cut off at `max_tokens`, so the text may end in the middle;
``refusal``   it gave no answer (a refusal or a content filter); the text is its refusal, often empty;
``other``     the provider said something else.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from cairn_nb.records.answer import Usage
from cairn_nb.records.chat import ChatReply, ChatRequest

Vectors: TypeAlias = NDArray[np.float32]
TextKind: TypeAlias = Literal["query", "passage"]
NO_USAGE = Usage()
FINISH_REASONS = ("stop", "length", "refusal", "other")


@dataclass(frozen=True)
class EmbeddingReply:
    """Vectors for some texts, in their order.

    Parameters
    ----------
    vectors
        float32, shape (texts, dim), each row of length 1; a text without words has the zero vector.
    usage
        Tokens of the whole call, those of vectors that came from the cache included.
    cost_usd
        What the texts are charged, kept or not (`cairn_nb.providers.pricing.embedding_charge`); null when there is no
        price.
    spent_usd
        The same, less the texts whose vectors came from the cache.
    cached
        Whether every vector came from the cache.
    """

    vectors: Vectors
    model: str
    usage: Usage = NO_USAGE
    cost_usd: float | None = 0.0
    spent_usd: float | None = 0.0
    latency_ms: float = 0.0
    cached: bool = False
    attempts: int = 1


@dataclass(frozen=True)
class RerankReply:
    """One relevance score a text, in the order of the texts; higher is better, the scale is the model's own."""

    scores: tuple[float, ...]
    model: str
    usage: Usage = NO_USAGE
    cost_usd: float | None = 0.0
    spent_usd: float | None = 0.0
    latency_ms: float = 0.0
    cached: bool = False
    attempts: int = 1


@runtime_checkable
class ChatModel(Protocol):
    """Answers a conversation."""

    @property
    def name(self) -> str:
        """The component's name in an experiment file."""

    @property
    def model(self) -> str | None:
        """The provider's name for the model, as it was asked for."""

    async def complete(self, request: ChatRequest) -> ChatReply:
        """The reply to one request.

        Raises
        ------
        ProviderError
            If there is none; the subclass says why.
        """

    async def aclose(self) -> None:
        """Give connections back."""


@runtime_checkable
class EmbeddingModel(Protocol):
    """Turns texts into vectors whose inner product is their similarity."""

    @property
    def name(self) -> str:
        """The component's name in an experiment file."""

    @property
    def dim(self) -> int:
        """Numbers in a vector."""

    @property
    def params(self) -> dict[str, Any]:
        """Every parameter that changes a vector, for the index manifest."""

    async def embed(self, texts: Sequence[str], *, kind: TextKind) -> EmbeddingReply:
        """One vector a text.

        Raises
        ------
        ProviderError
            If the vectors cannot be had; the subclass says why.
        """

    async def aclose(self) -> None:
        """Give connections back."""


@runtime_checkable
class EmbedsEach(EmbeddingModel, Protocol):
    """An embedding model that works here and now, on many questions in one go as on each alone."""

    def embed_each(self, texts: Sequence[str]) -> list[EmbeddingReply]:
        """One reply a question, the same as `embed` gives it alone."""


@runtime_checkable
class RerankModel(Protocol):
    """Scores texts against a question."""

    @property
    def name(self) -> str:
        """The component's name in an experiment file."""

    @property
    def model(self) -> str | None:
        """The provider's name for the model, as it was asked for."""

    async def rerank(self, question: str, texts: Sequence[str]) -> RerankReply:
        """One score a text.

        Raises
        ------
        ProviderError
            If the scores cannot be had; the subclass says why.
        """

    async def aclose(self) -> None:
        """Give connections back."""
