"""A real server that misbehaves: every way ends in a typed error, or in a reply after trying again."""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.errors import (
    AuthenticationError,
    ConnectionFailedError,
    DeadlineError,
    MalformedReplyError,
    ProviderError,
    RateLimitError,
    RequestRefusedError,
    ServerError,
)
from cairn_nb.providers.wire.deadline import case_deadline
from cairn_nb.providers.wire.endpoint import Address, Endpoint
from cairn_nb.providers.wire.http_errors import retry_after_s
from cairn_nb.providers.wire.limits import Limits
from cairn_nb.records.chat import ChatReply
from tests.providers.asking import SHORT, ask, openai, request
from tests.providers.loopback import Behaviour, LoopbackServer, answer, chat_completion, failure

ONE_TRY = Limits(attempt_timeout_s=5.0, max_attempts=1, concurrency=8)
GOOD = answer(chat_completion())


def reply(server: LoopbackServer, limits: Limits = SHORT) -> ChatReply:
    return asyncio.run(ask(openai(server.url, limits=limits), request()))[0]


FAILURES: list[tuple[Behaviour, type[ProviderError]]] = [
    (failure(429, "slow down"), RateLimitError),
    (failure(529, "overloaded"), RateLimitError),
    (failure(503, "busy", {"retry-after": "0"}), RateLimitError),
    (failure(500, "oops"), ServerError),
    (failure(503, "busy"), ServerError),
    (Behaviour(status=502, body=b"<html>bad gateway</html>"), ServerError),
    (failure(408, "took too long"), DeadlineError),
    (failure(401, "bad key"), AuthenticationError),
    (failure(403, "not yours"), AuthenticationError),
    (failure(400, "max_tokens too large"), RequestRefusedError),
    (failure(404, "no such model"), RequestRefusedError),
    (Behaviour(status=307, headers={"location": "/elsewhere"}), RequestRefusedError),
    (failure(429, "out of money", code="insufficient_quota"), RequestRefusedError),
    (Behaviour(body=b'{"choices": [{"mess'), MalformedReplyError),
    (Behaviour(body=b"<html>hello</html>"), MalformedReplyError),
    (Behaviour(body=b"[1, 2]"), MalformedReplyError),
    (Behaviour(body=b"\xff\xfe"), MalformedReplyError),
    (Behaviour(body=b"plain", headers={"content-encoding": "gzip"}), MalformedReplyError),
    (answer({"choices": []}), MalformedReplyError),
    (answer({"choices": [{"message": None}]}), MalformedReplyError),
    (answer({"error": {"message": "upstream is slow", "code": 429}}), RateLimitError),
    (answer({"error": {"message": "upstream died"}}), ServerError),
    (Behaviour(body=b"x" * 1000, cut=True), ConnectionFailedError),
    (Behaviour(drop=True), ConnectionFailedError),
]


@pytest.mark.parametrize(("behaviour", "kind"), FAILURES)
def test_each_failure_is_a_typed_error(server: LoopbackServer, behaviour: Behaviour, kind: type[ProviderError]) -> None:
    server.script = [behaviour]
    with pytest.raises(ProviderError) as caught:
        reply(server, ONE_TRY)
    assert isinstance(caught.value, kind)
    assert len(server.received) == 1


@pytest.mark.usefixtures("no_pause")
@pytest.mark.parametrize(
    "behaviour",
    [behaviour for behaviour, kind in FAILURES if kind.retryable or behaviour.body[:1] in (b"<", b"[", b"\xff")],
)
def test_what_can_be_helped_is_asked_again(server: LoopbackServer, behaviour: Behaviour) -> None:
    server.script = [behaviour]
    found = reply(server)
    assert (found.text, found.attempts, len(server.received)) == ("42", 2, 2)


@pytest.mark.usefixtures("no_pause")
@pytest.mark.parametrize("status", [400, 401, 403, 404, 422])
def test_what_cannot_be_helped_is_asked_once(server: LoopbackServer, status: int) -> None:
    server.script = [failure(status)] * 3
    with pytest.raises(ProviderError, match=f"127.0.0.1:.*HTTP {status}: no"):
        reply(server)
    assert len(server.received) == 1


def test_nobody_listening_is_a_connection_error() -> None:
    with pytest.raises(ConnectionFailedError, match=r"127\.0\.0\.1:9"):
        asyncio.run(ask(openai("http://127.0.0.1:9/v1", limits=ONE_TRY), request()))


def test_a_server_that_hangs_ends_at_the_attempts_deadline(server: LoopbackServer) -> None:
    server.script = [answer(chat_completion(), delay_s=1.5)]
    started = time.monotonic()
    with pytest.raises(DeadlineError, match=r"no whole reply within 0\.1 s"):
        reply(server, Limits(attempt_timeout_s=0.1, max_attempts=1))
    assert time.monotonic() - started < 1


@pytest.mark.usefixtures("no_pause")
def test_a_hanging_attempt_is_followed_by_another(server: LoopbackServer) -> None:
    server.script = [answer(chat_completion(), delay_s=1.0)]
    found = reply(server, Limits(attempt_timeout_s=0.2, max_attempts=2))
    assert (found.text, found.attempts) == ("42", 2)
    assert found.latency_ms < 200  # of the attempt that succeeded


def test_a_case_has_one_deadline_over_all_attempts(server: LoopbackServer) -> None:
    server.script = [answer(chat_completion(), delay_s=1.5)] * 5

    async def run() -> None:
        async with case_deadline(0.2):
            await ask(openai(server.url, limits=Limits(attempt_timeout_s=10.0, max_attempts=5)), request())

    started = time.monotonic()
    with pytest.raises(DeadlineError):
        asyncio.run(run())
    assert time.monotonic() - started < 1


@pytest.mark.usefixtures("no_pause")
@pytest.mark.parametrize("header", ["retry-after", "retry-after-ms"])
def test_the_pause_that_is_asked_for_is_kept(server: LoopbackServer, header: str) -> None:
    value = "0.3" if header == "retry-after" else "300"
    server.script = [failure(429, headers={header: value})]
    started = time.monotonic()
    assert reply(server).attempts == 2
    assert 0.3 <= time.monotonic() - started < 1.5


def test_retry_after_may_be_a_date() -> None:
    soon = format_datetime(datetime.now(tz=UTC) + timedelta(seconds=30), usegmt=True)
    assert retry_after_s({"retry-after": soon}) == pytest.approx(30, abs=2)
    past = format_datetime(datetime.now(tz=UTC) - timedelta(days=1), usegmt=True)
    assert retry_after_s({"retry-after": past}) == 0
    assert retry_after_s({"retry-after": "7"}) == 7
    assert retry_after_s({"retry-after": "7", "retry-after-ms": "1500"}) == 1.5
    assert retry_after_s({}) is None


@given(st.text(max_size=40))
def test_a_header_that_means_nothing_is_no_request_to_wait(text: str) -> None:
    wait = retry_after_s({"retry-after": text, "retry-after-ms": text})
    assert wait is None or 0 <= wait < float("inf")


@pytest.mark.usefixtures("no_pause")
def test_refusals_for_the_rate_lower_concurrency_and_everything_still_arrives(server: LoopbackServer) -> None:
    server.script = [failure(429, headers={"retry-after-ms": "5"})] * 6
    endpoint = Endpoint(Address(server.url), Limits(attempt_timeout_s=5, max_attempts=10, concurrency=16))

    async def run() -> int:
        await asyncio.gather(*(endpoint.post("/chat/completions", {"n": number}) for number in range(60)))
        lowest = endpoint.limiter.allowed
        await endpoint.aclose()
        return lowest

    assert asyncio.run(run()) < 16
    assert len(server.received) == 66
    assert server.peak <= 16


def test_many_calls_are_spread_over_few_connections_and_never_exceed_the_limit(server: LoopbackServer) -> None:
    server.usual = lambda _: answer(chat_completion(), delay_s=0.04)
    limits = Limits(attempt_timeout_s=10, max_attempts=1, concurrency=20)

    async def run() -> None:
        model = openai(server.url, limits=limits)
        replies = await asyncio.gather(*(model.complete(request(f"question {n}")) for n in range(200)))
        assert {one.text for one in replies} == {"42"}
        await model.aclose()

    asyncio.run(run())
    assert server.peak == 20
    assert server.connections == 20


def test_a_cancelled_call_leaves_room_for_the_next(server: LoopbackServer) -> None:
    server.script = [answer(chat_completion(), delay_s=0.5)]
    limits = Limits(attempt_timeout_s=5, max_attempts=1, concurrency=1)

    async def run() -> str:
        model = openai(server.url, limits=limits)
        first = asyncio.create_task(model.complete(request()))
        await asyncio.sleep(0.05)
        first.cancel()
        with pytest.raises(asyncio.CancelledError):
            await first
        return (await ask(model, request()))[0].text

    assert asyncio.run(run()) == "42"


def test_the_transport_is_the_one_seam() -> None:
    seen = []

    def respond(request: httpx.Request) -> httpx.Response:
        seen.append((str(request.url), request.headers["content-type"], request.content))
        return httpx.Response(200, json={"fine": True})

    endpoint = Endpoint(Address("https://example.test/v1"), ONE_TRY, transport=httpx.MockTransport(respond))
    found = asyncio.run(endpoint.post("/x", {"text": "船"}))
    assert found.body == {"fine": True}
    assert seen == [("https://example.test/v1/x", "application/json", '{"text":"船"}'.encode())]


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (httpx.ReadTimeout("slow"), DeadlineError),
        (httpx.ConnectError("refused"), ConnectionFailedError),
        (httpx.RemoteProtocolError("gone"), ConnectionFailedError),
        (httpx.ProxyError("proxy"), ConnectionFailedError),
    ],
)
def test_transport_errors_are_typed(error: Exception, kind: type[ProviderError]) -> None:
    def respond(_: httpx.Request) -> httpx.Response:
        raise error

    endpoint = Endpoint(Address("https://example.test"), ONE_TRY, transport=httpx.MockTransport(respond))
    with pytest.raises(kind, match=str(error)):
        asyncio.run(endpoint.post("/x", {}))


PROXIES = ("http_proxy", "https_proxy", "all_proxy", "no_proxy")


@pytest.mark.parametrize("variable", ["http_proxy", "all_proxy"])
def test_the_environments_proxy_is_asked(
    server: LoopbackServer, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    for name in PROXIES:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setenv(variable, server.url.removesuffix("/v1"))
    found = asyncio.run(ask(openai("http://example.test/v1", limits=ONE_TRY), request()))[0]
    assert found.text == "42"
    assert server.received[0].path == "http://example.test/v1/chat/completions"


def test_a_proxy_is_shown_the_user_of_its_address(server: LoopbackServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", server.url.removesuffix("/v1").replace("://", "://me:secret@"))
    asyncio.run(ask(openai("http://example.test/v1", limits=ONE_TRY), request()))
    assert server.received[0].headers["proxy-authorization"] == "Basic bWU6c2VjcmV0"


def test_a_proxy_of_another_kind_is_a_failed_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "socks5://127.0.0.1:9")
    with pytest.raises(ConnectionFailedError, match="socks5"):
        asyncio.run(ask(openai("http://example.test/v1", limits=ONE_TRY), request()))


def test_no_proxy_is_asked_for_what_the_environment_excepts(
    server: LoopbackServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    assert reply(server, ONE_TRY).text == "42"
    assert server.received[0].path == "/chat/completions"
