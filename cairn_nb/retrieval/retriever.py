"""From a question to ranked passages: the one path that calibration, evaluation and asking all take."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cairn_nb.config.model import RetrievalConfig
from cairn_nb.providers.protocol import EmbeddingModel, RerankModel
from cairn_nb.records import Passage, Step
from cairn_nb.retrieval.identity import check_embedder
from cairn_nb.retrieval.index import Index
from cairn_nb.retrieval.laps import Laps
from cairn_nb.retrieval.ordering import Ranking, as_quantised
from cairn_nb.retrieval.reorder import Components, Scored, reordered
from cairn_nb.retrieval.rewrite import Rewriter
from cairn_nb.retrieval.search import METRIC_DEPTH, Query, search


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
        with Laps() as laps:
            wordings = await self._wordings(question, trial, laps)
            queries = await self._queries(wordings, laps)
            pool = await search(self.index, queries, depth=self._depth, rrf_k=self.config.rrf_k)
            scored = Scored(pool.ranking, await self._raw(queries[0], pool.ranking, fused=len(queries) > 1))
            laps.add(Step(stage="search"))
            scored = await self._reranked(question, scored, pool.size, laps)
            return Retrieval(self._passages(scored), tuple(laps.steps))

    async def aclose(self) -> None:
        """Close every model that takes part, and the index's store."""
        for part in (self._embedder, self._reranker, self._rewriter, self.index.vectors):
            if part is not None:
                await part.aclose()

    @property
    def _depth(self) -> int:
        return max(self.config.k, self.config.candidates)

    async def _wordings(self, question: str, trial: int, laps: Laps) -> list[str]:
        if self._rewriter is None:
            return [question]
        rewriting = await self._rewriter.rewrite(question, trial=trial)
        laps.add(rewriting.step)
        return [question, *rewriting.phrasings]

    async def _queries(self, wordings: Sequence[str], laps: Laps) -> list[Query]:
        """What each wording is searched by; BM25 alone asks no embedding model."""
        mode, scores = self.config.mode, self.index.lexical.scores
        if mode == "bm25":
            return [Query(vector=None, lexical=scores(wording)) for wording in wordings]
        reply = await self._embedder.embed(wordings, kind="query")
        laps.add_reply("embed", reply)
        return [
            Query(vector=vector, lexical=None if mode == "dense" else scores(wording))
            for wording, vector in zip(wordings, reply.vectors, strict=True)
        ]

    async def _raw(self, question: Query, ranking: Ranking, *, fused: bool) -> Components:
        """Each stage's own scores of the ranked rows, for the question as it was asked."""
        found: Components = {}
        if question.vector is not None and question.vector.any():
            found["dense"] = await self.index.vectors.similarity(question.vector, ranking.rows)
        if question.lexical is not None:
            found["bm25"] = as_quantised(question.lexical[ranking.rows])
        if fused or self.config.mode == "hybrid":
            found["rrf"] = ranking.scores
        return found

    async def _reranked(self, question: str, scored: Scored, pool_size: int, laps: Laps) -> Scored:
        if self._reranker is None or not pool_size:
            return scored
        rerank = self.config.rerank
        wanted = self.config.candidates if rerank is None or rerank.top is None else rerank.top
        rows = scored.ranking.rows[: min(pool_size, max(self.config.k, wanted))]
        reply = await self._reranker.rerank(question, [self.index.chunks[row].text for row in rows])
        laps.add_reply("rerank", reply)
        return reordered(scored, reply.scores)

    def _passages(self, scored: Scored) -> tuple[Passage, ...]:
        depth = min(len(scored.ranking), max(METRIC_DEPTH, self.config.k))
        rows, scores = scored.ranking.rows[:depth].tolist(), scored.ranking.scores[:depth].tolist()
        found = zip(rows, scores, scored.components_of(depth), strict=True)
        return tuple(self._passage(place, *one) for place, one in enumerate(found))

    def _passage(self, place: int, row: int, score: float, components: dict[str, float]) -> Passage:
        chunk = self.index.chunks[row]
        return Passage(
            chunk_id=chunk.id,
            source=chunk.source,
            text=chunk.text,
            rank=place + 1,
            score=score,
            components=components,
            page=chunk.page,
            heading=chunk.heading,
            shown=place < self.config.k,
        )
