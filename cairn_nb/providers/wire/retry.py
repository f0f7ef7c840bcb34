"""Ask again when asking again can help: after a pause that grows, or the one the provider asked for.

Pauses double from `FIRST_PAUSE_S` to `LONGEST_PAUSE_S` and are drawn from the whole range below that (full
jitter), so that callers refused together do not come back together.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from itertools import count
from typing import TypeVar

from cairn_nb.errors import MalformedReplyError, ProviderError, RateLimitError
from cairn_nb.providers.wire.deadline import remaining_s
from cairn_nb.seeds import unit_draw

FIRST_PAUSE_S = 0.5
LONGEST_PAUSE_S = 8.0
LONGEST_ASKED_PAUSE_S = 300.0

Result = TypeVar("Result")
_calls = count()


class UnreadableBodyError(MalformedReplyError):
    """A reply that is not even JSON: a proxy's page or half a body, so the next try may do better."""

    retryable = True


async def with_retries(attempt: Callable[[], Awaitable[Result]], *, max_attempts: int) -> tuple[Result, int]:
    """The first result of `attempt`, and how many attempts it took.

    Raises
    ------
    ProviderError
        The last attempt's error: when it cannot be helped by trying again, when attempts are used up, or
        when the pause before the next would outlast the case's deadline.
    """
    call, number = next(_calls), 0
    while True:
        number += 1
        try:
            return await attempt(), number
        except ProviderError as error:
            pause = pause_s(error, number, draw=unit_draw(os.getpid(), "pause", call, number))
            if not error.retryable or number >= max_attempts or not _worth_waiting(pause):
                raise
        await asyncio.sleep(pause)


def pause_s(error: ProviderError, attempt: int, *, draw: float) -> float:
    """Seconds to wait after a failed attempt.

    Parameters
    ----------
    error
        What went wrong; a rate limit may say how long to wait, and is then waited for a little longer.
    attempt
        Which attempt it was, from 1.
    draw
        A number in [0, 1).
    """
    jitter = draw * min(LONGEST_PAUSE_S, FIRST_PAUSE_S * 2.0 ** (attempt - 1))
    asked = error.retry_after_s if isinstance(error, RateLimitError) else None
    return jitter if asked is None else asked + jitter / 10


def _worth_waiting(pause: float) -> bool:
    left = remaining_s()
    return pause < (LONGEST_ASKED_PAUSE_S if left is None else left)
