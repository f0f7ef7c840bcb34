"""Blocks from a DataFrame (query_id, doc_id, score), read a stretch of rows at a time."""

from __future__ import annotations

from collections.abc import Iterator
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
BLOCK_DOCUMENTS = 1 << 15


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
    sizes, first = run.sizes[chosen], int(run.starts[chosen.start])
    listed = columns.strings(run.frame["doc_id"].iloc[first : first + int(sizes.sum())])
    begins = judged.starts[np.maximum(rows, 0)]
    places, owner = judged_places(begins, np.where(rows >= 0, judged.starts[np.maximum(rows, 0) + 1], begins))
    asked, given = _codes([judged.documents[place] for place in places.tolist()], listed)
    pairs = _pairs(np.repeat(np.arange(len(sizes)), sizes), given)
    _refuse_twice(pairs, listed, run.queries[chosen])
    hits, standing = _meet(_pairs(owner, asked), pairs, given)
    scores: NDArray[np.float32] = single(run.scores[first : first + len(listed)])
    starts = run.starts[chosen] - first
    return Block(
        rows=rows,
        sizes=sizes,
        scores=scores,
        documents=lambda ranking: listed.iloc[starts[ranking] : starts[ranking] + sizes[ranking]].tolist(),
        judged=places[hits],
        ranking=owner[hits],
        found=scores[standing],
    )


def _codes(asked: list[str], listed: pd.Series) -> tuple[Ints, Ints]:
    """Numbers for the ids of the relevant and of the listed documents, equal where ids are; the former are lower."""
    import pandas as pd

    codes, _ = pd.factorize(pd.concat([pd.Series(asked, dtype=listed.dtype), listed], ignore_index=True))
    return codes[: len(asked)], codes[len(asked) :]


def _pairs(ranking: Ints, code: Ints) -> Ints:
    return (ranking << 32) | code


def _meet(asked: Ints, pairs: Ints, given: Ints) -> tuple[Ints, Ints]:
    """Which of the relevant documents stand in their query's ranking, and at which rows of the block."""
    if not len(asked):
        return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
    # A code above every relevant document's belongs to none; most rows go here.
    possible = np.flatnonzero(given <= (asked & 0xFFFFFFFF).max())
    order = np.argsort(asked)
    at = np.searchsorted(asked, pairs[possible], sorter=order)
    met = asked[order[np.minimum(at, len(order) - 1)]] == pairs[possible]
    return order[at[met]], possible[met]


def _refuse_twice(pairs: Ints, listed: pd.Series, queries: list[str]) -> None:
    ordered = np.sort(pairs)
    if len(again := np.flatnonzero(ordered[1:] == ordered[:-1])):
        pair = ordered[again[0]]
        name = listed.iloc[int(np.flatnonzero(pairs == pair)[0])]
        columns.require_distinct([name, name], f"run, query {queries[pair >> 32]!r}")
