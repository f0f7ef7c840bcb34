"""Calls at once: all results in order, or the first error as it is."""

from __future__ import annotations

import asyncio

import pytest

from cairn_nb.errors import ServerError
from cairn_nb.providers.caching.together import together


async def after(seconds: float, value: int, log: list[int]) -> int:
    await asyncio.sleep(seconds)
    log.append(value)
    return value


async def failing() -> int:
    await asyncio.sleep(0.001)
    raise ServerError("broke")


def test_results_come_in_the_order_of_the_calls() -> None:
    log: list[int] = []
    found = asyncio.run(together(after(0.01 / (value + 1), value, log) for value in range(4)))
    assert found == [0, 1, 2, 3]
    assert log == [3, 2, 1, 0]


def test_the_first_error_cancels_the_rest_and_is_no_group() -> None:
    log: list[int] = []
    with pytest.raises(ServerError, match="broke"):
        asyncio.run(together([after(5, 1, log), failing()]))
    assert log == []


def test_no_calls_are_no_results() -> None:
    assert asyncio.run(together([])) == []
