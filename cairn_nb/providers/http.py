"""The one seam to the network: POST some JSON, get a status, headers and bytes, or a typed error.

A connection pool looks at all its connections for every request, so one pool of many connections spends
most of its time looking. Each connection therefore has a transport of its own, and requests go to it as they
are, without a client that would merge defaults, keep cookies and follow redirects.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from cairn_nb.errors import ConnectionFailedError, DeadlineError
from cairn_nb.providers.deadline import remaining_s
from cairn_nb.providers.retry import UnreadableBodyError

if TYPE_CHECKING:
    import httpx

IDLE_S = 30.0


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
    _all: list[httpx.AsyncBaseTransport] = field(default_factory=list, repr=False)
    _idle: list[httpx.AsyncBaseTransport] = field(default_factory=list, repr=False)
    _urls: dict[str, httpx.URL] = field(default_factory=dict, repr=False)
    _tls: ssl.SSLContext | None = field(default=None, repr=False)

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
        transports, self._all, self._idle = self._all, [], []
        for transport in transports:
            await transport.aclose()

    async def _send(self, path: str, content: bytes) -> HttpReply:
        import httpx

        transport = self._idle.pop() if self._idle else self._opened()
        try:
            request = httpx.Request("POST", self._url(path), headers=self.headers, content=content)
            response = await transport.handle_async_request(request)
            try:
                return HttpReply(response.status_code, response.headers, await response.aread())
            finally:
                await response.aclose()
        except httpx.TimeoutException as error:
            raise DeadlineError(f"{self.base_url}: {_what(error)}") from error
        except httpx.DecodingError as error:
            raise UnreadableBodyError(f"{self.base_url}: the body cannot be decoded") from error
        except httpx.TransportError as error:
            raise ConnectionFailedError(f"{self.base_url}: {_what(error)}") from error
        finally:
            if transport in self._all:
                self._idle.append(transport)

    def _url(self, path: str) -> httpx.URL:
        import httpx

        if path not in self._urls:
            self._urls[path] = httpx.URL(self.base_url + path)
        return self._urls[path]

    def _opened(self) -> httpx.AsyncBaseTransport:
        self._all.append(self.transport or self._connection())
        return self._all[-1]

    def _connection(self) -> httpx.AsyncBaseTransport:
        """One connection; all share one TLS context, since reading the certificates takes longer than a call."""
        import httpx

        from cairn_nb.providers.plain_http import PlainTransport

        secure, proxy = self.base_url.startswith("https"), _proxy(self.base_url)
        if not secure and proxy is None:
            return PlainTransport(idle_s=IDLE_S)
        if self._tls is None:
            self._tls = httpx.create_ssl_context() if secure else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        limits = httpx.Limits(max_connections=1, max_keepalive_connections=1, keepalive_expiry=IDLE_S)
        return httpx.AsyncHTTPTransport(verify=self._tls, limits=limits, proxy=proxy)


def _proxy(url: str) -> str | None:
    """The proxy that the environment names for an address."""
    from urllib.request import getproxies, proxy_bypass

    parts = urlsplit(url)
    if proxy_bypass(parts.netloc.rpartition("@")[2]):
        return None
    named = getproxies()
    found = named.get(parts.scheme) or named.get("all")
    return f"http://{found}" if found and "://" not in found else found


def _what(error: Exception) -> str:
    return str(error) or type(error).__name__
