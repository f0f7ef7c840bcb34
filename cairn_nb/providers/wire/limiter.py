"""How many calls at once a provider bears, found by trying: half as many when it says slow down, else slowly more.

Additive increase, multiplicative decrease (Chiu and Jain, 1989), as TCP shares a line.
"""

from __future__ import annotations

import asyncio
from collections import deque
from types import TracebackType


class AdaptiveLimiter:
    """A gate that lets at most `allowed` calls in at once.

    Parameters
    ----------
    ceiling
        The most it ever allows, and what it starts with.
    """

    def __init__(self, ceiling: int) -> None:
        self._ceiling = ceiling
        self._allowed = float(ceiling)
        self._active = 0
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._era = 0

    @property
    def allowed(self) -> int:
        """Calls allowed at once now."""
        return int(self._allowed)

    @property
    def active(self) -> int:
        """Calls inside now."""
        return self._active

    def slot(self) -> _Slot:
        """A place inside, first come first served; what the block is given is the era to report back."""
        return _Slot(self)

    def succeeded(self) -> None:
        """A call went well: a whole round of such calls allows one more."""
        self._allowed = min(float(self._ceiling), self._allowed + 1 / self._allowed)
        self._admit()

    def slow_down(self, era: int) -> None:
        """The provider refused a call for its rate: allow half as many.

        Calls that were under way together are often refused together; only the first of an era counts.
        """
        if era == self._era:
            self._era += 1
            self._allowed = max(1.0, self._allowed / 2)

    async def enter(self) -> int:
        """Wait for a place; returns the era. Each place is given back by `leave`."""
        if self._active < self.allowed and not self._waiting:
            self._active += 1
            return self._era
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            self._abandon(turn)
            raise
        return self._era

    def leave(self) -> None:
        """Give a place back."""
        self._active -= 1
        self._admit()

    def _abandon(self, turn: asyncio.Future[None]) -> None:
        """Leave the queue; a place that was given in the same moment goes to the next."""
        if turn.done() and not turn.cancelled():
            self._active -= 1
            self._admit()
        elif turn in self._waiting:
            self._waiting.remove(turn)

    def _admit(self) -> None:
        while self._waiting and self._active < self.allowed:
            turn = self._waiting.popleft()
            if not turn.done():
                self._active += 1
                turn.set_result(None)


class _Slot:
    """A place while a block runs. (A generator would do, at three times the cost.)"""

    def __init__(self, limiter: AdaptiveLimiter) -> None:
        self._limiter = limiter

    async def __aenter__(self) -> int:
        return await self._limiter.enter()

    async def __aexit__(self, _kind: object, _error: BaseException | None, _where: TracebackType | None) -> None:
        self._limiter.leave()
