"""aiohttp's connections under httpx's interface: one pool of them for all calls to an address.

httpx's own pool looks at all its connections for every request, which costs most of the time once there are
many; a reply is read whole here, as nobody reads one in pieces (docs/decisions/http-transport.md).
"""

from __future__ import annotations

import ssl
from urllib.parse import urlsplit

import aiohttp
import httpx

IDLE_S = 30.0
_UNBOUNDED = aiohttp.ClientTimeout(total=None)  # whoever asks has a deadline of its own


class AiohttpTransport(httpx.AsyncBaseTransport):
    """Sends a request and reads the whole reply, through the proxy that the environment names for the address.

    It belongs to the event loop of its first request. Redirects are not followed and no cookies are kept.

    Parameters
    ----------
    url
        An address of the kind that it will be asked for.
    """

    def __init__(self, url: str) -> None:
        # Reading the certificates takes longer than a hundred calls; without encryption nobody asks for them.
        self._tls = httpx.create_ssl_context() if url.startswith("https") else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        self._proxy = _proxy(url)
        self._session: aiohttp.ClientSession | None = None

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """The reply, its body read.

        Raises
        ------
        httpx.TransportError
            If there is none.
        httpx.DecodingError
            If its body cannot be decompressed.
        """
        session = self._session = self._session or self._opened()
        headers = [(name.decode("ascii"), value.decode("latin-1")) for name, value in request.headers.raw]
        asked = session.post(
            str(request.url), data=await request.aread(), headers=headers, allow_redirects=False, proxy=self._proxy
        )
        try:
            async with asked as reply:
                body = await reply.read()
        except aiohttp.ClientError as error:
            raise _as_httpx(error) from error
        return httpx.Response(reply.status, headers=reply.raw_headers, content=body)

    async def aclose(self) -> None:
        """Close every connection."""
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    def _opened(self) -> aiohttp.ClientSession:
        return aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=0, keepalive_timeout=IDLE_S, ssl=self._tls),
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=False,
            timeout=_UNBOUNDED,
        )


def _proxy(url: str) -> str | None:
    """The proxy that the environment names for an address."""
    from urllib.request import getproxies, proxy_bypass

    parts = urlsplit(url)
    if proxy_bypass(parts.netloc.rpartition("@")[2]):
        return None
    named = getproxies()
    found = named.get(parts.scheme) or named.get("all")
    return f"http://{found}" if found and "://" not in found else found


def _as_httpx(error: aiohttp.ClientError) -> httpx.TransportError:
    """The same failure in httpx's terms."""
    text = str(error) or type(error).__name__
    if isinstance(error, aiohttp.ServerTimeoutError):
        return httpx.ReadTimeout(text)
    if isinstance(error, aiohttp.ClientConnectorError):
        return httpx.ConnectError(text)
    if isinstance(error, aiohttp.ClientConnectionError):
        return httpx.ReadError(text)
    return httpx.RemoteProtocolError(text)
