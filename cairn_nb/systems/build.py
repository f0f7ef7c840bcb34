"""From an experiment file to working parts: the only place where the parts and the configuration meet.

Each component checks its own parameters here, before anything is read or paid for.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from cairn_nb.confidence.params import ConfidenceParams
from cairn_nb.config.model import Config
from cairn_nb.config.placed import placed
from cairn_nb.errors import ConfigError
from cairn_nb.generation.prompt import PromptSettings
from cairn_nb.judges import catalog as judges
from cairn_nb.judges.protocol import Judge
from cairn_nb.providers.caching.cache import ReplyCache
from cairn_nb.providers.catalog import chat_model, embedding_model, rerank_model
from cairn_nb.providers.params import nearest
from cairn_nb.providers.protocol import ChatModel, EmbeddingModel, RerankModel
from cairn_nb.providers.wire.limits import Limits
from cairn_nb.retrieval.ahead import Ahead
from cairn_nb.retrieval.index import Index
from cairn_nb.retrieval.retriever import Retriever
from cairn_nb.retrieval.rewrite import ChatRewriter, Rewriter
from cairn_nb.retrieval.search import METRIC_DEPTH
from cairn_nb.systems.checks import build_checks
from cairn_nb.systems.pipeline import PipelineSystem
from cairn_nb.systems.protocol import System

CONFIDENCE = ("weighted",)


def build_system(
    config: Config, *, index: Index, limits: Limits, cache: ReplyCache | None, prompt_note: str = ""
) -> System:
    """The system that a configuration describes, ready for many questions at once.

    Parameters
    ----------
    config
        The experiment.
    index
        Its open index.
    limits
        How long, how often and how many at once models are asked.
    cache
        Where paid replies are kept; null to keep none.
    prompt_note
        A last paragraph for the system prompt; the attack suite plants its canary with it.

    Raises
    ------
    ConfigError
        If a component or a parameter is unknown, or a value does not fit; the key is named from the top
        of the file.
    AuthenticationError, MissingExtraError
        If a model cannot be set up here.
    StoredIndexError
        If the index was embedded by another model.
    """
    confidence = build_confidence(config)
    model = build_generator(config, limits=limits, cache=cache)
    retriever = Ahead(build_retriever(config, index=index, limits=limits, cache=cache))
    generation = config.generation
    prompt = PromptSettings(max_tokens=generation.max_tokens, temperature=generation.temperature, note=prompt_note)
    return PipelineSystem(
        retriever=retriever,
        model=model,
        prompt=prompt,
        confidence=confidence,
        notes=describe(config, model=model, prompt=prompt),
        owned=(model, retriever),
    )


def build_judge(config: Config, *, limits: Limits, cache: ReplyCache | None) -> Judge:
    """The judge that a configuration names; errors as for `build_system`."""
    factory = partial(chat_model, limits=limits, cache=cache)
    with placed("judge"):
        return judges.build_judge(config.judge.name, config.judge.params, chat_model_factory=factory)


def build_generator(config: Config, *, limits: Limits, cache: ReplyCache | None) -> ChatModel:
    """The chat model that answers; errors as for `build_system`."""
    provider = config.generation.provider
    with placed("generation.provider"):
        return chat_model(provider.name, provider.params, limits=limits, cache=cache)


def build_embedder(config: Config, *, limits: Limits, cache: ReplyCache | None) -> EmbeddingModel:
    """The embedding model; errors as for `build_system`."""
    with placed("embedding"):
        return embedding_model(config.embedding.name, config.embedding.params, limits=limits, cache=cache)


def build_retriever(config: Config, *, index: Index, limits: Limits, cache: ReplyCache | None) -> Retriever:
    """The retriever with the models it needs; errors as for `build_system`."""
    return Retriever(
        index,
        config=config.retrieval,
        embedder=build_embedder(config, limits=limits, cache=cache),
        reranker=_reranker(config, limits, cache),
        rewriter=_rewriter(config, limits, cache),
    )


def _reranker(config: Config, limits: Limits, cache: ReplyCache | None) -> RerankModel | None:
    rerank = config.retrieval.rerank
    if rerank is None or not rerank.enabled:
        return None
    with placed("retrieval.rerank"):
        return rerank_model(rerank.name, rerank.params, limits=limits, cache=cache)


def _rewriter(config: Config, limits: Limits, cache: ReplyCache | None) -> Rewriter | None:
    rewrite = config.retrieval.rewrite
    if not rewrite.enabled:
        return None
    provider = rewrite.provider or config.generation.provider
    with placed("retrieval.rewrite.provider" if rewrite.provider else "generation.provider"):
        return ChatRewriter(chat_model(provider.name, provider.params, limits=limits, cache=cache), n=rewrite.n)


def build_confidence(config: Config) -> ConfidenceParams:
    """The weights of the confidence signals.

    Raises
    ------
    ConfigError
        If the component or a weight is unknown, or a value does not fit.
    """
    component = config.confidence
    if component.name not in CONFIDENCE:
        hint = nearest(component.name, CONFIDENCE)
        raise ConfigError(f"there is no confidence component {component.name!r}", key="confidence.name", hint=hint)
    return ConfidenceParams.of(component.params)


def describe(config: Config, *, model: ChatModel, prompt: PromptSettings) -> dict[str, Any]:
    """The report's notes about the system: who answers, and how its passages are found."""
    retrieval = config.retrieval
    rerank = retrieval.rerank
    return {
        "provider": config.generation.provider.name,
        "model": model.model,
        "retrieval_mode": retrieval.mode,
        "retrieval_depth": max(METRIC_DEPTH, retrieval.k),
        "k": retrieval.k,
        "reranker": rerank.name if rerank is not None and rerank.enabled else None,
        "rewrite": retrieval.rewrite.enabled,
        "prefix_hash": prompt.prefix_hash,
    }


def check_components(config: Config, *, limits: Limits) -> None:
    """Check every component's name and parameters without an index and without asking a model.

    Raises
    ------
    ConfigError, AuthenticationError, MissingExtraError
        As `build_system` and `build_judge` do.
    """
    build_confidence(config)
    build_generator(config, limits=limits, cache=None)
    build_embedder(config, limits=limits, cache=None)
    _reranker(config, limits, None)
    _rewriter(config, limits, None)
    build_judge(config, limits=limits, cache=None)
    build_checks(config, limits=limits, cache=None)
