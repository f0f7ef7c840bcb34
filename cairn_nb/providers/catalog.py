"""The models that an experiment file can name, and what makes each of them.

To add one: a module beside this one with its parameters' record and its class, a line in a table below,
and a test against the loopback server of tests/providers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeAlias, TypeVar

from cairn_nb.errors import ConfigError
from cairn_nb.providers.apis.rerank_api import SERVICES
from cairn_nb.providers.caching.cache import ReplyCache
from cairn_nb.providers.cassette.models import kept_chat, kept_embedding, kept_rerank
from cairn_nb.providers.deciding.chat_decision import ChatDecisionModel
from cairn_nb.providers.deciding.decision import DecisionModel
from cairn_nb.providers.local import llamacpp_chat, local_embedding
from cairn_nb.providers.offline.hashing import HashingEmbedder, HashingParams
from cairn_nb.providers.offline.lexical import LexicalParams, LexicalReranker
from cairn_nb.providers.offline.stub import StubChatModel, StubParams
from cairn_nb.providers.params import nearest, read_params
from cairn_nb.providers.pricing.metered import MeteredChat, MeteredRerank, metered_embedding
from cairn_nb.providers.pricing.prices import prices_for
from cairn_nb.providers.protocol import ChatModel, EmbeddingModel, RerankModel
from cairn_nb.providers.remote import anthropic_chat, openai_chat, openai_embedding, rerank_api
from cairn_nb.providers.wire.limits import Limits

Made = TypeVar("Made")
Maker: TypeAlias = Callable[[Mapping[str, Any], Limits, ReplyCache | None], Made]


def _stub(params: Mapping[str, Any], _limits: Limits, _cache: ReplyCache | None) -> ChatModel:
    return StubChatModel(read_params(StubParams, "stub", params), prices_for("stub", "stub", free=True))


def _hashing(params: Mapping[str, Any], _limits: Limits, _cache: ReplyCache | None) -> EmbeddingModel:
    return HashingEmbedder(read_params(HashingParams, "hashing", params), prices_for("hashing", "hashing", free=True))


def _lexical(params: Mapping[str, Any], _limits: Limits, _cache: ReplyCache | None) -> RerankModel:
    read_params(LexicalParams, "lexical", params)
    return LexicalReranker()


CHAT: dict[str, Maker[ChatModel]] = {
    "anthropic": anthropic_chat,
    "llamacpp": llamacpp_chat,
    "openai": partial(openai_chat, "openai"),
    "openrouter": partial(openai_chat, "openrouter"),
    "stub": _stub,
}
# Those that are asked for the log-probabilities of a reply's tokens.
LOGPROBS = frozenset({"llamacpp", "openai", "openrouter"})
EMBEDDING: dict[str, Maker[EmbeddingModel]] = {
    "hashing": _hashing,
    "local": local_embedding,
    "openai": openai_embedding,
}
RERANK: dict[str, Maker[RerankModel]] = {
    "lexical": _lexical,
    **{name: partial(rerank_api, name) for name in SERVICES},
}


def chat_model(name: str, params: Mapping[str, Any], *, limits: Limits, cache: ReplyCache | None) -> ChatModel:
    """The chat model of this name.

    Parameters
    ----------
    name
        A component's name, as in `generation.provider`.
    params
        Its parameters.
    limits
        How long, how often and how many at once it is asked.
    cache
        Where replies of models that cost something are kept; null to keep none.

    Raises
    ------
    ConfigError
        If the name or a parameter is unknown, or a value does not fit.
    AuthenticationError
        If the model needs a key and the environment has none.
    MissingExtraError
        If it needs packages that are not installed.
    """
    make = partial(_maker(CHAT, name, "chat model"), params, limits, cache)
    return MeteredChat(kept_chat(name, params, make))


def deciding(chat: ChatModel) -> DecisionModel:
    """A chat model of this catalogue as a decision model."""
    return ChatDecisionModel(chat, gives_logprobs=chat.name in LOGPROBS)


def embedding_model(
    name: str, params: Mapping[str, Any], *, limits: Limits, cache: ReplyCache | None
) -> EmbeddingModel:
    """The embedding model of this name; arguments and errors as for `chat_model`."""
    make = partial(_maker(EMBEDDING, name, "embedding model"), params, limits, cache)
    return metered_embedding(kept_embedding(name, params, make))


def rerank_model(name: str, params: Mapping[str, Any], *, limits: Limits, cache: ReplyCache | None) -> RerankModel:
    """The rerank model of this name; arguments and errors as for `chat_model`."""
    make = partial(_maker(RERANK, name, "rerank model"), params, limits, cache)
    return MeteredRerank(kept_rerank(name, params, make))


def _maker(table: Mapping[str, Maker[Made]], name: str, what: str) -> Maker[Made]:
    if name not in table:
        raise ConfigError(f"there is no {what} {name!r}", key="name", hint=nearest(name, table))
    return table[name]
