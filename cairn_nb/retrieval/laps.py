"""The steps of one retrieval with the time between them."""

from __future__ import annotations

import time
from types import TracebackType
from typing import Self

from cairn_nb.providers.protocol import EmbeddingReply, RerankReply
from cairn_nb.records import Step


class Laps:
    """Finished steps. An exception that passes through takes them along in its attribute `steps`."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self._last = time.perf_counter()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _kind: object, error: BaseException | None, _where: TracebackType | None) -> None:
        if error is not None:
            error.steps = (*self.steps, *getattr(error, "steps", ()))  # type: ignore[attr-defined]

    def add(self, step: Step) -> None:
        """Keep a step that ends now; one that came from disk keeps the time it took when it was made."""
        now = time.perf_counter()
        took, self._last = (now - self._last) * 1000, now
        self.steps.append(step if step.cached else step.changed(latency_ms=took))

    def add_reply(self, stage: str, reply: EmbeddingReply | RerankReply) -> None:
        """Keep a model's reply as a step."""
        self.add(
            Step(
                stage=stage,
                latency_ms=reply.latency_ms,
                model=reply.model,
                usage=reply.usage,
                cost_usd=reply.cost_usd,
                spent_usd=reply.spent_usd,
                cached=reply.cached,
                attempts=reply.attempts,
            )
        )
