"""From questions to ranked passages: the one path that calibration, evaluation and asking all take."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from cairn_nb.config.model import RetrievalConfig
from cairn_nb.providers.protocol import EmbeddingModel, EmbeddingReply, EmbedsEach, RerankModel, RerankReply
from cairn_nb.records import Passage, Step
from cairn_nb.retrieval.identity import check_embedder
from cairn_nb.retrieval.index import Index
from cairn_nb.retrieval.laps import Laps
from cairn_nb.retrieval.passages import passages
from cairn_nb.retrieval.reorder import Scored, reordered
from cairn_nb.retrieval.rewrite import Rewriter
from cairn_nb.retrieval.search import Pool, Queries, search
from cairn_nb.retrieval.stores.local import LocalStore

MOST_AT_ONCE = 64
CELLS_AT_ONCE = 1 << 18  # a score for each question and chunk: more would leave the processor's caches


class Asked(NamedTuple):
    """A question, and which repetition of it this is; a rewriting model is asked anew in each."""

    question: str
    trial: int = 0


@dataclass(frozen=True)
class Retrieval:
    """Passages by rank, to depth ``max(10, k)``, and what finding them took.

    The first k passages are `shown` to the generator; the rest is there for metrics and the eye.
    `elapsed_ms` and the steps' times are an even share of what was done for several questions together.
    """

    passages: tuple[Passage, ...]
    steps: tuple[Step, ...]
    elapsed_ms: float

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

    Attributes
    ----------
    at_once
        How many questions are searched for together: one, where another model or a database is waited for.

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
        self._embeds_each = embedder if isinstance(embedder, EmbedsEach) and rewriter is None else None
        self.at_once = self._at_once()

    async def retrieve(self, question: str, *, trial: int = 0) -> Retrieval:
        """The passages for one question; raises as `retrieve_all`."""
        (found,) = await self.retrieve_all([Asked(question, trial)])
        return found

    async def retrieve_all(self, asked: Sequence[Asked]) -> list[Retrieval]:
        """The passages for each question, the same as if it were asked alone.

        Raises
        ------
        ProviderError
            If a model that takes part cannot be used.
        """
        found: list[Retrieval] = []
        for first in range(0, len(asked), self.at_once):
            found += await self._retrieve(asked[first : first + self.at_once])
        return found

    def _at_once(self) -> int:
        if self._rewriter is not None or self._reranker is not None:
            return 1
        is_here = self._embeds_each is not None and isinstance(self.index.vectors, LocalStore)
        if self.config.mode != "bm25" and not is_here:
            return 1
        return max(1, min(MOST_AT_ONCE, CELLS_AT_ONCE // len(self.index.chunks)))

    async def aclose(self) -> None:
        """Close every model that takes part, and the index's store."""
        for part in (self._embedder, self._reranker, self._rewriter, self.index.vectors):
            if part is not None:
                await part.aclose()

    async def _retrieve(self, asked: Sequence[Asked]) -> list[Retrieval]:
        """At most `at_once` questions together."""
        with Laps(len(asked)) as laps:
            queries = await self._queries(await self._wordings(asked, laps), laps)
            found = await self._found(asked, queries, laps)
            elapsed_ms = laps.elapsed_ms
            return [Retrieval(of, tuple(steps), elapsed_ms) for of, steps in zip(found, laps.steps, strict=True)]

    async def _wordings(self, asked: Sequence[Asked], laps: Laps) -> list[list[str]]:
        if self._rewriter is None:
            return [[question] for question, _ in asked]
        rewritings = [await self._rewriter.rewrite(question, trial=trial) for question, trial in asked]
        laps.add_each([rewriting.step for rewriting in rewritings])
        return [[question, *found.phrasings] for (question, _), found in zip(asked, rewritings, strict=True)]

    async def _queries(self, wordings: Sequence[list[str]], laps: Laps) -> Queries:
        """What the wordings are searched by; BM25 alone asks no embedding model."""
        mode, texts = self.config.mode, [text for of_question in wordings for text in of_question]
        vectors = None
        if mode != "bm25":
            replies = await self._embedded(wordings)
            laps.add_replies("embed", replies)
            vectors = np.concatenate([reply.vectors for reply in replies])
        lexical = None if mode == "dense" else self.index.lexical.scores(texts)
        return Queries(vectors, lexical, wordings=len(wordings[0]))

    async def _embedded(self, wordings: Sequence[list[str]]) -> list[EmbeddingReply]:
        """One reply a question, for all its wordings."""
        if self._embeds_each is not None:
            return self._embeds_each.embed_each([question for (question,) in wordings])
        return [await self._embedder.embed(texts, kind="query") for texts in wordings]

    async def _found(self, asked: Sequence[Asked], queries: Queries, laps: Laps) -> list[tuple[Passage, ...]]:
        depth = max(self.config.k, self.config.candidates)
        pool = await search(self.index, queries, depth=depth, rrf_k=self.config.rrf_k)
        scored = Scored(pool.rankings, {self._last_stage(queries): pool.rankings.scores})
        if self._reranker is None:
            found = await passages(self.index, queries, scored, k=self.config.k)
            laps.add(Step(stage="search"))
            return found
        documents = [self._documents(pool, number) for number in range(len(asked))]
        laps.add_each([Step(stage="search", output=found) for found in documents])
        texts = [self._candidates(pool, number) for number in range(len(asked))]
        replies = [await _rerank(self._reranker, question, of) for (question, _), of in zip(asked, texts, strict=True)]
        laps.add_replies("rerank", replies)
        scored = reordered(scored, [() if reply is None else reply.scores for reply in replies])
        return await passages(self.index, queries, scored, k=self.config.k)

    def _last_stage(self, queries: Queries) -> str:
        """What the search's scores are: those of the one list there is, or of lists fused."""
        return "rrf" if queries.wordings > 1 or self.config.mode == "hybrid" else self.config.mode

    def _documents(self, pool: Pool, number: int) -> tuple[str, ...]:
        """The documents of a question's candidates before they are reordered, the best first."""
        return tuple(dict.fromkeys(self.index.chunks[row].source for row in self._rows(pool, number)))

    def _candidates(self, pool: Pool, number: int) -> list[str]:
        """The texts that the reranker reads for a question."""
        return [self.index.chunks[row].text for row in self._rows(pool, number)]

    def _rows(self, pool: Pool, number: int) -> list[int]:
        """The chunks that are reordered for a question."""
        rerank = self.config.rerank
        wanted = self.config.candidates if rerank is None or rerank.top is None else rerank.top
        start, size = int(pool.rankings.starts[number]), int(pool.sizes[number])
        rows: list[int] = pool.rankings.rows[start : start + min(size, max(self.config.k, wanted))].tolist()
        return rows


async def _rerank(reranker: RerankModel, question: str, texts: Sequence[str]) -> RerankReply | None:
    return await reranker.rerank(question, texts) if texts else None
