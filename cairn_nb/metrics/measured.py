"""Rows measured: one number a row and measure, or the reason why there is none, counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TypeAlias, overload

import numpy as np

from cairn_nb.metrics.documents import OF_RANKING, of_ranking
from cairn_nb.metrics.measurements import Measuring
from cairn_nb.metrics.reasons import Measurement
from cairn_nb.records import CaseRow, Outcome
from cairn_nb.stats.ratio import Ratio
from cairn_nb.stats.values import Codes, Floats, cluster_codes

Column: TypeAlias = tuple[Floats, dict[str, int]]


class MeasuredRows(Sequence[CaseRow]):
    """Rows that remember what was measured: a report makes several numbers of each measure."""

    def __init__(self, rows: Sequence[CaseRow]) -> None:
        self._rows = tuple(rows)
        self._columns: dict[Measuring, Column] = {}
        self.ratios: dict[str, Ratio] = {}

    def __iter__(self) -> Iterator[CaseRow]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, place: int) -> CaseRow: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[CaseRow, ...]: ...
    def __getitem__(self, place: int | slice) -> CaseRow | tuple[CaseRow, ...]:
        return self._rows[place]

    def column(self, measuring: Measuring) -> Column:
        """What `measure` says of these rows."""
        if measuring not in self._columns:
            if measuring in OF_RANKING and self._rows:
                together = zip(*map(of_ranking, self._rows), strict=True)
                self._columns.update(zip(OF_RANKING, map(_column, together), strict=True))
            else:
                self._columns[measuring] = measure(self._rows, measuring)
        return self._columns[measuring]

    @cached_property
    def questions(self) -> Codes | None:
        """What `questions` says of these rows."""
        return questions(self._rows)


def questions(rows: Sequence[CaseRow]) -> Codes | None:
    """The number of each row's question, or None where every question was asked once."""
    if isinstance(rows, MeasuredRows):
        return rows.questions
    if not any(row.trial for row in rows):
        return None
    return cluster_codes([row.case_id for row in rows], len(rows))


def measure(rows: Sequence[CaseRow], measuring: Measuring) -> Column:
    """One number a row, NaN where it has none, and how many have none by reason; not to be changed."""
    if isinstance(rows, MeasuredRows):
        return rows.column(measuring)
    return _column([measuring(row) for row in rows])


def _column(measured: Sequence[Measurement]) -> Column:
    missing = Counter(str(value) for value in measured if isinstance(value, Outcome))
    if missing:
        measured = [np.nan if isinstance(value, Outcome) else value for value in measured]
    values = np.array(measured, dtype=np.float64)
    values.flags.writeable = False
    return values, dict(sorted(missing.items()))
