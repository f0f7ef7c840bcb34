from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import threading

import pytest

from cairn_nb.runner.blocking import run


async def double(value: int) -> int:
    await asyncio.sleep(0)
    return 2 * value


async def fail() -> None:
    await asyncio.sleep(0)
    raise ValueError("wrong")


def test_plain_code_gets_the_result() -> None:
    assert run(double(4)) == 8
    with pytest.raises(ValueError, match="wrong"):
        run(fail())


def test_it_works_inside_a_running_loop_and_leaves_that_loop_alone() -> None:
    async def cell() -> tuple[int, int]:
        here = asyncio.get_running_loop()
        first, second = run(double(1)), run(double(2))  # a second call must not deadlock
        assert asyncio.get_running_loop() is here
        with pytest.raises(ValueError, match="wrong"):
            run(fail())
        return first, second

    assert asyncio.run(cell()) == (2, 4)


def test_many_threads_may_call_it_at_once() -> None:
    results: list[int] = []
    threads = [threading.Thread(target=lambda n=n: results.append(run(double(n)))) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(results) == [0, 2, 4, 6, 8, 10, 12, 14]


INTERRUPTED = """
import asyncio, signal, sys
from cairn_nb.runner.blocking import run

# A test run in the background of a shell passes interrupts on as ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)

async def work():
    print("started", flush=True)
    try:
        await asyncio.sleep(60)
    finally:
        await asyncio.sleep(0.05)
        print("tidied", flush=True)

async def cell():
    run(work())

try:
    if sys.argv[1] == "plain":
        run(work())
    else:  # a kernel's loop, which does not catch interrupts itself
        asyncio.new_event_loop().run_until_complete(cell())
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals to a child work otherwise there")
@pytest.mark.parametrize("place", ["plain", "loop"])
def test_an_interrupt_lets_the_work_tidy_up(place: str) -> None:
    child = subprocess.Popen([sys.executable, "-c", INTERRUPTED, place], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    assert child.stdout.readline() == "started\n"
    child.send_signal(signal.SIGINT)
    rest, _ = child.communicate(timeout=20)
    assert rest == "tidied\ninterrupted\n"
