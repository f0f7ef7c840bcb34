"""Pieces of work, so many at once, each kept as soon as it is finished."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, Protocol, TypeVar

from cairn_nb.errors import ProviderError
from cairn_nb.progress import progress

FIRST_FAILURES = 10


class Ended(Protocol):
    """A piece of work that came to an end, well or not."""

    @property
    def failure(self) -> str | None:
        """The kind of what went wrong with it; None when nothing did."""

    @property
    def reason(self) -> str | None:
        """The failure in words."""


Task = TypeVar("Task")
Result = TypeVar("Result", bound=Ended)


def _always() -> bool:
    return True


async def run_pieces(
    pieces: Sequence[Task],
    work: Callable[[Task], Awaitable[Result]],
    keep: Callable[[Result], None],
    *,
    concurrency: int,
    description: str = "cases",
    may_start: Callable[[], bool] = _always,
) -> None:
    """Do every piece, starting in planned order, at most `concurrency` at once.

    Parameters
    ----------
    pieces
        What is left to do.
    work
        Does one piece. A failure that befalls this piece alone comes back as a row with status error;
        what is raised ends the run.
    keep
        Called once for every finished piece, in the order they finish.
    may_start
        Asked before each piece; once it says no, no further piece starts, and those under way are finished.

    Raises
    ------
    ProviderError
        When nothing but the same failure came back at first: the rest would fail too. These failures are
        not kept, so that a later run tries the cases again.
    """
    start = _Start(keep, patience=max(FIRST_FAILURES, concurrency))
    queue = iter(pieces)
    with progress(description, len(pieces)) as advance:

        async def worker() -> None:
            for piece in queue:
                if not may_start():
                    return
                start.keep(await work(piece))
                advance(1)
                await asyncio.sleep(0)  # work that never waits must not hold up interrupts and deadlines

        await _all_or_none([worker() for _ in range(min(concurrency, len(pieces)))])
    start.release()


class _Start(Generic[Result]):
    """Holds failures back until something else has happened."""

    def __init__(self, keep: Callable[[Result], None], *, patience: int) -> None:
        self._keep, self._patience = keep, patience
        self._held: list[Result] = []
        self._settled = False

    def keep(self, finished: Result) -> None:
        if self._settled:
            self._keep(finished)
            return
        self._held.append(finished)
        if finished.failure is None or len({held.failure for held in self._held}) > 1:
            self.release()
        elif len(self._held) >= self._patience:
            raise ProviderError(
                f"the first {self._patience} cases all failed in the same way "
                f"({finished.failure}: {finished.reason}); stopped before trying the rest"
            )

    def release(self) -> None:
        self._settled = True
        for finished in self._held:
            self._keep(finished)
        self._held.clear()


async def _all_or_none(workers: Sequence[Awaitable[None]]) -> None:
    """Wait for all; when one fails, stop the others first and then raise what it raised."""
    tasks = [asyncio.ensure_future(worker) for worker in workers]
    if not tasks:
        return
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
