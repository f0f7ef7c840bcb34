"""The cases a threshold is fitted on: every draft that could be answered, whether or not the model flagged it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from cairn_nb import seeds
from cairn_nb.golden.clusters import cluster_id
from cairn_nb.records.golden import Case
from cairn_nb.records.outcome import Outcome, Status
from cairn_nb.runner.finished import Finished
from cairn_nb.runner.pieces import Piece


@dataclass(frozen=True)
class Population:
    """One entry a case that the system would answer at a threshold of zero.

    Parameters
    ----------
    confidence
        float64, shape (n,), rounded to six decimals as at use.
    correct
        bool, shape (n,); an answered unanswerable case is wrong.
    clusters
        The document each case is about, shape (n,).
    ids
        The cases' ids, shape (n,), so that no draw depends on their order.
    """

    confidence: NDArray[np.float64]
    correct: NDArray[np.bool_]
    clusters: tuple[str, ...]
    ids: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.clusters)

    @cached_property
    def _members(self) -> list[list[int]]:
        """The cases of each document, documents in the order of their names."""
        members: dict[str, list[int]] = defaultdict(list)
        for place, cluster in enumerate(self.clusters):
            members[cluster].append(place)
        return [members[cluster] for cluster in sorted(members)]

    def redrawn(self, seed: int, number: int) -> Population:
        """Another slice that might have been: as many documents, drawn with replacement, each with all its cases."""
        members: dict[str, list[int]] = {}
        for i, name in enumerate(self.clusters):
            members.setdefault(name, []).append(i)
        names = sorted(members)
        drawn = seeds.stream(seed, "calibration redraw", number).integers(len(names), size=len(names))
        rows = [(i, copy) for copy, k in enumerate(drawn) for i in members[names[k]]]
        index = np.array([i for i, _ in rows], dtype=np.intp)
        # A document drawn twice counts as two: each copy is a cluster of its own.
        clusters = tuple(f"{copy}:{self.clusters[i]}" for i, copy in rows)
        ids = tuple(f"{copy}:{self.ids[i]}" for i, copy in rows)
        return Population(self.confidence[index], self.correct[index], clusters, ids)


def population_of(pieces: Sequence[Piece], finished: Sequence[Finished]) -> Population:
    """The population of a slice that was answered at a threshold of zero. Failed and ungraded cases are left out,
    and so are those where the model refused or gave no text: no threshold answers them.
    """
    kept: list[tuple[float, bool, Case]] = []
    for piece, done in zip(pieces, finished, strict=True):
        correct = _correct(piece.case, done)
        if correct is not None and done.answer.confidence is not None:
            kept.append((round(done.answer.confidence, 6), correct, piece.case))
    return Population(
        confidence=np.array([confidence for confidence, _, _ in kept], dtype=np.float64),
        correct=np.array([correct for _, correct, _ in kept], dtype=np.bool_),
        clusters=tuple(cluster_id(case) for _, _, case in kept),
        ids=tuple(case.id for _, _, case in kept),
    )


def _correct(case: Case, done: Finished) -> bool | None:
    if done.answer.status is not Status.ANSWERED:
        return None
    if not case.answerable:
        return False
    graded = done.verdict is not None and done.verdict.outcome is Outcome.SCORED
    return done.verdict.correct if graded and done.verdict is not None else None
