"""Pauses between attempts, and when there is no next one."""

from __future__ import annotations

import asyncio
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.errors import (
    ConnectionFailedError,
    DeadlineError,
    ProviderError,
    RateLimitError,
    RequestRefusedError,
    ServerError,
)
from cairn_nb.providers.wire.deadline import case_deadline, remaining_s
from cairn_nb.providers.wire.retry import LONGEST_PAUSE_S, pause_s, with_retries


class Failing:
    """Fails with the errors in turn, then gives 42."""

    def __init__(self, *errors: ProviderError) -> None:
        self.errors = list(errors)
        self.calls = 0

    async def __call__(self) -> int:
        self.calls += 1
        if self.errors:
            raise self.errors.pop(0)
        return 42


@pytest.mark.usefixtures("no_pause")
def test_retryable_errors_are_tried_again_and_counted() -> None:
    attempt = Failing(ServerError("a"), ConnectionFailedError("b"), DeadlineError("c"))
    assert asyncio.run(with_retries(attempt, max_attempts=4)) == (42, 4)


@pytest.mark.usefixtures("no_pause")
def test_the_last_error_is_raised_when_attempts_are_used_up() -> None:
    attempt = Failing(ServerError("first"), ServerError("second"), ServerError("third"))
    with pytest.raises(ServerError, match="second"):
        asyncio.run(with_retries(attempt, max_attempts=2))
    assert attempt.calls == 2


def test_what_cannot_be_helped_is_not_tried_again() -> None:
    attempt = Failing(RequestRefusedError("no"))
    with pytest.raises(RequestRefusedError):
        asyncio.run(with_retries(attempt, max_attempts=5))
    assert attempt.calls == 1


def test_pauses_double_up_to_a_limit() -> None:
    # Full jitter: anything from 0 to 0.5, 1, 2, 4, 8, 8, ... seconds; a draw of 0.5 gives half of it.
    pauses = [pause_s(ServerError("x"), attempt, draw=0.5) for attempt in range(1, 8)]
    assert pauses == [0.25, 0.5, 1.0, 2.0, 4.0, 4.0, 4.0]


@given(attempt=st.integers(1, 20), draw=st.floats(0, 1, exclude_max=True), asked=st.floats(0, 1000))
def test_a_pause_is_never_shorter_than_asked_nor_much_longer(attempt: int, draw: float, asked: float) -> None:
    pause = pause_s(RateLimitError("x", retry_after_s=asked), attempt, draw=draw)
    assert asked <= pause <= asked + LONGEST_PAUSE_S / 10
    assert 0 <= pause_s(RateLimitError("x"), attempt, draw=draw) <= LONGEST_PAUSE_S


def test_a_pause_that_outlasts_the_case_is_not_begun() -> None:
    async def run() -> None:
        async with case_deadline(5):
            await with_retries(Failing(RateLimitError("busy", retry_after_s=60)), max_attempts=3)

    started = time.monotonic()
    with pytest.raises(RateLimitError) as caught:
        asyncio.run(run())
    assert caught.value.retry_after_s == 60
    assert time.monotonic() - started < 1


def test_nobody_waits_an_hour_even_without_a_deadline() -> None:
    with pytest.raises(RateLimitError):
        asyncio.run(with_retries(Failing(RateLimitError("busy", retry_after_s=3600)), max_attempts=3))


def test_a_case_ends_at_its_deadline_whatever_it_does() -> None:
    async def run() -> None:
        async with case_deadline(0.02):
            await asyncio.sleep(10)

    with pytest.raises(DeadlineError, match=r"0\.02 s"):
        asyncio.run(run())


def test_a_deadline_is_known_inside_and_forgotten_outside() -> None:
    async def run() -> tuple[float | None, float | None, float | None]:
        before = remaining_s()
        async with case_deadline(10):
            inside = await asyncio.create_task(_remaining())
        return before, inside, remaining_s()

    before, inside, after = asyncio.run(run())
    assert before is None
    assert after is None
    assert inside is not None
    assert 9 < inside <= 10


async def _remaining() -> float | None:
    return remaining_s()


def test_another_timeout_inside_a_case_stays_what_it_is() -> None:
    async def run() -> None:
        async with case_deadline(10):
            raise TimeoutError("mine")

    with pytest.raises(TimeoutError, match="mine"):
        asyncio.run(run())
