"""A run's pieces of work: which question, which time, in planned order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from cairn_nb.records.golden import Case

Key: TypeAlias = tuple[str, int]


@dataclass(frozen=True)
class Piece:
    """One question, asked once. `trial` counts from 0."""

    case: Case
    trial: int

    @property
    def key(self) -> Key:
        """What the ledger and the report know it by."""
        return self.case.id, self.trial


def plan_pieces(cases: Sequence[Case], *, trials: int = 1) -> tuple[Piece, ...]:
    """The pieces in planned order: the cases' order, and each case's trials one after the other."""
    return tuple(Piece(case, trial) for case in cases for trial in range(trials))
