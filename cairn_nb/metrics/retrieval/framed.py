"""Blocks from a DataFrame (query_id, doc_id, score), read a stretch of rows at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cairn_nb.metrics.retrieval import columns
from cairn_nb.metrics.retrieval.block import Block, cuts, judged_places, single
from cairn_nb.metrics.retrieval.by_query import ByQuery, by_query
from cairn_nb.metrics.retrieval.ids import Ids, Prints, ids
from cairn_nb.metrics.retrieval.judgements import Floats, Ints, Judgements
from cairn_nb.metrics.retrieval.meeting import Members, meet

if TYPE_CHECKING:
    import pandas as pd

# Documents in memory at once: their keys fit in a processor's cache, and a run of any length takes no more.
BLOCK_DOCUMENTS = 1 << 15


@dataclass(frozen=True)
class Rankings:
    """A run by query, with a score a row."""

    table: ByQuery
    scores: Floats


def rankings(run: pd.DataFrame) -> Rankings:
    """The table by query.

    Raises
    ------
    InputError
        If a column is missing, an id is missing or neither text nor a whole number, or a score is no number.
    """
    columns.require(run, ("query_id", "doc_id", "score"), "the run")
    table = by_query(run)
    return Rankings(table, columns.floats(table.frame["score"]))


def blocks(judged: Judgements, run: Rankings) -> Iterator[Block]:
    """The rankings of the judged queries, in the run's order.

    Raises
    ------
    InputError
        If a document stands twice under a query, or its id is missing or neither text nor a whole number.
    """
    if not judged.queries:
        return
    listed = ids(run.table.frame["doc_id"])
    asked = listed.like(judged.documents)
    met = Meeting(judged, asked, asked.prints(slice(None)), run, listed)
    row_of = {query: row for row, query in enumerate(judged.queries)}
    rows = np.array([row_of.get(query, -1) for query in run.table.queries], dtype=np.int64)
    for start, end in cuts(run.table.sizes, BLOCK_DOCUMENTS):
        yield _block(met, rows[start:end], slice(start, end))


def unjudged(judged: Judgements, run: Rankings) -> dict[str, int]:
    """The queries that only the run knows, with the number of their documents."""
    known = set(judged.queries)
    pairs = zip(run.table.queries, run.table.sizes.tolist(), strict=True)
    return {query: size for query, size in pairs if query not in known}


@dataclass(frozen=True)
class Meeting:
    """The judgements and the run, the documents of both as ids held in one way; those of the former with numbers."""

    judged: Judgements
    asked: Ids
    prints: Prints
    run: Rankings
    listed: Ids


def _block(given: Meeting, rows: Ints, chosen: slice) -> Block:
    table = given.run.table
    sizes, starts = table.sizes[chosen], table.starts[chosen]
    first, end = int(starts[0]), int(starts[-1] + sizes[-1])
    places, owner = _asked(given.judged, rows)
    asked = Members(given.asked, places, given.prints[places], owner)
    standing = np.arange(first, end)
    prints = given.listed.prints(slice(first, end))
    listed = Members(given.listed, standing, prints, np.repeat(np.arange(len(sizes)), sizes))
    met, found = meet(asked, listed, table.queries[chosen])
    scores: NDArray[np.float32] = single(given.run.scores[first:end])
    return Block(
        rows=rows,
        sizes=sizes,
        scores=scores,
        documents=lambda ranking: given.listed.text(_stretch(starts, sizes, ranking)),
        judged=places[met],
        ranking=owner[met],
        found=scores[found],
    )


def _asked(judged: Judgements, rows: Ints) -> tuple[Ints, Ints]:
    """The relevant documents of some queries, none for -1, and for each the number of its query among these."""
    begins = judged.starts[np.maximum(rows, 0)]
    return judged_places(begins, np.where(rows >= 0, judged.starts[np.maximum(rows, 0) + 1], begins))


def _stretch(starts: Ints, sizes: Ints, ranking: int) -> slice:
    return slice(int(starts[ranking]), int(starts[ranking] + sizes[ranking]))
