"""The way to a server: directly or through the proxy that the environment names, encrypted or not."""

from __future__ import annotations

import asyncio
import base64
import ssl
from dataclasses import dataclass
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import httpx

from cairn_nb.providers.wire.connection import Connection

NEXT_ADDRESS_S = 0.25  # how long one of a name's addresses is tried alone (RFC 8305)
PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True)
class Route:
    """How connections to one server are made.

    Parameters
    ----------
    server
        An address there.
    proxy
        The proxy to go through.
    tls
        What decides whom to trust; null when the server is asked without encryption.
    """

    server: httpx.URL
    proxy: httpx.URL | None
    tls: ssl.SSLContext | None

    @classmethod
    def to(cls, url: str) -> Route:
        """The way to an address, as the environment has it now."""
        server, named = httpx.URL(url), proxy_for(url)
        return cls(server, None if named is None else httpx.URL(named), _trust() if server.scheme == "https" else None)

    async def connect(self) -> Connection:
        """A new connection.

        Raises
        ------
        httpx.TransportError
            If it does not stand.
        """
        try:
            if self.proxy is None:
                return (await _opened(self.server, self.tls))[1]
            return await self._through(self.proxy)
        except (OSError, UnicodeError) as error:
            raise httpx.ConnectError(str(error) or type(error).__name__) from error

    def first_line(self, request: httpx.Request) -> bytes:
        """The line that a request begins with, and the proxy's own header, where it is the proxy that reads it."""
        asked = request.method.encode("ascii")
        if self.proxy is None or self.tls is not None:
            return b"%b %b HTTP/1.1\r\n" % (asked, request.url.raw_path)
        whole = b"http://%b%b" % (request.url.netloc, request.url.raw_path)
        return b"%b %b HTTP/1.1\r\n%b" % (asked, whole, _shown_to(self.proxy))

    async def _through(self, proxy: httpx.URL) -> Connection:
        if proxy.scheme not in PORTS:
            raise httpx.UnsupportedProtocol(f"a proxy is asked by http or https, not {proxy.scheme}")
        transport, connection = await _opened(proxy, _trust() if proxy.scheme == "https" else None)
        if self.tls is None:
            return connection
        server = f"{_bracketed(self.server)}:{_port(self.server)}".encode("ascii")
        words = b"CONNECT %b HTTP/1.1\r\nHost: %b\r\n%b\r\n" % (server, server, _shown_to(proxy))
        reply = await connection.ask(words, only_head=True)
        if not 200 <= reply.status < 300:
            connection.close()
            raise httpx.ProxyError(f"the proxy refuses the connection: HTTP {reply.status}")
        return await _encrypted(transport, self.tls, _host(self.server))


async def _opened(address: httpx.URL, tls: ssl.SSLContext | None) -> tuple[asyncio.Transport, Connection]:
    return await asyncio.get_running_loop().create_connection(
        Connection, _host(address), _port(address), ssl=tls, happy_eyeballs_delay=NEXT_ADDRESS_S
    )


async def _encrypted(transport: asyncio.Transport, tls: ssl.SSLContext, host: str) -> Connection:
    """A connection inside one that a proxy passes on."""
    inner = Connection()
    try:
        secured = await asyncio.get_running_loop().start_tls(transport, inner, tls, server_hostname=host)
    except BaseException:
        transport.abort()
        raise
    if secured is None:
        raise httpx.ConnectError("the server closed the connection while it was being encrypted")
    inner.connection_made(secured)
    return inner


def _trust() -> ssl.SSLContext:
    """Whom the environment trusts. Reading the certificates takes longer than a hundred calls."""
    context = httpx.create_ssl_context()
    context.set_alpn_protocols(["http/1.1"])
    return context


def proxy_for(url: str) -> str | None:
    """The proxy that the environment names for an address."""
    parts = urlsplit(url)
    if proxy_bypass(parts.netloc.rpartition("@")[2]):
        return None
    named = getproxies()
    found = named.get(parts.scheme) or named.get("all")
    return f"http://{found}" if found and "://" not in found else found


def _host(address: httpx.URL) -> str:
    return address.raw_host.decode("ascii")


def _bracketed(address: httpx.URL) -> str:
    host = _host(address)
    return f"[{host}]" if ":" in host else host


def _port(address: httpx.URL) -> int:
    return address.port or PORTS[address.scheme]


def _shown_to(proxy: httpx.URL) -> bytes:
    """The header that shows a proxy the user and password of its address; none without them."""
    if not proxy.userinfo:
        return b""
    shown = base64.b64encode(f"{proxy.username}:{proxy.password}".encode())
    return b"Proxy-Authorization: Basic %b\r\n" % shown
