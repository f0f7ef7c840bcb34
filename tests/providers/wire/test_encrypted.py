"""An encrypted server is asked only when its certificate is trusted, also through a proxy.

The environment may name the authority and the proxy.
"""

from __future__ import annotations

import asyncio
import base64
import datetime
import ipaddress
import ssl
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from cairn_nb.errors import ConnectionFailedError
from cairn_nb.providers.wire.http import HttpPool, HttpReply
from tests.providers.raw_server import RawServer, saying

OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for the loopback address, signed by itself, with its key in the same file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "loopback")])
    now = datetime.datetime.now(datetime.UTC)
    signed = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(hours=1))
        .not_valid_after(now + datetime.timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    secret = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    path = tmp_path_factory.mktemp("tls") / "loopback.pem"
    path.write_bytes(secret + signed.public_bytes(pem))
    return path


@pytest.fixture
def trusted(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same, vouched for by the environment."""
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    return certificate


def server_side(certificate: Path) -> ssl.SSLContext:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate)
    return context


async def ask(certificate: Path, *, times: int = 1) -> tuple[list[HttpReply], RawServer]:
    async with saying(lambda _: [OK], tls=server_side(certificate)) as server:
        pool = HttpPool(server.url, {}, 10.0)
        try:
            return [await pool.post("/v1/x", b"{}") for _ in range(times)], server
        finally:
            await pool.aclose()


def test_a_trusted_server_is_asked_over_one_connection(trusted: Path) -> None:
    replies, server = asyncio.run(ask(trusted, times=3))
    assert [(reply.status, reply.body) for reply in replies] == [(200, b"{}")] * 3
    assert (len(server.requests), server.connections) == (3, 1)


def test_a_server_that_nobody_vouches_for_is_not_asked(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SSL_CERT_FILE", "SSL_CERT_DIR"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(ConnectionFailedError, match="certificate"):
        asyncio.run(ask(certificate))


@dataclass
class Tunnel:
    """A proxy that passes connections on, and the heads of the requests for one."""

    answer: bytes = b"HTTP/1.1 200 Connection established\r\n\r\n"
    heads: list[bytes] = field(default_factory=list)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        self.heads.append(head)
        writer.write(self.answer)
        if b" 200 " not in self.answer:
            writer.close()
            return
        host, _, port = head.split(b" ")[1].decode().rpartition(":")
        there, back = await asyncio.open_connection(host, int(port))
        await asyncio.gather(pass_on(reader, back), pass_on(there, writer))


async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while data := await reader.read(65536):
            writer.write(data)
    writer.close()


async def ask_through(
    tunnel: Tunnel, certificate: Path, patch: pytest.MonkeyPatch, *, user: str = "", proxy_tls: bool = False
) -> tuple[list[HttpReply], RawServer]:
    tls = server_side(certificate) if proxy_tls else None
    proxy = await asyncio.start_server(tunnel.serve, "127.0.0.1", 0, ssl=tls)
    address = f"{user}127.0.0.1:{proxy.sockets[0].getsockname()[1]}"
    patch.setenv("https_proxy", f"{'http' if tls is None else 'https'}://{address}")
    for name in ("no_proxy", "NO_PROXY"):
        patch.delenv(name, raising=False)
    try:
        return await ask(certificate, times=2)
    finally:
        proxy.close()


@pytest.mark.parametrize("proxy_tls", [False, True])
def test_a_proxy_passes_an_encrypted_connection_on(
    trusted: Path, monkeypatch: pytest.MonkeyPatch, proxy_tls: bool
) -> None:
    tunnel = Tunnel()
    replies, server = asyncio.run(ask_through(tunnel, trusted, monkeypatch, proxy_tls=proxy_tls))
    assert [reply.body for reply in replies] == [b"{}"] * 2
    assert server.requests[0].startswith(b"POST /v1/x HTTP/1.1\r\n")
    host = server.url.removeprefix("https://").encode()
    assert tunnel.heads == [b"CONNECT %b HTTP/1.1\r\nHost: %b\r\n\r\n" % (host, host)]


def test_a_proxy_is_shown_its_user_and_the_server_is_not(trusted: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tunnel = Tunnel()
    _, server = asyncio.run(ask_through(tunnel, trusted, monkeypatch, user="me:s%40y@"))
    shown = base64.b64encode(b"me:s@y")
    assert b"\r\nProxy-Authorization: Basic %b\r\n" % shown in tunnel.heads[0]
    assert b"authorization" not in server.requests[0].lower()


def test_what_is_behind_a_proxy_is_trusted_no_more(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SSL_CERT_FILE", "SSL_CERT_DIR"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(ConnectionFailedError, match="certificate"):
        asyncio.run(ask_through(Tunnel(), certificate, monkeypatch))


def test_a_proxy_that_refuses_is_a_failed_connection(trusted: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tunnel = Tunnel(b"HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 4\r\n\r\nwho?")
    with pytest.raises(ConnectionFailedError, match="the proxy refuses the connection: HTTP 407"):
        asyncio.run(ask_through(tunnel, trusted, monkeypatch))
