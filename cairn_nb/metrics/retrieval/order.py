"""Ranks of the relevant documents, without sorting what nobody judged.

The rule is trec_eval's, so that values can be compared: scores are compared in single precision, the higher first,
and equal ones go by document id, the later in code point order first. The order of the input plays no part.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from cairn_nb.metrics.retrieval.block import Block
from cairn_nb.metrics.retrieval.judgements import Ints, Judgements

_SIGN = np.uint32(0x80000000)


def ranks(block: Block, judged: Judgements) -> Ints:
    """The rank, from 1, of each relevant document that the block's rankings hold."""
    segment = np.repeat(np.arange(len(block.sizes)), block.sizes)
    keys = _keys(segment, block.scores)
    if not (keys[1:] >= keys[:-1]).all():
        keys = np.sort(keys)
    wanted = _keys(block.ranking, block.found)
    before = np.searchsorted(keys, wanted, side="left")
    starts = np.cumsum(block.sizes) - block.sizes
    found = before - starts[block.ranking] + 1
    tied = np.flatnonzero(np.searchsorted(keys, wanted, side="right") - before > 1)
    if len(tied):
        found[tied] += _later_ids(block, judged, starts, tied)
    return found.astype(np.int64)


def _keys(segment: Ints, scores: NDArray[np.float32]) -> NDArray[np.uint64]:
    """One number by which documents sort: by ranking, then from the highest score down."""
    bits = scores.view(np.uint32)
    descending = np.where(bits & _SIGN, bits, ~(bits | _SIGN))
    return (segment.astype(np.uint64) << np.uint64(32)) | descending


def _later_ids(block: Block, judged: Judgements, starts: Ints, tied: Ints) -> Ints:
    """How many documents of the same score go before each of these by their ids."""
    before: dict[tuple[int, float], dict[str, int]] = {}
    counts = []
    for place in tied.tolist():
        ranking, score = int(block.ranking[place]), float(block.found[place])
        if (ranking, score) not in before:
            scores = block.scores[starts[ranking] : starts[ranking] + block.sizes[ranking]]
            before[ranking, score] = _places(block.documents(ranking), np.flatnonzero(scores == score))
        counts.append(before[ranking, score][judged.documents[block.judged[place]]])
    return np.array(counts, dtype=np.int64)


def _places(documents: Sequence[str], chosen: Ints) -> dict[str, int]:
    names = sorted((documents[place] for place in chosen.tolist()), reverse=True)
    return {name: place for place, name in enumerate(names)}
