"""The prices of a configuration's models, by the stage that each works in."""

from __future__ import annotations

from cairn_nb.config.model import Component, Config
from cairn_nb.config.placed import placed
from cairn_nb.judges.axes.catalog import places
from cairn_nb.judges.catalog import judge_provider
from cairn_nb.judges.claims.check import STAGE as CLAIMS
from cairn_nb.judges.refusal_model import STAGE as REFUSAL
from cairn_nb.providers.priced import Priced, chat_price, embedding_price, rerank_price
from cairn_nb.systems.axes_judge import KEY
from cairn_nb.systems.checks import claims_provider, refusal_provider

INGESTION = "ingestion"
JUDGE = "judge"


def prices_by_stage(config: Config) -> dict[str, Priced]:
    """Each stage's model with its price; stages that the configuration does not have are left out.

    Raises
    ------
    ConfigError
        If a component or a parameter is unknown, or a value does not fit; the key is named from the top of the file.
    """
    retrieval, provider = config.retrieval, config.generation.provider
    found: dict[str, Priced] = {}
    if retrieval.rewrite.enabled:
        rewriter = retrieval.rewrite.provider or provider
        with placed("retrieval.rewrite.provider" if retrieval.rewrite.provider else "generation.provider"):
            found["rewrite"] = chat_price(rewriter.name, rewriter.params)
    with placed("embedding"):
        embedding = embedding_price(config.embedding.name, config.embedding.params)
    if retrieval.mode != "bm25":
        found["embed"] = embedding
    if retrieval.rerank is not None and retrieval.rerank.enabled:
        with placed("retrieval.rerank"):
            found["rerank"] = rerank_price(retrieval.rerank.name, retrieval.rerank.params)
    with placed("generation.provider"):
        found["generate"] = chat_price(provider.name, provider.params)
    judge = _judge(config)
    if judge is not None:
        with placed("judge.params.provider"):
            found[JUDGE] = chat_price(judge.name, judge.params)
    for stage, named in ((REFUSAL, refusal_provider(config)), (CLAIMS, claims_provider(config))):
        if named is not None:
            with placed(named.key):
                found[stage] = chat_price(named.component.name, named.component.params)
    return {**found, INGESTION: embedding}


def axes_prices(config: Config) -> tuple[Priced, ...]:
    """The models that grade the five axes, in the judges' order; none for the heuristic judge. Raises as above."""
    found = []
    for place, model in places(config.evaluation.axes_judge):
        provider = model.whole_provider
        with placed(f"{KEY}.{place}"):
            found.append(chat_price(provider.name, provider.params))
    return tuple(found)


def _judge(config: Config) -> Component | None:
    with placed("judge"):
        provider = judge_provider(config.judge.name, config.judge.params)
    return None if provider is None else Component(name=provider.name, params=provider.params)
