"""Run calls at once; the first error cancels the rest and is raised as it is."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any, TypeVar

Result = TypeVar("Result")


async def together(calls: Iterable[Coroutine[Any, Any, Result]]) -> list[Result]:
    """Every call's result, in order.

    Raises
    ------
    Exception
        The first error of a call, itself and not as a group of one.
    """
    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(call) for call in calls]
    except ExceptionGroup as errors:
        raise errors.exceptions[0] from None
    return [task.result() for task in tasks]
