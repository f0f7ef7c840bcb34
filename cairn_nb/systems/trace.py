"""The steps of one answer, kept even when it fails in the middle: what was paid for is never forgotten."""

from __future__ import annotations

import time
from types import TracebackType
from typing import Self

from cairn_nb.records import Step


class Trace:
    """Collects steps; an exception that passes through it takes them along in its attribute `steps`.

    Use it as a context manager. Steps that the exception already carries come behind the ones collected.
    """

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self._started = time.perf_counter()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _kind: object, error: BaseException | None, _where: TracebackType | None) -> None:
        if error is not None:
            steps = (*self.steps, *getattr(error, "steps", ()))
            error.steps = steps  # type: ignore[attr-defined]

    def add(self, *steps: Step) -> None:
        """Keep finished steps, in order."""
        self.steps.extend(steps)

    def count_so_far(self, elapsed_ms: float) -> None:
        """Let the time until now be this much: what was done for many questions together is shared among them."""
        self._started = time.perf_counter() - elapsed_ms / 1000

    @property
    def latency_ms(self) -> float:
        """Time since the start; a reply that came from disk counts with the time it took when it was made."""
        kept_ms = sum(step.latency_ms for step in self.steps if step.cached)
        return (time.perf_counter() - self._started) * 1000 + kept_ms
