"""A key is sent in a header and appears nowhere else."""

from __future__ import annotations

import asyncio
import json
import logging
import pickle
from pathlib import Path

import pytest

from cairn_nb.errors import ProviderError
from cairn_nb.providers.caching.cache import ReplyCache
from cairn_nb.providers.catalog import chat_model, embedding_model
from cairn_nb.providers.wire.endpoint import Address, Endpoint
from cairn_nb.providers.wire.http import HttpPool
from cairn_nb.providers.wire.keys import Secret, read_key
from cairn_nb.providers.wire.limits import Limits
from tests.providers.asking import ask, request
from tests.providers.loopback import Behaviour, LoopbackServer, answer, chat_completion, failure

KEY = "sk-this-must-never-be-seen"
LIMITS = Limits(attempt_timeout_s=5, max_attempts=1)
ECHOES = [
    failure(401, f"Incorrect API key provided: {KEY}"),
    failure(400, f"bad header {KEY}"),
    failure(500, KEY),
    Behaviour(status=502, body=f"<html>{KEY}</html>".encode()),
    Behaviour(body=f"not json {KEY}".encode()),
    Behaviour(body=f'["{KEY}"]'.encode()),
    answer({"error": {"message": f"key {KEY} is over its limit", "code": 429}}),
    answer(chat_completion(choices=[{"error": {"message": KEY}}])),
]


@pytest.mark.parametrize("component", ["openai", "anthropic"])
@pytest.mark.parametrize("echo", ECHOES)
def test_a_server_that_echoes_the_key_does_not_get_it_into_an_error(
    server: LoopbackServer, monkeypatch: pytest.MonkeyPatch, component: str, echo: Behaviour
) -> None:
    monkeypatch.setenv(f"{component.upper()}_API_KEY", KEY)
    server.script = [echo]
    model = chat_model(component, {"model": "m", "base_url": server.url}, limits=LIMITS, cache=None)
    with pytest.raises(ProviderError) as caught:
        asyncio.run(ask(model, request()))
    sent = server.received[0].headers
    assert KEY in (sent.get("authorization", "") + sent.get("x-api-key", ""))
    error: BaseException | None = caught.value
    while error is not None:
        assert KEY not in f"{error!s} {error!r}"
        error = error.__cause__ or error.__context__


def test_neither_logs_nor_cache_files_nor_reprs_hold_the_key(
    server: LoopbackServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    caplog.set_level(logging.DEBUG)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    model = chat_model(
        "openai", {"model": "m", "base_url": server.url}, limits=LIMITS, cache=ReplyCache(tmp_path / "replies")
    )
    asyncio.run(ask(model, request()))
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert files
    assert all(KEY.encode() not in path.read_bytes() for path in files)
    assert caplog.records
    assert KEY not in caplog.text
    embedder = embedding_model("openai", {"model": "m", "dim": 2, "base_url": server.url}, limits=LIMITS, cache=None)
    assert KEY not in f"{model!r} {embedder!r} {embedder.params}"


def test_a_secret_shows_its_variable_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", f"  {KEY}\n")
    secret = read_key("OPENAI_API_KEY", required=True)
    assert secret is not None
    assert secret.reveal() == KEY
    address = Address("http://x", secret)
    pool = HttpPool("http://x", address.all_headers(), 1.0)
    for shown in (secret, address, pool, Endpoint(address, LIMITS), [secret], {"key": secret}):
        assert KEY not in f"{shown!r} {shown!s}"
    with pytest.raises(TypeError, match="not written"):
        pickle.dumps(secret)


def test_a_key_of_a_few_characters_does_not_blank_out_the_message() -> None:
    assert Secret("no", "K").redact("no such model") == "no such model"
    assert Secret("none-of-it", "K").redact("x none-of-it y") == "x <K> y"


AWKWARD = 'ab1+Key/with"quote&0123<end>'


@pytest.mark.parametrize(
    "written",
    [
        AWKWARD,
        json.dumps(AWKWARD),
        json.dumps(json.dumps({"answer": AWKWARD})),
        json.dumps(AWKWARD).replace("/", "\\/"),
        json.dumps(AWKWARD).replace("&", "\\u0026").replace("<", "\\u003C").replace(">", "\\u003e"),
    ],
    ids=["plain", "json", "json in json", "escaped slash", "escaped for html"],
)
def test_a_key_is_taken_out_in_every_way_that_json_writes_it(written: str) -> None:
    secret = Secret(AWKWARD, "K")
    left = secret.redact(f"Bearer {written} rest")
    assert "<K>" in left
    assert "Key" not in left
    assert secret.redact_bytes(written.encode()).decode() == secret.redact(written)
    if written != AWKWARD:
        json.loads(secret.redact(written))
