"""The one seam to the network: POST some JSON, get a status, headers and bytes, or a typed error.

Requests go straight to a transport, without a client that would merge defaults, keep cookies and follow
redirects.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cairn_nb.errors import ConnectionFailedError, DeadlineError
from cairn_nb.providers.wire.deadline import remaining_s
from cairn_nb.providers.wire.retry import UnreadableBodyError

if TYPE_CHECKING:
    import httpx


@dataclass(frozen=True)
class HttpReply:
    """A whole response. Header names are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass
class HttpPool:
    """Connections to one address.

    Parameters
    ----------
    base_url
        What every path is appended to.
    headers
        Sent with every request.
    attempt_timeout_s
        Seconds from sending to the last byte of the reply.
    transport
        What to send through instead of the network, for tests.
    """

    base_url: str
    headers: Mapping[str, str] = field(repr=False)
    attempt_timeout_s: float
    transport: httpx.AsyncBaseTransport | None = None
    _open: httpx.AsyncBaseTransport | None = field(default=None, repr=False)
    _templates: dict[str, httpx.Request] = field(default_factory=dict, repr=False)

    async def post(self, path: str, content: bytes) -> HttpReply:
        """Send `content` as JSON.

        Raises
        ------
        DeadlineError
            If the whole reply is not there in time: the attempt's or the case's, whichever is shorter.
        ConnectionFailedError
            If the connection breaks or never stands.
        UnreadableBodyError
            If the body cannot be decompressed.
        """
        left = remaining_s()
        seconds = self.attempt_timeout_s if left is None else min(self.attempt_timeout_s, left)
        try:
            async with asyncio.timeout(seconds):
                return await self._send(path, content)
        except TimeoutError as error:
            raise DeadlineError(f"{self.base_url}: no whole reply within {seconds:.3g} s") from error

    async def aclose(self) -> None:
        """Close every connection."""
        transport, self._open = self._open, None
        if transport is not None:
            await transport.aclose()

    async def _send(self, path: str, content: bytes) -> HttpReply:
        import httpx

        try:
            if self._open is None:
                self._open = self.transport or self._network()
            response = await self._open.handle_async_request(self._request(path, content))
            try:
                return HttpReply(response.status_code, response.headers, await _body(response))
            finally:
                await response.aclose()
        except httpx.DecodingError as error:
            raise UnreadableBodyError(f"{self.base_url}: the body cannot be decoded") from error
        except (httpx.TransportError, httpx.InvalidURL) as error:
            failure = DeadlineError if isinstance(error, httpx.TimeoutException) else ConnectionFailedError
            raise failure(f"{self.base_url}: {str(error) or type(error).__name__}") from error

    def _network(self) -> httpx.AsyncBaseTransport:
        from cairn_nb.providers.wire.transport import PooledTransport

        return PooledTransport(self.base_url)

    def _request(self, path: str, content: bytes) -> httpx.Request:
        """A request like the first one to this path: making sense of address and headers takes longer than the rest."""
        import httpx

        if path not in self._templates:
            self._templates[path] = httpx.Request("POST", self.base_url + path, headers=self.headers, content=b"")
        first = self._templates[path]
        request = httpx.Request("POST", first.url, headers=first.headers, stream=httpx.ByteStream(content))
        request.headers["content-length"] = str(len(content))
        return request


async def _body(response: httpx.Response) -> bytes:
    """The whole body; one that is there already and not compressed needs none of httpx's decoding."""
    import httpx

    stream = response.stream
    if isinstance(stream, httpx.ByteStream) and "content-encoding" not in response.headers:
        return b"".join(stream)
    return await response.aread()
