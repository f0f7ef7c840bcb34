"""A case's deadline, known to every model call made inside it, so that none waits for what can no longer help."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
from typing import TypeVar

from cairn_nb.errors import DeadlineError

Result = TypeVar("Result")
_deadline: ContextVar[float | None] = ContextVar("case deadline", default=None)


@contextmanager
def known_deadline(moment: float) -> Iterator[None]:
    """A block whose model calls know that nothing helps after this moment of the event loop's clock.

    It stops nothing by itself: whoever keeps the deadline also ends the block, by `asyncio.timeout_at`.
    """
    token = _deadline.set(moment)
    try:
        yield
    finally:
        _deadline.reset(token)


@asynccontextmanager
async def case_deadline(seconds: float) -> AsyncIterator[None]:
    """A block that ends after this many seconds, whatever it is doing, and whose model calls know it.

    Raises
    ------
    DeadlineError
        If the time is up.
    """
    moment = asyncio.get_running_loop().time() + seconds
    timeout = asyncio.timeout_at(moment)
    try:
        with known_deadline(moment):
            async with timeout:
                yield
    except TimeoutError as error:
        if not timeout.expired():
            raise
        raise DeadlineError(f"the case was not done within its {seconds:g} s") from error


async def awaited_by(moment: float | None, awaited: Awaitable[Result]) -> Result:
    """What is awaited, if it comes before this moment of the event loop's clock; null for no deadline.

    Raises
    ------
    DeadlineError
        If it does not.
    """
    timeout = asyncio.timeout_at(moment)
    try:
        async with timeout:
            return await awaited
    except TimeoutError as error:
        if not timeout.expired():
            raise
        raise DeadlineError("not done within the time of a case") from error


def remaining_s() -> float | None:
    """Seconds until the case's deadline (0 when it has passed); null outside a case."""
    deadline = _deadline.get()
    return None if deadline is None else max(0.0, deadline - asyncio.get_running_loop().time())
