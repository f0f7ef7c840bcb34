"""A threshold with the error rate that it guarantees, or a refusal with what was missing."""

from __future__ import annotations

from typing import Literal

from cairn_nb.records.base import Record
from cairn_nb.records.calibration import GridPoint


class Certificate(Record):
    """What a certification found.

    A null `threshold` means: nothing could be certified, abstain always; `shortfall` then says what would
    do. `n_answered`, `n_wrong` and `bound` (exact one-sided upper bound of the error rate at 1 - delta) are
    those of the threshold, or of the first tested point when there is none. `n_cases` were given and
    `n_units` entered the tests (every case by question, at most one of a document by document).
    `answer_share` is the share of the given cases that the threshold answers. `statement` is the sentence
    a person may quote.
    """

    alpha: float
    delta: float
    unit: Literal["question", "document"]
    threshold: float | None
    n_cases: int
    n_units: int
    n_answered: int
    n_wrong: int
    bound: float
    answer_share: float
    statement: str
    shortfall: str | None = None
    method: str
    grid: tuple[GridPoint, ...] = ()
