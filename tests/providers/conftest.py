"""Every provider test starts from an environment without keys and switches, and may ask for a bad server."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.providers.loopback import LoopbackServer, answer, chat_completion, serving

VARIABLES = (
    "ANTHROPIC_API_KEY",
    "CAIRN_PRICING_JSON",
    "CAIRN_STUB_DEGRADE",
    "CAIRN_STUB_DEGRADE_CITATIONS",
    "CAIRN_STUB_REFUSE",
    "OPENAI_API_KEY",
    "OPENAI_BASE_URL",
    "OPENROUTER_API_KEY",
)


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in VARIABLES:
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1,localhost")


@pytest.fixture
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pauses between attempts, a thousand times shorter."""
    monkeypatch.setattr("cairn_nb.providers.wire.retry.FIRST_PAUSE_S", 0.0005)


@pytest.fixture
def server() -> Iterator[LoopbackServer]:
    with serving(lambda _: answer(chat_completion())) as running:
        yield running
