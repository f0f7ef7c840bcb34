"""Components by name: nearest names, parameters, keys and addresses."""

from __future__ import annotations

import pytest

from cairn_nb.errors import AuthenticationError, ConfigError
from cairn_nb.providers.catalog import CHAT, EMBEDDING, RERANK, chat_model, embedding_model, rerank_model
from cairn_nb.providers.protocol import ChatModel, EmbeddingModel, RerankModel
from cairn_nb.providers.wire.limits import Limits

LIMITS = Limits()
PARAMS = {
    "anthropic": {"model": "m"},
    "llamacpp": None,
    "local": None,
    "openai": {"model": "m", "base_url": "http://127.0.0.1:1/v1"},
    "openrouter": {"model": "m"},
    "cohere": {"model": "m"},
    "jina": {"model": "m"},
    "rerank_server": {"model": "m", "base_url": "http://127.0.0.1:1/v1"},
}


@pytest.fixture
def keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("ANTHROPIC_API_KEY", "OPENROUTER_API_KEY", "COHERE_API_KEY", "JINA_API_KEY"):
        monkeypatch.setenv(variable, "k-1234567890")


@pytest.mark.usefixtures("keys")
def test_every_component_keeps_its_protocol() -> None:
    for name in CHAT:
        params = PARAMS.get(name, {})
        if params is not None:
            model = chat_model(name, params, limits=LIMITS, cache=None)
            assert isinstance(model, ChatModel)
            assert model.name == name
    for name in EMBEDDING:
        params = PARAMS.get(name, {})
        if params is not None:
            extra = {"dim": 3} if name == "openai" else {}
            embedder = embedding_model(name, params | extra, limits=LIMITS, cache=None)
            assert isinstance(embedder, EmbeddingModel)
            assert embedder.name == name
    for name in RERANK:
        reranker = rerank_model(name, PARAMS.get(name, {}), limits=LIMITS, cache=None)
        assert isinstance(reranker, RerankModel)
        assert reranker.name == name


@pytest.mark.parametrize(("wrong", "near"), [("opanai", "openai"), ("Stub", "stub"), ("antropic", "anthropic")])
def test_an_unknown_name_is_answered_with_the_nearest(wrong: str, near: str) -> None:
    with pytest.raises(ConfigError, match=f"no chat model '{wrong}'.*did you mean '{near}'"):
        chat_model(wrong, {}, limits=LIMITS, cache=None)


def test_a_name_near_nothing_is_answered_with_all() -> None:
    with pytest.raises(ConfigError, match=r"no rerank model 'zzz' .*known: cohere, jina, lexical, rerank_server"):
        rerank_model("zzz", {}, limits=LIMITS, cache=None)


@pytest.mark.parametrize(
    ("params", "problem"),
    [
        ({}, r"openai\.model: this parameter is required"),
        ({"model": "m", "modle": 1}, r"openai\.modle: unknown parameter.*'model'"),
        ({"model": ""}, r"openai\.model: "),
        ({"model": "m", "structured": "yes"}, r"openai\.structured: "),
        ({"model": "m", "base_url": "ftp://x"}, r"openai\.base_url: .*not an http"),
        ({"model": "m", "base_url": "x"}, r"openai\.base_url: .*not an http"),
        ({"model": "m", "base_url": "https://u:p@x/v1"}, r"openai\.base_url: .*must not carry"),
        ({"model": "m", "base_url": "https://x/v1?key=1"}, r"openai\.base_url: .*must not carry"),
        ({"model": "m", "price": {"input": -1, "output": 0}}, r"openai\.price\.input: .*negative"),
    ],
)
def test_parameters_are_checked_by_name(
    monkeypatch: pytest.MonkeyPatch, params: dict[str, object], problem: str
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-1234567890")
    with pytest.raises(ConfigError, match=problem):
        chat_model("openai", params, limits=LIMITS, cache=None)


@pytest.mark.parametrize("name", ["api_key", "apikey", "key", "token", "openai_api_key", "API_KEY", "client_secret"])
def test_a_key_in_the_experiment_file_is_refused_and_not_repeated(name: str) -> None:
    with pytest.raises(ConfigError, match=r"does not belong in an experiment file.*environment") as caught:
        chat_model("openai", {"model": "m", name: "sk-verysecret"}, limits=LIMITS, cache=None)
    assert "verysecret" not in str(caught.value)


@pytest.mark.parametrize(
    ("component", "variable"),
    [("openai", "OPENAI_API_KEY"), ("anthropic", "ANTHROPIC_API_KEY"), ("openrouter", "OPENROUTER_API_KEY")],
)
def test_a_missing_key_names_its_variable(component: str, variable: str) -> None:
    with pytest.raises(AuthenticationError, match=variable):
        chat_model(component, {"model": "m"}, limits=LIMITS, cache=None)


def test_a_named_variable_is_required_to_be_set() -> None:
    params = {"model": "m", "base_url": "http://127.0.0.1:1", "api_key_env": "MY_GATEWAY_KEY"}
    with pytest.raises(AuthenticationError, match="MY_GATEWAY_KEY"):
        chat_model("openai", params, limits=LIMITS, cache=None)


def test_a_key_that_cannot_be_sent_is_refused_and_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-one\nsk-two")
    with pytest.raises(AuthenticationError, match="OPENAI_API_KEY") as caught:
        chat_model("openai", {"model": "m"}, limits=LIMITS, cache=None)
    assert "sk-one" not in str(caught.value)


def test_the_address_may_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "nonsense")
    with pytest.raises(ConfigError, match=r"OPENAI_BASE_URL: .*not an http"):
        chat_model("openai", {"model": "m"}, limits=LIMITS, cache=None)
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1/")
    chat_model("openai", {"model": "m"}, limits=LIMITS, cache=None)  # no key is needed there


def test_an_embedding_model_of_unknown_length_asks_for_it() -> None:
    params = {"model": "mystery", "base_url": "http://127.0.0.1:1"}
    with pytest.raises(ConfigError, match=r"openai\.dim: the vector length of 'mystery'"):
        embedding_model("openai", params, limits=LIMITS, cache=None)


def test_a_rerank_server_needs_an_address() -> None:
    with pytest.raises(ConfigError, match=r"rerank_server\.base_url: this parameter is required"):
        rerank_model("rerank_server", {"model": "m"}, limits=LIMITS, cache=None)
