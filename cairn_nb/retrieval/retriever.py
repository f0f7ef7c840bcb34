"""From a question to ranked passages: the one path that calibration, evaluation and asking all take."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Self

import numpy as np

from cairn_nb.config.model import RetrievalConfig
from cairn_nb.providers.protocol import EmbeddingModel, EmbeddingReply, RerankModel, RerankReply
from cairn_nb.records import Passage, Step
from cairn_nb.retrieval.identity import check_embedder
from cairn_nb.retrieval.index import Index
from cairn_nb.retrieval.ordering import Ranking, Rows, Scores, as_quantised, quantised
from cairn_nb.retrieval.rewrite import Rewriter
from cairn_nb.retrieval.search import METRIC_DEPTH, Pool, Query, query_of, search

Components = dict[str, Scores]


@dataclass(frozen=True)
class Retrieval:
    """Passages by rank, to depth ``max(10, k)``, and what finding them took.

    The first k passages are `shown` to the generator; the rest is there for metrics and the eye.
    """

    passages: tuple[Passage, ...]
    steps: tuple[Step, ...]

    @property
    def shown(self) -> tuple[Passage, ...]:
        """What the generator is given."""
        return tuple(passage for passage in self.passages if passage.shown)


class _Laps:
    """Finished steps and the time between them; an exception takes the steps along in its attribute `steps`."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self._last = time.perf_counter()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _kind: object, error: BaseException | None, _where: TracebackType | None) -> None:
        if error is not None:
            error.steps = (*self.steps, *getattr(error, "steps", ()))  # type: ignore[attr-defined]

    def add(self, step: Step) -> None:
        """Keep a step that ends now; one that came from disk keeps the time it took when it was made."""
        now = time.perf_counter()
        took, self._last = (now - self._last) * 1000, now
        self.steps.append(step if step.cached else step.changed(latency_ms=took))


class Retriever:
    """Retrieval as an experiment file describes it.

    Parameters
    ----------
    index
        What is searched.
    config
        Mode, depths, fusion.
    embedder
        The model that embedded the index's chunks.
    reranker
        Reorders the candidates, where `config.rerank` asks for it.
    rewriter
        Finds other wordings, where `config.rewrite` asks for it.

    Raises
    ------
    StoredIndexError
        If the index was embedded by another model.
    """

    def __init__(
        self,
        index: Index,
        *,
        config: RetrievalConfig,
        embedder: EmbeddingModel,
        reranker: RerankModel | None = None,
        rewriter: Rewriter | None = None,
    ) -> None:
        check_embedder(index.manifest, embedder)
        self.index, self.config = index, config
        self._embedder, self._reranker, self._rewriter = embedder, reranker, rewriter

    async def retrieve(self, question: str, *, trial: int = 0) -> Retrieval:
        """The passages for a question.

        Parameters
        ----------
        trial
            Which repetition of the question this is; a rewriting model is asked anew in each.

        Raises
        ------
        ProviderError
            If a model that takes part cannot be used.
        """
        with _Laps() as laps:
            wordings = await self._wordings(question, trial, laps)
            queries = await self._queries(wordings, laps)
            pool, components = await self._searched(queries)
            laps.add(Step(stage="search"))
            ranking, components = await self._reranked(question, pool, components, laps)
            return Retrieval(self._passages(ranking, components), tuple(laps.steps))

    async def aclose(self) -> None:
        """Close every model that takes part, and the index's store."""
        for part in (self._embedder, self._reranker, self._rewriter, self.index.vectors):
            if part is not None:
                await part.aclose()

    async def _wordings(self, question: str, trial: int, laps: _Laps) -> list[str]:
        if self._rewriter is None:
            return [question]
        rewriting = await self._rewriter.rewrite(question, trial=trial)
        laps.add(rewriting.step)
        return [question, *rewriting.phrasings]

    async def _queries(self, wordings: Sequence[str], laps: _Laps) -> list[Query]:
        mode, lexical = self.config.mode, self.index.lexical.scores
        if mode == "bm25":
            return [query_of(mode, wording, None, lexical) for wording in wordings]
        reply = await self._embedder.embed(wordings, kind="query")
        laps.add(_paid_step("embed", reply))
        return [
            query_of(mode, wording, vector, lexical) for wording, vector in zip(wordings, reply.vectors, strict=True)
        ]

    async def _searched(self, queries: Sequence[Query]) -> tuple[Pool, Components]:
        config = self.config
        pool = await search(self.index, queries, depth=max(config.k, config.candidates), rrf_k=config.rrf_k)
        fused = len(queries) > 1 or config.mode == "hybrid"
        return pool, await self._raw(queries[0], pool.ranking, fused=fused)

    async def _raw(self, question: Query, ranking: Ranking, *, fused: bool) -> Components:
        """Each stage's own scores of the ranked rows, for the question as it was asked."""
        found: Components = {}
        if question.vector is not None and question.vector.any():
            found["dense"] = await self.index.vectors.similarity(question.vector, ranking.rows)
        if question.lexical is not None:
            found["bm25"] = as_quantised(question.lexical[ranking.rows])
        if fused:
            found["rrf"] = ranking.scores
        return found

    async def _reranked(
        self, question: str, pool: Pool, components: Components, laps: _Laps
    ) -> tuple[Ranking, Components]:
        if self._reranker is None or not pool.size:
            return pool.ranking, components
        top = min(pool.size, max(self.config.k, _top(self.config)))
        rows = pool.ranking.rows[:top]
        reply = await self._reranker.rerank(question, [self.index.chunks[row].text for row in rows])
        laps.add(_paid_step("rerank", reply))
        scores = as_quantised(np.array(reply.scores, dtype=np.float64))
        order = np.concatenate([_stable_order(scores), np.arange(top, len(pool.ranking))])
        moved = {name: values[order] for name, values in components.items()}
        moved["rerank"] = scores[order[:top]]
        stage = np.concatenate([moved["rerank"], pool.ranking.scores[top:]])
        return Ranking(pool.ranking.rows[order], stage), moved

    def _passages(self, ranking: Ranking, components: Components) -> tuple[Passage, ...]:
        depth = min(len(ranking), max(METRIC_DEPTH, self.config.k))
        return tuple(self._passage(ranking, components, place) for place in range(depth))

    def _passage(self, ranking: Ranking, components: Components, place: int) -> Passage:
        chunk = self.index.chunks[ranking.rows[place]]
        raw = {name: float(values[place]) for name, values in components.items() if place < len(values)}
        return Passage(
            chunk_id=chunk.id,
            source=chunk.source,
            text=chunk.text,
            rank=place + 1,
            score=float(ranking.scores[place]),
            components={name: value for name, value in raw.items() if name != "bm25" or value > 0},
            page=chunk.page,
            heading=chunk.heading,
            shown=place < self.config.k,
        )


def _top(config: RetrievalConfig) -> int:
    return config.candidates if config.rerank is None or config.rerank.top is None else config.rerank.top


def _stable_order(scores: Scores) -> Rows:
    """Best first; equal scores keep the order they came in."""
    return np.argsort(-quantised(scores), kind="stable")


def _paid_step(stage: str, reply: EmbeddingReply | RerankReply) -> Step:
    return Step(
        stage=stage,
        latency_ms=reply.latency_ms,
        model=reply.model,
        usage=reply.usage,
        cost_usd=reply.cost_usd,
        spent_usd=reply.spent_usd,
        cached=reply.cached,
        attempts=reply.attempts,
    )
