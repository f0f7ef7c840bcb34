"""The one seam to the network: POST some JSON, get a status, headers and bytes, or a typed error.

Requests go straight to a transport, without a client that would merge defaults, keep cookies and follow
redirects. The transport is aiohttp's under httpx's interface: httpx's own pool looks at all its connections
for every request, which costs most of the time once there are many (docs/decisions/http-transport.md).
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
    _open: httpx.AsyncBaseTransport | None = field(default=None, repr=False)
    _urls: dict[str, httpx.URL] = field(default_factory=dict, repr=False)

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
        import aiohttp
        import httpx

        if self._open is None:
            self._open = self.transport or _transport(self.base_url)
        try:
            request = httpx.Request("POST", self._url(path), headers=self.headers, content=content)
            response = await self._open.handle_async_request(request)
            try:
                return HttpReply(response.status_code, response.headers, await response.aread())
            finally:
                await response.aclose()
        except httpx.DecodingError as error:
            raise UnreadableBodyError(f"{self.base_url}: the body cannot be decoded") from error
        except (httpx.TransportError, aiohttp.ClientError) as error:
            failure = DeadlineError if _is_timeout(error) else ConnectionFailedError
            raise failure(f"{self.base_url}: {_what(error)}") from error

    def _url(self, path: str) -> httpx.URL:
        import httpx

        if path not in self._urls:
            self._urls[path] = httpx.URL(self.base_url + path)
        return self._urls[path]


def _transport(url: str) -> httpx.AsyncBaseTransport:
    """One pool for all connections to an address, through the proxy that the environment names for it."""
    import aiohttp
    import httpx
    from httpx_aiohttp import AiohttpTransport

    # Reading the certificates takes longer than a hundred calls; without encryption nobody asks for them.
    tls = httpx.create_ssl_context() if url.startswith("https") else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    proxy = _proxy(url)

    def session() -> aiohttp.ClientSession:
        connector = aiohttp.TCPConnector(limit=0, keepalive_timeout=IDLE_S, ssl=tls)
        return aiohttp.ClientSession(connector=connector, cookie_jar=aiohttp.DummyCookieJar())

    return AiohttpTransport(verify=tls, client=session, proxy=None if proxy is None else httpx.Proxy(proxy))


def _proxy(url: str) -> str | None:
    """The proxy that the environment names for an address."""
    from urllib.request import getproxies, proxy_bypass

    parts = urlsplit(url)
    if proxy_bypass(parts.netloc.rpartition("@")[2]):
        return None
    named = getproxies()
    found = named.get(parts.scheme) or named.get("all")
    return f"http://{found}" if found and "://" not in found else found


def _is_timeout(error: Exception) -> bool:
    """Whether time ran out. The transport calls every connection that breaks a connect timeout as well."""
    import httpx

    broke = isinstance(error, httpx.ConnectTimeout) and error.__cause__ is not None
    return isinstance(error, httpx.TimeoutException) and not broke


def _what(error: Exception) -> str:
    return str(error) or type(error).__name__
