"""One HTTP/1.1 connection, over which one request at a time is sent and its whole reply read."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import cast

import httptools
import httpx


@dataclass(frozen=True, slots=True)
class WholeReply:
    """A status, headers as they came, and the body, still compressed if it was sent so."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class Connection(asyncio.Protocol):
    """A connection that its event loop has made; the callbacks without underscore are asyncio's and the parser's."""

    _transport: asyncio.Transport
    _parser: httptools.HttpResponseParser
    _lost: asyncio.Future[None]

    def __init__(self) -> None:
        self._reply: asyncio.Future[WholeReply] | None = None
        self._only_head = False
        self._headers: list[tuple[bytes, bytes]] = []
        self._body: list[bytes] = []
        self._in_body = False
        self._reusable = True

    @property
    def reusable(self) -> bool:
        """Whether another request can be sent."""
        return self._reusable and not self._transport.is_closing()

    async def ask(self, request: bytes, *, only_head: bool = False) -> WholeReply:
        """The reply to a request; the connection is closed when there is none.

        Parameters
        ----------
        request
            Its head and body.
        only_head
            Whether what follows the reply's head is not HTTP.

        Raises
        ------
        httpx.TransportError
            If the connection breaks or what comes is not HTTP.
        """
        if not self.reusable:
            raise httpx.ReadError("the server closed the connection before it was asked")
        self._reply = asyncio.get_running_loop().create_future()
        self._only_head = only_head
        self._parser = httptools.HttpResponseParser(self)
        self._transport.write(request)
        try:
            return await self._reply
        except BaseException:
            self.close()
            raise
        finally:
            self._reply = None

    def close(self) -> None:
        """Close at once."""
        self._reusable = False
        self._transport.abort()

    async def closed(self) -> None:
        """Wait until nothing of a closed connection is left."""
        await self._lost

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._lost = asyncio.get_running_loop().create_future()

    def data_received(self, data: bytes) -> None:
        if self._reply is None:  # nobody asked: what is said now would be taken for the next reply
            self.close()
            return
        try:
            self._parser.feed_data(data)
        except (httptools.HttpParserError, httptools.HttpParserUpgrade) as error:
            self._fail(httpx.RemoteProtocolError(f"what the server sent is not HTTP/1.1: {error}"))

    def connection_lost(self, exc: Exception | None) -> None:
        self._reusable = False
        if self._in_body and self._ends_with_connection() and exc is None:
            self._finish()
        else:
            when = "in the middle of its reply" if self._in_body else "without a reply"
            self._fail(httpx.ReadError(f"the server closed the connection {when}" + (f": {exc}" if exc else "")))
        if not self._lost.done():
            self._lost.set_result(None)

    def on_message_begin(self) -> None:
        self._headers, self._body, self._in_body = [], [], False

    def on_header(self, name: bytes, value: bytes) -> None:
        self._headers.append((name, value))

    def on_headers_complete(self) -> None:
        self._in_body = True
        if self._only_head:
            self._finish()

    def on_body(self, body: bytes) -> None:
        self._body.append(body)

    def on_message_complete(self) -> None:
        self._in_body = False
        if self._parser.get_status_code() >= 200:  # those below announce the reply
            self._reusable = self._reusable and self._parser.should_keep_alive()
            self._finish()

    def _finish(self) -> None:
        if self._reply is None or self._reply.done():
            self._reusable = False  # a second reply to one request
        else:
            self._reply.set_result(WholeReply(self._parser.get_status_code(), self._headers, b"".join(self._body)))

    def _fail(self, error: httpx.TransportError) -> None:
        if self._reply is not None and not self._reply.done():
            self._reply.set_exception(error)
        self.close()

    def _ends_with_connection(self) -> bool:
        """Whether the body is as long as the connection lasts: neither counted nor in chunks."""
        return not {name.lower() for name, _ in self._headers} & {b"content-length", b"transfer-encoding"}
