"""A model server on the loopback address that takes a fixed time for every reply, for benchmarks.

    python benchmarks/slow_model_server.py [--port 0] [--latency-ms 50] [--refuse-every 0] [--reply TEXT]

It speaks OpenAI's chat completions, prints its address on the first line, and answers every request alike.
With `--refuse-every N` each Nth request gets a 429. GET /stats tells the calls, the most at once and the
seconds from the first call to the last reply since it was asked before.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import time
from dataclasses import asdict, dataclass

from aiohttp import web

REPLY = json.dumps({"answer": "The ferry leaves at 9:30.", "claims": [], "confidence_self": 0.9, "abstain": False})


@dataclass
class Stats:
    """What happened since the last look."""

    calls: int = 0
    refused: int = 0
    at_once: int = 0
    peak: int = 0
    first_s: float = 0.0
    last_s: float = 0.0


class SlowModel:
    """Answers after `latency_s`."""

    def __init__(self, latency_s: float, refuse_every: int, reply: str) -> None:
        self._latency_s = latency_s
        self._refuse_every = refuse_every
        self._reply = reply
        self._stats = Stats()

    async def chat(self, request: web.Request) -> web.Response:
        asked = await request.json()
        stats = self._stats
        stats.calls += 1
        stats.first_s = stats.first_s or time.perf_counter()
        if self._refuse_every and stats.calls % self._refuse_every == 0:
            stats.refused += 1
            headers = {"retry-after-ms": "100"}
            return web.json_response({"error": {"message": "slow down"}}, status=429, headers=headers)
        stats.at_once += 1
        stats.peak = max(stats.peak, stats.at_once)
        await asyncio.sleep(self._latency_s)
        stats.at_once -= 1
        stats.last_s = time.perf_counter()
        return web.json_response(completion(str(asked.get("model")), self._reply))

    async def stats(self, _: web.Request) -> web.Response:
        found, self._stats = self._stats, Stats()
        return web.json_response({**asdict(found), "span_s": found.last_s - found.first_s})


def completion(model: str, reply: str) -> dict[str, object]:
    """One chat completion."""
    message = {"role": "assistant", "content": reply, "refusal": None}
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "model": model,
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 60, "completion_tokens": 12, "total_tokens": 72},
    }


async def serve(port: int, model: SlowModel) -> None:
    """Run until interrupted."""
    app = web.Application(client_max_size=2**24)
    app.router.add_post("/v1/chat/completions", model.chat)
    app.router.add_get("/stats", model.stats)
    runner = web.AppRunner(app, access_log=None, keepalive_timeout=60)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", port)
    await site.start()
    print(f"http://127.0.0.1:{runner.addresses[0][1]}/v1", flush=True)
    await asyncio.Event().wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--latency-ms", type=float, default=50.0)
    parser.add_argument("--refuse-every", type=int, default=0)
    parser.add_argument("--reply", default=REPLY, help="what every message says")
    given = parser.parse_args()
    asyncio.run(serve(given.port, SlowModel(given.latency_ms / 1000, given.refuse_every, given.reply)))


if __name__ == "__main__":
    main()
