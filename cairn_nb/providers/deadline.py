"""A case's deadline, known to every model call made inside it, so that none waits for what can no longer help."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar

from cairn_nb.errors import DeadlineError

_deadline: ContextVar[float | None] = ContextVar("case deadline", default=None)


@asynccontextmanager
async def case_deadline(seconds: float) -> AsyncIterator[None]:
    """A block that ends after this many seconds, whatever it is doing.

    Raises
    ------
    DeadlineError
        If the time is up.
    """
    token = _deadline.set(asyncio.get_running_loop().time() + seconds)
    timeout = asyncio.timeout(seconds)
    try:
        async with timeout:
            yield
    except TimeoutError as error:
        if not timeout.expired():
            raise
        raise DeadlineError(f"the case was not done within its {seconds:g} s") from error
    finally:
        _deadline.reset(token)


def remaining_s() -> float | None:
    """Seconds until the case's deadline (0 when it has passed); null outside a case."""
    deadline = _deadline.get()
    return None if deadline is None else max(0.0, deadline - asyncio.get_running_loop().time())
