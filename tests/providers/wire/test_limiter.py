"""Adaptive concurrency: halved by refusals, crept up by successes, never above the ceiling."""

from __future__ import annotations

import asyncio

import pytest

from cairn_nb.providers.wire.limiter import AdaptiveLimiter


def test_never_more_than_allowed_and_first_come_first_served() -> None:
    async def run() -> tuple[int, list[int]]:
        limiter, order, peak = AdaptiveLimiter(3), [], 0

        async def call(number: int) -> None:
            nonlocal peak
            async with limiter.slot():
                order.append(number)
                peak = max(peak, limiter.active)
                await asyncio.sleep(0)

        await asyncio.gather(*(call(number) for number in range(20)))
        assert limiter.active == 0
        return peak, order

    assert asyncio.run(run()) == (3, list(range(20)))


def test_a_burst_of_refusals_halves_once_and_successes_creep_back() -> None:
    limiter = AdaptiveLimiter(16)
    for _ in range(16):
        limiter.slow_down(0)  # all were under way in era 0
    assert limiter.allowed == 8
    limiter.slow_down(1)
    assert limiter.allowed == 4
    # Each success adds 1/allowed: 4 + 1/4 = 4.25, 4.25 + 1/4.25 = 4.49, 4.71, 4.92, 5.12: the fifth makes 5.
    for _ in range(4):
        limiter.succeeded()
    assert limiter.allowed == 4
    limiter.succeeded()
    assert limiter.allowed == 5
    for _ in range(10_000):
        limiter.succeeded()
    assert limiter.allowed == 16


def test_never_below_one() -> None:
    limiter = AdaptiveLimiter(2)
    for era in range(10):
        limiter.slow_down(era)
    assert limiter.allowed == 1


def test_fewer_are_let_in_after_a_refusal() -> None:
    async def run() -> list[int]:
        limiter, seen = AdaptiveLimiter(4), []

        async def call() -> None:
            async with limiter.slot() as era:
                seen.append(limiter.active)
                await asyncio.sleep(0.001)
                if era == 0:
                    limiter.slow_down(era)

        await asyncio.gather(*(call() for _ in range(12)))
        return seen

    seen = asyncio.run(run())
    assert max(seen[:4]) == 4
    assert max(seen[6:]) <= 2


def test_a_cancelled_waiter_gives_its_turn_on() -> None:
    async def run() -> list[str]:
        limiter, done = AdaptiveLimiter(1), []

        async def call(name: str) -> None:
            async with limiter.slot():
                done.append(name)

        async with limiter.slot():
            tasks = [asyncio.create_task(call(name)) for name in "abc"]
            await asyncio.sleep(0)
            tasks[0].cancel()
        # "b" was let in at this very moment; cancel it before it runs.
        tasks[1].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert limiter.active == 0
        return done

    assert asyncio.run(run()) == ["c"]


def test_an_error_inside_gives_the_place_back() -> None:
    async def run() -> int:
        limiter = AdaptiveLimiter(1)
        with pytest.raises(ValueError, match="x"):
            async with limiter.slot():
                raise ValueError("x")
        return limiter.active

    assert asyncio.run(run()) == 0
