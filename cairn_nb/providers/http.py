"""The one seam to the network: POST some JSON, get a status, headers and bytes, or a typed error.

A connection pool looks at all its connections for every request, so one client with many connections
spends most of its time looking. Connections are therefore spread over clients of `PER_CLIENT` each, and
requests are sent as they are, without a client's defaults merged into each.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cairn_nb.errors import ConnectionFailedError, DeadlineError
from cairn_nb.providers.deadline import remaining_s
from cairn_nb.providers.retry import UnreadableBodyError

if TYPE_CHECKING:
    import httpx

PER_CLIENT = 2
IDLE_S = 30.0


@dataclass(frozen=True)
class HttpReply:
    """A whole response. Header names are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass
class _Shard:
    client: httpx.AsyncClient
    active: int = 0


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
    _shards: list[_Shard] = field(default_factory=list, repr=False)
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
        shards, self._shards = self._shards, []
        for shard in shards:
            await shard.client.aclose()

    async def _send(self, path: str, content: bytes) -> HttpReply:
        import httpx

        shard = self._shard()
        shard.active += 1
        try:
            request = httpx.Request("POST", self.base_url + path, headers=self.headers, content=content)
            response = await shard.client.send(request)
            return HttpReply(response.status_code, response.headers, response.content)
        except httpx.TimeoutException as error:
            raise DeadlineError(f"{self.base_url}: {_what(error)}") from error
        except httpx.DecodingError as error:
            raise UnreadableBodyError(f"{self.base_url}: the body cannot be decoded") from error
        except httpx.TransportError as error:
            raise ConnectionFailedError(f"{self.base_url}: {_what(error)}") from error
        finally:
            shard.active -= 1

    def _shard(self) -> _Shard:
        for shard in self._shards:
            if shard.active < PER_CLIENT:
                return shard
        self._shards.append(_Shard(self._client()))
        return self._shards[-1]

    def _client(self) -> httpx.AsyncClient:
        """A client; all share one TLS context, since reading the certificates takes longer than a call."""
        import httpx

        if self._tls is None:
            secure = self.base_url.startswith("https")
            self._tls = httpx.create_ssl_context() if secure else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        limits = httpx.Limits(max_connections=PER_CLIENT, max_keepalive_connections=PER_CLIENT, keepalive_expiry=IDLE_S)
        return httpx.AsyncClient(limits=limits, timeout=None, verify=self._tls, transport=self.transport)


def _what(error: Exception) -> str:
    return str(error) or type(error).__name__
