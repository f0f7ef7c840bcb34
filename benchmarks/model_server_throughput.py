"""What calling a model server costs: wall time against the ideal, and CPU time of the caller.

    python benchmarks/model_server_throughput.py [--calls 1000] [--concurrency 64] [--latency-ms 50]

Starts `slow_model_server.py` as another process and asks it through the project's OpenAI-compatible model,
with and without a reply cache, and beside it through bare httpx clients of eight connections each, which
do nothing else. The ideal is calls * latency / concurrency. The exit status is 1 when the
wall time is over 3 times the ideal or the CPU time over `--max-cpu-s` seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from cairn_nb.providers.caching.cache import ReplyCache
from cairn_nb.providers.catalog import chat_model
from cairn_nb.providers.protocol import ChatModel
from cairn_nb.providers.wire.limits import Limits
from cairn_nb.records.chat import ChatRequest, Message

SERVER = Path(__file__).with_name("slow_model_server.py")
MAX_WALL_RATIO = 3.0
BARE_CONNECTIONS = 8
PASSAGES = "The ferry to the island leaves at 9:30 and carries 42 cars. " * 60


@dataclass(frozen=True)
class Measured:
    """One way of calling."""

    name: str
    wall_s: float
    cpu_s: float


@contextmanager
def slow_server(latency_ms: float) -> Iterator[str]:
    """The address of a running server."""
    command = [sys.executable, str(SERVER), "--latency-ms", str(latency_ms)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


def requests(count: int) -> list[ChatRequest]:
    """Prompts of the size of a real one."""
    system = Message(role="system", content="Answer from the passages. " * 40)
    return [
        ChatRequest(
            purpose="answer",
            messages=(system, Message(role="user", content=f"{PASSAGES}\nQuestion {number}: when?")),
            max_tokens=600,
        )
        for number in range(count)
    ]


async def measure(name: str, model: ChatModel, asked: list[ChatRequest], concurrency: int) -> Measured:
    """Ask everything, `concurrency` at once, after one call that is not counted (imports, first connection)."""
    await model.complete(asked[0].changed(trial=1))
    waiting = iter(asked)
    started, cpu = time.perf_counter(), time.process_time()

    async def worker() -> None:
        for request in waiting:
            await model.complete(request)

    await asyncio.gather(*(worker() for _ in range(concurrency)))
    measured = Measured(name, time.perf_counter() - started, time.process_time() - cpu)
    await model.aclose()
    return measured


async def measure_bare(url: str, calls: int, concurrency: int) -> Measured:
    """The same prompts through httpx alone: no limits, retries, deadlines, prices or records."""
    limits = httpx.Limits(max_connections=BARE_CONNECTIONS, max_keepalive_connections=BARE_CONNECTIONS)
    count = -(-concurrency // BARE_CONNECTIONS)
    clients = [httpx.AsyncClient(timeout=None, limits=limits, verify=False) for _ in range(count)]
    messages = [message.model_dump() for message in requests(1)[0].messages]
    body = {"model": "slow", "messages": messages, "max_tokens": 600}
    waiting = iter(range(calls))
    started, cpu = time.perf_counter(), time.process_time()

    async def worker(number: int) -> None:
        client = clients[number // BARE_CONNECTIONS]
        for _ in waiting:
            (await client.post(f"{url}/chat/completions", json=body)).json()

    await asyncio.gather(*(worker(number) for number in range(concurrency)))
    measured = Measured("bare httpx", time.perf_counter() - started, time.process_time() - cpu)
    await asyncio.gather(*(client.aclose() for client in clients))
    return measured


def measure_all(url: str, calls: int, concurrency: int) -> list[Measured]:
    """Bare httpx, then without a cache, filling one, and answered from it."""
    limits = Limits(attempt_timeout_s=60, max_attempts=5, concurrency=concurrency)
    params = {"model": "slow", "base_url": url}
    asked = requests(calls)
    with tempfile.TemporaryDirectory() as folder:
        ways = [("no cache", None), ("filling the cache", ReplyCache(folder)), ("from the cache", ReplyCache(folder))]
        bare = asyncio.run(measure_bare(url, calls, concurrency))
        return [bare] + [
            asyncio.run(measure(name, chat_model("openai", params, limits=limits, cache=cache), asked, concurrency))
            for name, cache in ways
        ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calls", type=int, default=1000)
    parser.add_argument("--concurrency", type=int, default=64)
    parser.add_argument("--latency-ms", type=float, default=50.0)
    parser.add_argument("--max-cpu-s", type=float, default=1.5)
    given = parser.parse_args()
    ideal_s = given.calls * given.latency_ms / 1000 / given.concurrency
    with slow_server(given.latency_ms) as url:
        found = measure_all(url, given.calls, given.concurrency)
    bare = found[0]
    print(f"{given.calls} calls, {given.concurrency} at once, {given.latency_ms:g} ms each: ideal {ideal_s:.2f} s")
    for way in found:
        per_thousand = way.cpu_s * 1000 / given.calls
        ratios = f"wall {way.wall_s / ideal_s:5.2f} x ideal   CPU {way.cpu_s / bare.cpu_s:5.2f} x bare httpx"
        print(f"{way.name:18} {ratios} = {per_thousand:5.2f} s per 1,000 calls")
    called = found[1:3]
    slow = any(way.wall_s > MAX_WALL_RATIO * ideal_s or way.cpu_s > given.max_cpu_s for way in called)
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
