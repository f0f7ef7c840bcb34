"""An offline reranker: the share of the question's distinct words that a text holds."""

from __future__ import annotations

import time
from collections.abc import Sequence

from cairn_nb.providers.pricing.token_estimate import estimated_tokens
from cairn_nb.providers.protocol import RerankReply
from cairn_nb.records.answer import Usage
from cairn_nb.records.base import Record
from cairn_nb.text.tokens import words


class LexicalParams(Record):
    """It has none."""


class LexicalReranker:
    """Deterministic and free."""

    name = "lexical"
    model: str | None = "lexical"

    async def rerank(self, question: str, texts: Sequence[str]) -> RerankReply:
        """Scores from 0 to 1; all 0 for a question without words."""
        started = time.perf_counter()
        wanted = set(words(question))
        scores = tuple(len(wanted.intersection(words(text))) / max(1, len(wanted)) for text in texts)
        took_ms = (time.perf_counter() - started) * 1000
        usage = Usage(input_tokens=sum(estimated_tokens((question, text)) for text in texts))
        return RerankReply(scores, "lexical", usage=usage, latency_ms=took_ms)

    async def aclose(self) -> None:
        """Nothing is open."""
