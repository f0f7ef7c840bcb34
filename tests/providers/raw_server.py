"""A server on the loopback address that says what it is told, byte for byte."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

Piece = bytes | float  # what to send, or how many seconds to wait


@dataclass
class RawServer:
    """What arrived: the connections' number, and each request's head with its body."""

    url: str = ""
    connections: int = 0
    requests: list[bytes] = field(default_factory=list)


async def read_request(reader: asyncio.StreamReader) -> bytes:
    """One request with a counted body."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = next((line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")), b":0")
    return head + await reader.readexactly(int(length.partition(b":")[2]))


@asynccontextmanager
async def saying(
    replies: Callable[[int], Sequence[Piece]], *, tls: ssl.SSLContext | None = None, stay: bool = True
) -> AsyncIterator[RawServer]:
    """A server whose nth request is answered by the nth pieces.

    Parameters
    ----------
    replies
        From the number of a request, counted from 0, to what is said.
    tls
        Its certificate.
    stay
        Whether a connection is kept after a reply.
    """
    seen = RawServer()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        seen.connections += 1
        try:
            while True:
                seen.requests.append(await read_request(reader))
                for piece in replies(len(seen.requests) - 1):
                    if isinstance(piece, float):
                        await asyncio.sleep(piece)
                    else:
                        writer.write(piece)
                        await writer.drain()
                if not stay:
                    break
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=tls)
    seen.url = f"{'http' if tls is None else 'https'}://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield seen
    finally:
        server.close()
