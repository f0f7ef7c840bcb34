"""What was found, as passages: each with its chunk's text and what every stage scored it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from pydantic import TypeAdapter

from cairn_nb.records import Chunk, Passage
from cairn_nb.retrieval.index import Index
from cairn_nb.retrieval.ordering import Rankings, as_quantised
from cairn_nb.retrieval.reorder import Components, Scored
from cairn_nb.retrieval.search import METRIC_DEPTH, Queries

_PASSAGES = TypeAdapter(tuple[Passage, ...])  # all of a batch in one call: two thirds of the time of one by one


async def passages(index: Index, queries: Queries, scored: Scored, *, k: int) -> list[tuple[Passage, ...]]:
    """Each question's passages, to depth ``max(10, k)``.

    Parameters
    ----------
    index
        What was searched.
    queries
        What it was searched by.
    scored
        One ranking a question, with the scores of the stages behind the lists.
    k
        How many passages the generator is shown.
    """
    scored = scored.first(max(METRIC_DEPTH, k))
    rankings = scored.rankings
    raw = await _raw(index, queries, rankings) if "rrf" in scored.components else {}
    by_entry = Scored(rankings, raw | scored.components).by_entry()
    entries = zip(rankings.places.tolist(), rankings.rows.tolist(), rankings.scores.tolist(), by_entry, strict=True)
    made = _PASSAGES.validate_python(
        [_fields(index.chunks[row], place, score, stages, place < k) for place, row, score, stages in entries]
    )
    return [made[start:end] for start, end in pairwise(rankings.starts.tolist())]


async def _raw(index: Index, queries: Queries, rankings: Rankings) -> Components:
    """What fused rows score in each list, for the questions as they were asked; one list's scores are its own."""
    found: Components = {}
    if queries.vectors is not None:
        vectors = queries.vectors[:: queries.wordings]
        dense = await index.vectors.similarity(vectors, rankings.queries, rankings.rows)
        has_direction = np.any(vectors != 0, axis=1)
        found["dense"] = np.where(has_direction[rankings.queries], dense, np.nan)
    if queries.lexical is not None:
        lexical = as_quantised(queries.lexical[rankings.queries * queries.wordings, rankings.rows])
        found["bm25"] = np.where(lexical > 0, lexical, np.nan)  # 0 says only that nothing is shared
    return found


def _fields(chunk: Chunk, place: int, score: float, stages: dict[str, float], is_shown: bool) -> dict[str, Any]:
    return {
        "chunk_id": chunk.id,
        "source": chunk.source,
        "text": chunk.text,
        "rank": place + 1,
        "score": score,
        "components": stages,
        "page": chunk.page,
        "heading": chunk.heading,
        "shown": is_shown,
    }
