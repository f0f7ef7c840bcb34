"""The rankings of some queries, and where the relevant documents stand in them: what both kinds of input become."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from cairn_nb.metrics.retrieval.judgements import Ints


@dataclass(frozen=True)
class Block:
    """Rankings one after the other, and the relevant documents found in them.

    `rows`, `sizes`, `documents` are by ranking: its query as a row of the judgements, how many documents it has, and
    their ids (asked for only where scores tie). `scores` are those of all documents. `judged`, `ranking` and `found`
    are by relevant document that was retrieved: its place in the judgements, its ranking, and its score.
    """

    rows: Ints
    sizes: Ints
    scores: NDArray[np.float32]
    documents: Callable[[int], Sequence[str]]
    judged: Ints
    ranking: Ints
    found: NDArray[np.float32]


def single(scores: NDArray[np.float64]) -> NDArray[np.float32]:
    """Scores as trec_eval compares them, in single precision; beyond its range they are infinite."""
    with np.errstate(over="ignore", under="ignore"):
        # Adding zero makes the negative zero positive, so that both tie.
        return scores.astype(np.float32) + np.float32(0)


def judged_places(begins: Ints, ends: Ints) -> tuple[Ints, Ints]:
    """All places in some stretches of the judgements, and for each the number of its stretch."""
    sizes = ends - begins
    owner = np.repeat(np.arange(len(sizes)), sizes)
    offset = np.arange(len(owner)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    return begins[owner] + offset, owner


def cuts(sizes: Ints, limit: int) -> list[tuple[int, int]]:
    """Consecutive rankings in groups of about `limit` documents, each of at least one ranking."""
    group = np.cumsum(sizes) // limit
    edges = [0, *(np.flatnonzero(np.diff(group)) + 1).tolist(), len(sizes)]
    return [(start, end) for start, end in pairwise(edges) if end > start]
