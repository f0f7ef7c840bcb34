"""Which models of a configuration run on this machine."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.config.model import Config
from cairn_nb.decisions.selection.locality import is_loopback, models_elsewhere, needs_network


def config(**changes: Any) -> dict[str, Any]:
    return Config.model_validate({"name": "aa", "corpus": "c", "golden": "g", **changes}).model_dump(mode="json")


def openai(address: str | None) -> dict[str, Any]:
    return {"name": "openai", "params": {"model": "m"} | ({} if address is None else {"base_url": address})}


def test_the_offline_parts_are_local() -> None:
    assert models_elsewhere(config()) == () and needs_network(config()) == ()
    rerank = {"rerank": {"name": "lexical"}}
    local = {"generation": {"provider": {"name": "llamacpp"}}, "embedding": {"name": "local"}, "retrieval": rerank}
    assert models_elsewhere(config(**local)) == ()


def test_a_server_on_this_machine_is_local_and_the_providers_own_address_is_not() -> None:
    here = {"provider": openai("http://localhost:8080/v1")}
    assert models_elsewhere(config(generation=here)) == ()
    assert models_elsewhere(config(generation={"provider": openai(None)})) == ("openai (generation)",)
    assert models_elsewhere(config(generation={"provider": openai("https://api.example.com/v1")})) != ()


def test_every_model_that_is_asked_counts_and_the_judge_does_not() -> None:
    found = config(
        embedding=openai(None),
        retrieval={"rerank": {"name": "cohere"}, "rewrite": {"enabled": True, "provider": {"name": "anthropic"}}},
        judge={"name": "llm", "params": {"provider": openai(None)}},
    )
    assert models_elsewhere(found) == ("openai (embedding)", "cohere (rerank)", "anthropic (rewrite)")


def test_what_is_not_asked_does_not_count() -> None:
    words = {"mode": "bm25", "rerank": {"name": "cohere", "enabled": False}, "rewrite": {"provider": openai(None)}}
    assert models_elsewhere(config(embedding=openai(None), retrieval=words)) == ()


def test_what_a_configuration_does_not_say_is_not_local() -> None:
    assert models_elsewhere({}) == ("an unnamed model (generation)", "an unnamed model (embedding)")


def test_a_rewriter_without_a_provider_is_the_generators_model() -> None:
    found = config(generation={"provider": {"name": "anthropic"}}, retrieval={"rewrite": {"enabled": True}})
    assert models_elsewhere(found) == ("anthropic (generation)", "anthropic (rewrite)")


@pytest.mark.parametrize(
    "address", ["http://localhost", "http://LOCALHOST:1/v1", "http://127.8.9.1:8080", "http://[::1]:8080/v1"]
)
def test_addresses_of_this_machine(address: str) -> None:
    assert is_loopback(address)


@pytest.mark.parametrize(
    "address",
    [
        "http://localhost.example.com",
        "http://128.0.0.1",
        "http://127.0.0.1@example.com",
        "http://[oops",
        "",
        "localhost",
    ],
)
def test_other_addresses(address: str) -> None:
    assert not is_loopback(address)


@given(st.text())
def test_any_text_has_an_answer(address: str) -> None:
    assert is_loopback(address) in (True, False)
