"""The steps of a retrieval with the time between them; questions that are searched together share it evenly."""

from __future__ import annotations

import time
from collections.abc import Sequence
from itertools import chain
from types import TracebackType
from typing import Self

from cairn_nb.providers.protocol import EmbeddingReply, RerankReply
from cairn_nb.records import Step


class Laps:
    """Finished steps, question by question.

    An exception that passes through takes them along in its attribute `steps`: what was paid for is not forgotten.

    Parameters
    ----------
    n
        How many questions share the time.
    """

    def __init__(self, n: int) -> None:
        self.steps: list[list[Step]] = [[] for _ in range(n)]
        self._started = self._last = time.perf_counter()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _kind: object, error: BaseException | None, _where: TracebackType | None) -> None:
        if error is not None:
            error.steps = (*chain(*self.steps), *getattr(error, "steps", ()))  # type: ignore[attr-defined]

    @property
    def elapsed_ms(self) -> float:
        """A question's share of the time since the start."""
        return (time.perf_counter() - self._started) * 1000 / len(self.steps)

    def add(self, step: Step) -> None:
        """Keep a step that ends now for every question."""
        lap = step.changed(latency_ms=self._lap())
        for steps in self.steps:
            steps.append(lap)

    def add_each(self, given: Sequence[Step | None]) -> None:
        """Keep a step a question, None where it has none; one that came from disk keeps the time it took first."""
        lap = self._lap()
        for steps, step in zip(self.steps, given, strict=True):
            if step is not None:
                steps.append(step if step.cached else step.model_copy(update={"latency_ms": lap}))

    def add_replies(self, stage: str, replies: Sequence[EmbeddingReply | RerankReply | None]) -> None:
        """Keep a model's replies, one a question, as steps; as `add_each` does."""
        self.add_each([None if reply is None else _step(stage, reply) for reply in replies])

    def _lap(self) -> float:
        now = time.perf_counter()
        took, self._last = (now - self._last) * 1000 / len(self.steps), now
        return took


def _step(stage: str, reply: EmbeddingReply | RerankReply) -> Step:
    return Step(
        stage=stage,
        latency_ms=reply.latency_ms,
        model=reply.model,
        usage=reply.usage,
        cost_usd=reply.cost_usd,
        spent_usd=reply.spent_usd,
        cached=reply.cached,
        attempts=reply.attempts,
    )
