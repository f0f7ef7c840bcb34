"""Blocks from a run of dicts, ``{query: {document: score}}``: only the relevant documents are looked up."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, islice, repeat
from math import nan
from typing import SupportsFloat

import numpy as np

from cairn_nb.errors import InputError
from cairn_nb.metrics.retrieval import columns
from cairn_nb.metrics.retrieval.block import Block, judged_places, single
from cairn_nb.metrics.retrieval.judgements import Floats, Ints, Judgements

Scores = Mapping[str, float]
Run = Mapping[str, Scores]

# Rankings read at once: their keys fit in a processor's cache, and a run of any length takes no more memory.
BLOCK_RANKINGS = 512


@dataclass(frozen=True)
class Rankings:
    """The rankings of the judged queries, in the judgements' order, each with its query's row there."""

    rows: Ints
    found: Sequence[Scores]
    unjudged: dict[str, int]


def rankings(judged: Judgements, run: Run) -> Rankings:
    """What the run holds for the judged queries, and how many documents for which others.

    Raises
    ------
    InputError
        If ids are not text, or a ranking is no dict.
    """
    columns.require_mappings(run, "the run", "metrics.retrieval.as_run makes scores from an order")
    columns.require_text(islice(run, columns.SAMPLED), "the query ids of the run")
    some = chain.from_iterable(islice(run.values(), columns.SAMPLED))
    columns.require_text(some, "the document ids of the run")
    found = list(map(run.get, judged.queries))
    rows = np.array([row for row, scores in enumerate(found) if scores is not None], dtype=np.int64)
    return Rankings(
        rows=rows,
        found=[scores for scores in found if scores is not None],
        unjudged=_unjudged(judged, run) if len(rows) < len(run) else {},
    )


def blocks(judged: Judgements, run: Rankings) -> Iterator[Block]:
    """The rankings, some at a time.

    Raises
    ------
    InputError
        If a score is no number.
    """
    for start in range(0, len(run.rows), BLOCK_RANKINGS):
        chosen = slice(start, start + BLOCK_RANKINGS)
        yield _block(judged, run.rows[chosen], run.found[chosen])


def _unjudged(judged: Judgements, run: Run) -> dict[str, int]:
    known = set(judged.queries)
    return {query: len(found) for query, found in run.items() if query not in known}


def _block(judged: Judgements, rows: Ints, rankings: Sequence[Scores]) -> Block:
    begins, ends = judged.starts[rows], judged.starts[rows + 1]
    scores, asked = _scores(judged, rankings, begins, ends)
    places, owner = judged_places(begins, ends)
    retrieved = np.flatnonzero(~np.isnan(asked))
    return Block(
        rows=rows,
        sizes=np.fromiter(map(len, rankings), dtype=np.int64, count=len(rankings)),
        scores=single(scores),
        documents=lambda ranking: list(rankings[ranking]),
        judged=places[retrieved],
        ranking=owner[retrieved],
        found=single(asked[retrieved]),
    )


def _scores(judged: Judgements, rankings: Sequence[Scores], begins: Ints, ends: Ints) -> tuple[Floats, Floats]:
    """All scores, one ranking after the other, and those of the relevant documents, NaN where one is not there.

    A ranking is read and looked up at once, while it is in the processor's cache; packing is faster than `fromiter`.
    """
    read, asked = [], []
    nothing = repeat(nan)
    for found, begin, end in zip(rankings, begins.tolist(), ends.tolist(), strict=True):
        try:
            read.append(_packer(len(found))(*found.values()))
            asked.append(_packer(end - begin)(*map(found.get, judged.documents[begin:end], nothing)))
        except struct.error as error:
            wrong = next(name for name, score in found.items() if not isinstance(score, SupportsFloat))
            raise InputError(f"the score of {wrong!r} is no number", key="run") from error
    scores = np.frombuffer(b"".join(read))
    if np.isnan(scores).any():
        raise InputError("a score is NaN", key="run", hint="leave out what has no score")
    return scores, np.frombuffer(b"".join(asked))


@lru_cache
def _packer(length: int) -> Callable[..., bytes]:
    return struct.Struct(f"{length}d").pack
