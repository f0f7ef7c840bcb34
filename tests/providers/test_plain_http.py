"""One plain connection, against a real server that sends these very bytes."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeAlias

import httpx
import pytest

from cairn_nb.providers.plain_http import PlainTransport

Ask: TypeAlias = Callable[[], Awaitable[httpx.Response]]
FINE = b"HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nfine"


class Server:
    """Answers each request with the next of `replies`; an empty one hangs up."""

    def __init__(self, replies: list[bytes], *, hang_up: bool = False) -> None:
        self.replies, self.hang_up = list(replies), hang_up
        self.requests: list[bytes] = []
        self.connections = 0

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        while self.replies:
            try:
                head = await reader.readuntil(b"\r\n\r\n")
            except asyncio.IncompleteReadError:
                break
            self.requests.append(head + await reader.readexactly(7))
            reply = self.replies.pop(0)
            writer.write(reply)
            await writer.drain()
            if self.hang_up or not reply:
                break
        writer.close()

    @asynccontextmanager
    async def asked(self, idle_s: float = 30.0) -> AsyncIterator[Ask]:
        listening = await asyncio.start_server(self.talk, "127.0.0.1", 0)
        url = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}/v1/x?y=1"
        transport = PlainTransport(idle_s=idle_s)

        async def ask() -> httpx.Response:
            return await transport.handle_async_request(httpx.Request("POST", url, content=b'{"a":1}'))

        try:
            yield ask
        finally:
            await transport.aclose()
            listening.close()
            await listening.wait_closed()


def responses(server: Server, count: int, *, pause_s: float = 0.0, idle_s: float = 30.0) -> list[httpx.Response]:
    async def run() -> list[httpx.Response]:
        found = []
        async with server.asked(idle_s) as ask:
            for _ in range(count):
                found.append(await ask())
                await asyncio.sleep(pause_s)
        return found

    return asyncio.run(run())


def test_a_connection_is_used_again() -> None:
    server = Server([FINE, FINE, FINE])
    found = responses(server, 3)
    assert [(one.status_code, one.content) for one in found] == [(200, b"fine")] * 3
    assert server.connections == 1
    first = server.requests[0]
    assert first.startswith(b"POST /v1/x?y=1 HTTP/1.1\r\nHost: 127.0.0.1:")
    assert b"\r\nContent-Length: 7\r\n" in first
    assert first.endswith(b'\r\n\r\n{"a":1}')


@pytest.mark.parametrize(
    "reply",
    [
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nfi\r\n2\r\nne\r\n0\r\n\r\n",
        b"HTTP/1.1 100 Continue\r\n\r\n" + FINE,
        b"HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: %d\r\n\r\n%s"
        % (len(gzip.compress(b"fine", mtime=0)), gzip.compress(b"fine", mtime=0)),
    ],
    ids=["in chunks", "after a continue", "compressed"],
)
def test_every_form_of_a_body_is_read(reply: bytes) -> None:
    server = Server([reply, FINE])
    assert [one.content for one in responses(server, 2)] == [b"fine", b"fine"]
    assert server.connections == 1


@pytest.mark.parametrize(
    "reply",
    [
        b"HTTP/1.1 200 OK\r\nConnection: close\r\ncontent-length: 4\r\n\r\nfine",
        b"HTTP/1.0 200 OK\r\n\r\nfine",  # the end of the connection is the end of the body
    ],
    ids=["announced", "HTTP 1.0"],
)
def test_a_connection_that_the_server_closes_is_not_used_again(reply: bytes) -> None:
    server = Server([reply, reply], hang_up=True)
    assert [one.content for one in responses(server, 2)] == [b"fine", b"fine"]
    assert server.connections == 2


def test_a_connection_that_was_closed_or_idle_for_long_is_replaced() -> None:
    silent = Server([FINE, FINE], hang_up=True)
    assert len(responses(silent, 2, pause_s=0.05)) == 2
    assert silent.connections == 2
    patient = Server([FINE, FINE])
    assert len(responses(patient, 2, pause_s=0.02, idle_s=0.01)) == 2
    assert patient.connections == 2


@pytest.mark.parametrize(
    ("reply", "error"),
    [
        (b"", httpx.RemoteProtocolError),
        (FINE[:-2], httpx.RemoteProtocolError),
        (b"what?\r\n\r\n", httpx.RemoteProtocolError),
        (b"HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 4\r\n\r\nfine", httpx.DecodingError),
    ],
    ids=["nothing", "half of it", "no HTTP", "not compressed"],
)
def test_what_goes_wrong_has_httpxs_errors_and_the_next_request_works(reply: bytes, error: type[Exception]) -> None:
    server = Server([reply, FINE], hang_up=True)

    async def run() -> bytes:
        async with server.asked() as ask:
            with pytest.raises(error):
                await ask()
            await asyncio.sleep(0.05)  # the news that the server hung up takes a moment
            return (await ask()).content

    assert asyncio.run(run()) == b"fine"


def test_nobody_there_is_a_connect_error() -> None:
    async def run() -> None:
        await PlainTransport(idle_s=1.0).handle_async_request(httpx.Request("POST", "http://127.0.0.1:9/", content=b""))

    with pytest.raises(httpx.ConnectError):
        asyncio.run(run())
