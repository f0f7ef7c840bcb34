"""Connections of our own: every shape of reply that HTTP/1.1 allows, and what is no HTTP at all."""

from __future__ import annotations

import asyncio
import gzip
import socket
import struct
import zlib
from collections.abc import Awaitable, Callable, Sequence
from itertools import pairwise

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cairn_nb.providers.wire.transport import PooledTransport
from tests.providers.raw_server import Piece, RawServer, saying

OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"
CHUNKED = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
GZIP, DEFLATE = gzip.compress(b"{}"), zlib.compress(b"{}")
PACKED_CHUNKS = CHUNKED.replace(b"Transfer", b"Content-Encoding: deflate\r\nTransfer")
Asking = Callable[[PooledTransport, RawServer], Awaitable[None]]


def request(server: RawServer, content: bytes = b"[1]") -> httpx.Request:
    return httpx.Request("POST", f"{server.url}/v1/x?y=%20z", headers={"x-name": "value"}, content=content)


async def whole(transport: PooledTransport, server: RawServer, content: bytes = b"[1]") -> httpx.Response:
    response = await transport.handle_async_request(request(server, content))
    await response.aread()
    return response


async def asked(asking: Asking, replies: Callable[[int], Sequence[Piece]], *, stay: bool = True) -> RawServer:
    async with saying(replies, stay=stay) as server:
        transport = PooledTransport(server.url)
        try:
            await asking(transport, server)
        finally:
            await transport.aclose()
    return server


def reply(*pieces: Piece, stay: bool = True) -> httpx.Response:
    """The response to one request that is answered by these pieces."""
    found: list[httpx.Response] = []

    async def once(transport: PooledTransport, server: RawServer) -> None:
        async with asyncio.timeout(5):
            found.append(await whole(transport, server))

    asyncio.run(asked(once, lambda _: pieces, stay=stay))
    return found[0]


def test_what_is_sent() -> None:
    async def once(transport: PooledTransport, server: RawServer) -> None:
        await transport.handle_async_request(request(server))

    sent = asyncio.run(asked(once, lambda _: [OK]))
    head, _, body = sent.requests[0].partition(b"\r\n\r\n")
    host = sent.url.removeprefix("http://").encode()
    assert head.split(b"\r\n")[0] == b"POST /v1/x?y=%20z HTTP/1.1"
    assert set(head.split(b"\r\n")[1:]) == {b"Host: " + host, b"x-name: value", b"Content-Length: 3"}
    assert body == b"[1]"


REPLIES: dict[str, tuple[list[Piece], bytes]] = {
    "counted": ([OK], b"{}"),
    "in chunks": ([CHUNKED + b"3\r\nabc\r\n", b"2;x=y\r\nde\r\n0\r\nTrailer: t\r\n\r\n"], b"abcde"),
    "announced": ([b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n" + OK], b"{}"),
    "without a body": ([b"HTTP/1.1 204 No Content\r\n\r\n"], b""),
    "empty": ([b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"], b""),
    "packed": ([b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(GZIP), GZIP], b"{}"),
    "packed in chunks": ([PACKED_CHUNKS, b"%x\r\n" % len(DEFLATE), DEFLATE, b"\r\n0\r\n\r\n"], b"{}"),
}


@pytest.mark.parametrize("shape", REPLIES)
def test_a_reply_of_any_shape_is_read_whole(shape: str) -> None:
    pieces, body = REPLIES[shape]
    assert reply(*pieces).content == body


@pytest.mark.parametrize("version", [b"1.1", b"1.0"])
def test_a_body_may_last_as_long_as_the_connection(version: bytes) -> None:
    found = reply(b"HTTP/%b 200 OK\r\nX: y\r\n\r\n" % version, b"first, ", 0.01, b"then", stay=False)
    assert (found.status_code, found.headers["x"], found.content) == (200, "y", b"first, then")


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(["counted", "in chunks", "announced"]), st.sets(st.integers(1, 120), max_size=8))
def test_it_does_not_matter_where_the_bytes_are_cut(shape: str, cuts: set[int]) -> None:
    whole = b"".join(piece for piece in REPLIES[shape][0] if isinstance(piece, bytes))
    places = [0, *sorted(cut for cut in cuts if cut < len(whole)), len(whole)]
    pieces: list[Piece] = []
    for start, end in pairwise(places):
        pieces += [whole[start:end], 0.0]
    assert reply(*pieces).content == REPLIES[shape][1]


BROKEN: dict[str, tuple[list[Piece], str]] = {
    "nothing": ([], "without a reply"),
    "half a head": ([b"HTTP/1.1 200 OK\r\nConte"], "without a reply"),
    "half a body": ([b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"], "in the middle of its reply"),
    "half of the chunks": ([CHUNKED + b"3\r\nabc\r\n"], "in the middle of its reply"),
    "an announcement alone": ([b"HTTP/1.1 100 Continue\r\n\r\n"], "without a reply"),
    "another protocol": ([b"SSH-2.0-OpenSSH_9.6\r\n"], "not HTTP/1.1"),
    "a switch of protocols": ([b"HTTP/1.1 101 S\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"], "not HTTP/1.1"),
    "a length that is none": ([b"HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n"], "not HTTP/1.1"),
    "a chunk without a length": ([CHUNKED + b"zz\r\nabc\r\n"], "not HTTP/1.1"),
    "such a chunk later on": ([CHUNKED + b"3\r\nabc\r\n", 0.02, b"zz\r\nabc\r\n", 0.1], "not HTTP/1.1"),
}


@pytest.mark.parametrize("shape", BROKEN)
def test_what_is_no_whole_reply_is_a_transport_error(shape: str) -> None:
    pieces, words = BROKEN[shape]
    with pytest.raises(httpx.TransportError, match=words):
        reply(*pieces, stay=False)


@pytest.mark.parametrize("head", [OK.replace(b": 2", b": 9"), b"HTTP/1.1 200 OK\r\n\r\n{}"])
def test_a_connection_that_is_reset_ends_no_reply(head: bytes) -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(head)
        await asyncio.sleep(0.02)
        writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        writer.transport.abort()

    async def run() -> None:
        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        seen = RawServer(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}")
        transport = PooledTransport(seen.url)
        with pytest.raises(httpx.ReadError, match="in the middle of its reply"):
            await whole(transport, seen)
        await transport.aclose()
        server.close()

    asyncio.run(run())


def test_connections_are_used_again() -> None:
    async def often(transport: PooledTransport, server: RawServer) -> None:
        for _ in range(5):
            assert (await whole(transport, server)).content == b"{}"
        await asyncio.gather(*(transport.handle_async_request(request(server)) for _ in range(3)))

    server = asyncio.run(asked(often, lambda _: [OK]))
    assert (len(server.requests), server.connections) == (8, 3)


def connections_of_two(
    first: Sequence[Piece], *, pause_s: float = 0.0, idle_s: float = 30.0, stay: bool = True
) -> tuple[int, bytes]:
    """How many connections two requests take, when the first is answered so; and the second's body."""
    bodies: list[bytes] = []

    async def twice(transport: PooledTransport, server: RawServer) -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("cairn_nb.providers.wire.transport.IDLE_S", idle_s)
            for _ in range(2):
                bodies.append((await whole(transport, server)).content)
                await asyncio.sleep(pause_s)

    server = asyncio.run(asked(twice, lambda number: first if number == 0 else [OK], stay=stay))
    return server.connections, bodies[1]


def test_a_connection_is_used_again_after_a_reply_in_pieces() -> None:
    async def often(transport: PooledTransport, server: RawServer) -> None:
        for _ in range(3):
            assert (await whole(transport, server)).content == b"{}"

    server = asyncio.run(asked(often, lambda _: [OK[:-2], 0.01, OK[-2:]]))
    assert (len(server.requests), server.connections) == (3, 1)


def test_a_user_in_the_address_is_not_shown_to_the_server() -> None:
    async def once(transport: PooledTransport, server: RawServer) -> None:
        named = RawServer(server.url.replace("://", "://me:secret@"))
        assert (await whole(transport, named)).content == b"{}"

    assert b"authorization" not in asyncio.run(asked(once, lambda _: [OK])).requests[0].lower()


def test_a_connection_that_is_to_be_closed_is_not_used_again() -> None:
    closing = OK.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
    assert connections_of_two([closing]) == (2, b"{}")
    assert connections_of_two([OK.replace(b"HTTP/1.1", b"HTTP/1.0")]) == (2, b"{}")


def test_nor_one_that_the_server_closed_nor_one_that_is_old() -> None:
    assert connections_of_two([OK], pause_s=0.05, stay=False) == (2, b"{}")
    assert connections_of_two([OK], pause_s=0.05, idle_s=0.01) == (2, b"{}")
    assert connections_of_two([OK], pause_s=0.05) == (1, b"{}")


def test_what_nobody_asked_for_is_never_taken_for_a_reply() -> None:
    other = OK.replace(b"{}", b"no")
    assert connections_of_two([OK + other]) == (2, b"{}")
    assert connections_of_two([OK, 0.02, other], pause_s=0.05) == (2, b"{}")


def test_a_cancelled_request_takes_its_connection_along() -> None:
    async def cancelled(transport: PooledTransport, server: RawServer) -> None:
        first = asyncio.create_task(transport.handle_async_request(request(server)))
        await asyncio.sleep(0.05)
        first.cancel()
        with pytest.raises(asyncio.CancelledError):
            await first
        assert (await whole(transport, server)).content == b"{}"

    server = asyncio.run(asked(cancelled, lambda number: [0.2, OK] if number == 0 else [OK]))
    assert server.connections == 2


def test_closing_ends_a_request_that_is_under_way() -> None:
    async def closed(transport: PooledTransport, server: RawServer) -> None:
        under_way = asyncio.create_task(transport.handle_async_request(request(server)))
        await asyncio.sleep(0.05)
        await transport.aclose()
        with pytest.raises(httpx.ReadError):
            await under_way

    asyncio.run(asked(closed, lambda _: [5.0, OK]))


def test_a_long_request_and_a_long_reply_pass_through() -> None:
    content, body = b"q" * 3_000_000, b"a" * 5_000_000

    async def once(transport: PooledTransport, server: RawServer) -> None:
        found = await whole(transport, server, content)
        assert found.content == body

    head = b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body)
    server = asyncio.run(asked(once, lambda _: [head, body]))
    assert server.requests[0].endswith(content)


def test_a_header_cannot_begin_another_line() -> None:
    async def once(transport: PooledTransport, server: RawServer) -> None:
        forged = request(server)
        forged.headers["x-key"] = "a\r\nx-other: b"
        with pytest.raises(httpx.LocalProtocolError):
            await transport.handle_async_request(forged)

    assert asyncio.run(asked(once, lambda _: [OK])).requests == []


def test_a_server_that_hangs_up_at_once_is_no_wait() -> None:
    async def run() -> None:
        server = await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", 0)
        transport = PooledTransport(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}")
        for _ in range(20):
            with pytest.raises(httpx.TransportError):
                async with asyncio.timeout(5):
                    await transport.handle_async_request(httpx.Request("POST", "http://127.0.0.1/", content=b"x"))
        await transport.aclose()
        server.close()

    asyncio.run(run())
