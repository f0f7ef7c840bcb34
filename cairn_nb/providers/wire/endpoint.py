"""A provider's address, asked with manners: at most so many calls at once, again after a pause, never for ever."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from cairn_nb.errors import RateLimitError
from cairn_nb.providers.wire.http import HttpPool, HttpReply
from cairn_nb.providers.wire.http_errors import json_body
from cairn_nb.providers.wire.json_text import dumps_whole
from cairn_nb.providers.wire.keys import Secret
from cairn_nb.providers.wire.limiter import AdaptiveLimiter
from cairn_nb.providers.wire.limits import Limits
from cairn_nb.providers.wire.retry import with_retries
from cairn_nb.version import __version__

if TYPE_CHECKING:
    import httpx


ALWAYS = {
    "accept": "application/json",
    "accept-encoding": "gzip, deflate",
    "content-type": "application/json",
    "user-agent": f"cairn-nb/{__version__}",
}


@dataclass(frozen=True)
class Response:
    """A JSON object, how long the attempt that brought it took, and how many attempts there were."""

    body: dict[str, Any]
    latency_ms: float
    attempts: int


@dataclass(frozen=True)
class Address:
    """Where a provider is, and how to show one's key there (`key_header` and what stands before the key)."""

    base_url: str
    key: Secret | None = None
    key_header: str = "authorization"
    key_prefix: str = "Bearer "
    headers: Mapping[str, str] = field(default_factory=dict)

    def all_headers(self) -> dict[str, str]:
        """Every header of a request, the key's included."""
        named = {**ALWAYS, **self.headers}
        if self.key is not None:
            named[self.key_header] = self.key_prefix + self.key.reveal()
        return named

    def redact(self, text: str) -> str:
        """A text without the key."""
        return text if self.key is None else self.key.redact(text)

    def without_key(self, reply: HttpReply) -> HttpReply:
        """A response without the key, in case the server repeats it; then nothing made from it can hold it."""
        return reply if self.key is None else replace(reply, body=self.key.redact_bytes(reply.body))


class Endpoint:
    """Sends JSON to one provider.

    Parameters
    ----------
    address
        Where it is.
    limits
        How long, how often and how many at once.
    transport
        What to send through instead of the network, for tests.
    """

    def __init__(self, address: Address, limits: Limits, *, transport: httpx.AsyncBaseTransport | None = None) -> None:
        self._address = address
        self._limits = limits
        self._where = urlsplit(address.base_url).netloc
        self._pool = HttpPool(address.base_url, address.all_headers(), limits.attempt_timeout_s, transport)
        self.limiter = AdaptiveLimiter(limits.concurrency)

    async def post(self, path: str, body: Mapping[str, Any]) -> Response:
        """The JSON object that the provider answers with.

        Raises
        ------
        ProviderError
            If no attempt brought one; the subclass says why the last did not.
        """
        content = dumps_whole(body)
        (found, latency_ms), attempts = await with_retries(
            lambda: self._attempt(path, content), max_attempts=self._limits.max_attempts
        )
        return Response(found, latency_ms, attempts)

    async def aclose(self) -> None:
        """Close every connection."""
        await self._pool.aclose()

    async def _attempt(self, path: str, content: bytes) -> tuple[dict[str, Any], float]:
        async with self.limiter.slot() as era:
            started = time.perf_counter()
            reply = self._address.without_key(await self._pool.post(path, content))
            took = (time.perf_counter() - started) * 1000
            try:
                body = json_body(reply, where=self._where, redact=self._address.redact)
            except RateLimitError:
                self.limiter.slow_down(era)
                raise
            self.limiter.succeeded()
        return body, took
