"""Run a coroutine from plain code, also where an event loop is running already (a notebook's kernel).

The caller's loop is never touched: inside one, the coroutine runs in a loop of its own on a worker thread.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from typing import Any, Generic, TypeVar

Result = TypeVar("Result")

START_S = 5.0


def run(coroutine: Coroutine[Any, Any, Result]) -> Result:
    """The coroutine's result.

    An interrupt (Ctrl-C, a kernel's stop button) cancels the coroutine, waits until it has put its files
    in order, and is then raised.
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return _here(coroutine)
    return _Elsewhere(coroutine).result()


def _here(coroutine: Coroutine[Any, Any, Result]) -> Result:
    results: list[Result] = []

    async def main() -> None:
        # asyncio.run may write out the repr of what its coroutine returns, which takes long for a report.
        results.append(await coroutine)

    asyncio.run(main())
    return results[0]


class _Elsewhere(Generic[Result]):
    """A coroutine on a thread with its own loop."""

    def __init__(self, coroutine: Coroutine[Any, Any, Result]) -> None:
        self._coroutine = coroutine
        self._outcome: Future[Result] = Future()
        self._started = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[Result] | None = None
        self._thread = threading.Thread(target=self._work, name="cairn loop", daemon=True)

    def result(self) -> Result:
        try:
            self._thread.start()
            return self._outcome.result()
        except KeyboardInterrupt:
            self._cancel()
            raise

    def _work(self) -> None:
        try:
            self._outcome.set_result(_here(self._main()))
        except BaseException as error:  # noqa: BLE001 - handed to the waiting thread, which raises it
            self._outcome.set_exception(error)

    async def _main(self) -> Result:
        self._loop, self._task = asyncio.get_running_loop(), asyncio.current_task()
        self._started.set()
        return await self._coroutine

    def _cancel(self) -> None:
        # An interrupt may come while the thread is being started, or before it is.
        self._started.wait(timeout=START_S)
        if self._loop is not None and self._task is not None and not self._outcome.done():
            self._loop.call_soon_threadsafe(self._task.cancel)
            self._outcome.exception()
