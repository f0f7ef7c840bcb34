"""Connections to one server under httpx's interface: as many as there are calls at once, used again and again.

httpx's own pool looks at all its connections for every request, which costs most of the time once there are
many; and a reply is read whole here, as nobody reads one in pieces (docs/decisions/http-transport.md).
"""

from __future__ import annotations

import asyncio

import httpx

from cairn_nb.providers.wire.connection import Connection
from cairn_nb.providers.wire.route import Route

IDLE_S = 30.0


class PooledTransport(httpx.AsyncBaseTransport):
    """Sends requests to one server and reads their replies. Redirects are not followed and no cookies are kept.

    It belongs to the event loop of its first request.

    Parameters
    ----------
    url
        An address at the server.
    """

    def __init__(self, url: str) -> None:
        self._route = Route.to(url)
        self._idle: list[tuple[Connection, float]] = []
        self._busy: set[Connection] = set()

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """The reply, which has come as a whole.

        Raises
        ------
        httpx.TransportError
            If there is none.
        """
        content = self._route.first_line(request) + _headers(request) + await _content(request)
        connection = self._idle_one() or await self._route.connect()
        self._busy.add(connection)
        try:
            reply = await connection.ask(content)
        finally:
            self._busy.discard(connection)
        if connection.reusable:
            self._idle.append((connection, asyncio.get_running_loop().time()))
        else:
            connection.close()
        return httpx.Response(reply.status, headers=reply.headers, stream=httpx.ByteStream(reply.body))

    async def aclose(self) -> None:
        """Close every connection."""
        idle, self._idle = self._idle, []
        connections = [connection for connection, _ in idle] + list(self._busy)
        for connection in connections:
            connection.close()
        for connection in connections:
            await connection.closed()

    def _idle_one(self) -> Connection | None:
        """The connection that was used last, so that those that are not needed any more grow old."""
        oldest = asyncio.get_running_loop().time() - IDLE_S
        while self._idle:
            connection, since = self._idle.pop()
            if connection.reusable and since >= oldest:
                return connection
            connection.close()
        return None


def _headers(request: httpx.Request) -> bytes:
    lines = [b"%b: %b" % pair for pair in request.headers.raw]
    if any(b"\n" in line or b"\r" in line for line in lines):
        raise httpx.LocalProtocolError("a header is one line")
    return b"\r\n".join([*lines, b"", b""])


async def _content(request: httpx.Request) -> bytes:
    stream = request.stream
    return b"".join(stream) if isinstance(stream, httpx.ByteStream) else await request.aread()
