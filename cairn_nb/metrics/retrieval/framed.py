"""Blocks from a DataFrame (query_id, doc_id, score), read a stretch of rows at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cairn_nb.metrics.retrieval import columns
from cairn_nb.metrics.retrieval.block import Block, cuts, judged_places, single
from cairn_nb.metrics.retrieval.judgements import Floats, Ints, Judgements

if TYPE_CHECKING:
    import pandas as pd

# Documents in memory at once: their keys fit in a processor's cache, and a run of any length takes no more.
BLOCK_DOCUMENTS = 1 << 16


@dataclass(frozen=True)
class Rankings:
    """A run whose rows stand query after query; those of ``queries[i]`` are ``sizes[i]`` rows from ``starts[i]``."""

    frame: pd.DataFrame
    scores: Floats
    queries: list[str]
    starts: Ints
    sizes: Ints


def rankings(run: pd.DataFrame) -> Rankings:
    """The table by query; where a query's rows are scattered, they are brought together first.

    Raises
    ------
    InputError
        If a column is missing, an id is missing or neither text nor a whole number, or a score is no number.
    """
    columns.require(run, ("query_id", "doc_id", "score"), "the run")
    found = _grouped(run)
    if len(set(found.queries)) == len(found.queries):
        return found
    codes = run.groupby("query_id", sort=False).ngroup().to_numpy()
    return _grouped(run.iloc[np.argsort(codes, kind="stable")])


def blocks(judged: Judgements, run: Rankings) -> Iterator[Block]:
    """The rankings of the judged queries, in the run's order.

    Raises
    ------
    InputError
        If a document stands twice under a query.
    """
    if not judged.queries:
        return
    row_of = {query: row for row, query in enumerate(judged.queries)}
    rows = np.array([row_of.get(query, -1) for query in run.queries], dtype=np.int64)
    for start, end in cuts(run.sizes, BLOCK_DOCUMENTS):
        yield _block(judged, run, rows[start:end], slice(start, end))


def unjudged(judged: Judgements, run: Rankings) -> dict[str, int]:
    """The queries that only the run knows, with the number of their documents."""
    known = set(judged.queries)
    pairs = zip(run.queries, run.sizes.tolist(), strict=True)
    return {query: size for query, size in pairs if query not in known}


def _grouped(run: pd.DataFrame) -> Rankings:
    columns.require_present(run["query_id"])
    ids = run["query_id"].array
    changes = np.asarray(ids[1:] != ids[:-1], dtype=bool) if len(ids) else np.empty(0, dtype=bool)
    starts = np.concatenate([np.zeros(min(len(ids), 1), dtype=np.int64), np.flatnonzero(changes) + 1])
    sizes = np.diff(starts, append=len(ids))
    return Rankings(run, columns.floats(run["score"]), columns.text(run["query_id"].iloc[starts]), starts, sizes)


def _block(judged: Judgements, run: Rankings, rows: Ints, chosen: slice) -> Block:
    sizes, starts = run.sizes[chosen], run.starts[chosen] - run.starts[chosen.start]
    first, length = int(run.starts[chosen.start]), int(sizes.sum())
    documents = columns.text(run.frame["doc_id"].iloc[first : first + length])
    begins = judged.starts[np.maximum(rows, 0)]
    ends = np.where(rows >= 0, judged.starts[np.maximum(rows, 0) + 1], begins)
    places, owner = judged_places(begins, ends)
    where = _positions(judged.documents, (begins, ends), documents, (starts, sizes), run.queries[chosen])
    retrieved = np.flatnonzero(~np.isnan(where))
    owner = owner[retrieved]
    scores: NDArray[np.float32] = single(run.scores[first : first + length])
    return Block(
        rows=rows,
        sizes=sizes,
        scores=scores,
        documents=lambda ranking: documents[starts[ranking] : starts[ranking] + sizes[ranking]],
        judged=places[retrieved],
        ranking=owner,
        found=scores[where[retrieved].astype(np.int64) + starts[owner]],
    )


def _positions(
    judged: Sequence[str],
    asked: tuple[Ints, Ints],
    documents: list[str],
    stretches: tuple[Ints, Ints],
    queries: list[str],
) -> Floats:
    """Where each relevant document stands in its ranking, from 0; NaN where it does not."""
    found: list[int | None] = []
    numbers = zip(*(array.tolist() for array in (*asked, *stretches)), strict=True)
    for query, (begin, end, start, size) in zip(queries, numbers, strict=True):
        place = dict(zip(documents[start : start + size], range(size), strict=True))
        if len(place) < size:
            columns.require_distinct(documents[start : start + size], f"run, query {query!r}")
        found.extend(map(place.get, judged[begin:end]))
    return np.array(found, dtype=np.float64)
