"""A real HTTP server on the loopback address that behaves as badly as it is told to.

Each request takes the next `Behaviour` of the script; when the script is used up, `usual` answers.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

READ_TIMEOUT_S = 5.0


@dataclass(frozen=True)
class Received:
    """A request as it arrived."""

    path: str
    headers: Mapping[str, str]
    body: Any


@dataclass(frozen=True)
class Behaviour:
    """What to do with one request.

    `cut` sends half of the body and drops the connection; `drop` sends nothing at all; `delay_s` waits first.
    """

    status: int = 200
    body: bytes = b"{}"
    headers: Mapping[str, str] = field(default_factory=dict)
    delay_s: float = 0.0
    cut: bool = False
    drop: bool = False


def answer(content: Any, **fields: Any) -> Behaviour:
    """A 200 with this JSON."""
    return Behaviour(body=json.dumps(content).encode(), **fields)


def failure(status: int, message: str = "no", headers: Mapping[str, str] | None = None, **error: Any) -> Behaviour:
    """An error status with the usual error object."""
    body = json.dumps({"error": {"message": message, **error}}).encode()
    return Behaviour(status=status, body=body, headers=headers or {})


class LoopbackServer:
    """The server; `url` is its address, `received` what arrived, `peak` the most requests at once."""

    def __init__(self, usual: Callable[[Received], Behaviour]) -> None:
        self.usual = usual
        self.script: list[Behaviour] = []
        self.received: list[Received] = []
        self.connections = 0
        self.peak = 0
        self.url = ""
        self._now = 0
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        self._thread.start()
        assert self._ready.wait(READ_TIMEOUT_S)

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._stopping.set)
        self._thread.join(READ_TIMEOUT_S)
        assert not self._thread.is_alive()

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._serve())

    async def _serve(self) -> None:
        self._stopping = asyncio.Event()
        server = await asyncio.start_server(self._connection, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        self._ready.set()
        await self._stopping.wait()
        server.close()

    async def _connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            while (request := await _read(reader)) is not None:
                self._now += 1
                self.peak = max(self.peak, self._now)
                try:
                    going_on = await self._respond(request, writer)
                finally:
                    self._now -= 1
                if not going_on:
                    break
        except (ConnectionError, asyncio.IncompleteReadError):
            pass  # the client gave up, which some tests want
        finally:
            writer.close()

    async def _respond(self, request: Received, writer: asyncio.StreamWriter) -> bool:
        self.received.append(request)
        behaviour = self.script.pop(0) if self.script else self.usual(request)
        await asyncio.sleep(behaviour.delay_s)
        if behaviour.drop:
            return False
        named = {"content-type": "application/json", "content-length": str(len(behaviour.body)), **behaviour.headers}
        head = [f"HTTP/1.1 {behaviour.status} X", *(f"{name}: {value}" for name, value in named.items())]
        body = behaviour.body[: len(behaviour.body) // 2] if behaviour.cut else behaviour.body
        writer.write("\r\n".join([*head, "", ""]).encode() + body)
        await writer.drain()
        return not behaviour.cut


async def _read(reader: asyncio.StreamReader) -> Received | None:
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError:
        return None
    first, *lines = head.decode("latin-1").strip().split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    body = await reader.readexactly(int(headers.get("content-length", 0)))
    return Received(first.split(" ")[1], headers, json.loads(body))


@contextmanager
def serving(usual: Callable[[Received], Behaviour]) -> Iterator[LoopbackServer]:
    """A running server."""
    server = LoopbackServer(usual)
    server.start()
    try:
        yield server
    finally:
        server.stop()


def chat_completion(text: str = "42", **fields: Any) -> dict[str, Any]:
    """A plain OpenAI-shaped completion."""
    message = {"role": "assistant", "content": text, "refusal": None}
    return {
        "id": "1",
        "model": "served-model",
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 60, "completion_tokens": 12, "total_tokens": 72},
        **fields,
    }
