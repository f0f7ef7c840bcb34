"""Replies on their way into the cache: those of a moment are written in one transaction, which costs as much as one."""

from __future__ import annotations

import asyncio

from cairn_nb.providers.caching.cache import ReplyCache

GROUP_S = 0.02


class GroupedPuts:
    """Keeps replies within about 20 ms, and at once when it is closed; a killed process loses no more than these.

    Parameters
    ----------
    cache
        Where they are kept.
    """

    def __init__(self, cache: ReplyCache) -> None:
        self._cache = cache
        self._waiting: dict[str, str] = {}
        self._timer: asyncio.TimerHandle | None = None

    def get(self, key: str) -> str | None:
        """The value under a key, also one that is not written yet; null as `ReplyCache.get`."""
        waiting = self._waiting.get(key)
        return self._cache.get(key) if waiting is None else waiting

    def put(self, key: str, value: str) -> None:
        """Keep a value soon; to be called in the event loop."""
        self._waiting[key] = value
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(GROUP_S, self.flush)

    def flush(self) -> None:
        """Keep what waits now."""
        timer, self._timer = self._timer, None
        if timer is not None:
            timer.cancel()
        waiting, self._waiting = self._waiting, {}
        if waiting:
            self._cache.put_many(waiting)
