"""Rows measured: one number a row and measure, or the reason why there is none, counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TypeAlias, overload
from weakref import WeakValueDictionary

import numpy as np

from cairn_nb.metrics.measurements import Measuring
from cairn_nb.metrics.reasons import Measurement
from cairn_nb.metrics.together import TOGETHER
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

    @classmethod
    def of(cls, rows: tuple[CaseRow, ...]) -> MeasuredRows:
        """These very rows, measured once for all who hold them at the same time; equal rows of another tuple are not.

        A report's leaderboard, tables, recommendation and page read the same rows, each by itself.
        """
        found = _HELD.get(id(rows))
        if found is None or found._rows is not rows:
            found = _HELD[id(rows)] = cls(rows)
        return found

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
            together = TOGETHER.get(measuring)
            if together is None or not self._rows:
                self._columns[measuring] = measure(self._rows, measuring)
            else:
                measured = zip(*map(together.of_row, self._rows), strict=True)
                self._columns.update(zip(together.measures, map(_column, measured), strict=True))
        return self._columns[measuring]

    @cached_property
    def questions(self) -> Codes | None:
        """What `questions` says of these rows."""
        return questions(self._rows)


# By the rows' identity, which no others can have while these are held.
_HELD: WeakValueDictionary[int, MeasuredRows] = WeakValueDictionary()


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
    missing: dict[str, int] = {}
    if Outcome in set(map(type, measured)):  # most columns have a value in each row
        missing = Counter(map(str, [value for value in measured if value.__class__ is Outcome]))
        measured = [np.nan if value.__class__ is Outcome else value for value in measured]
    values = np.array(measured, dtype=np.float64)
    values.flags.writeable = False
    return values, dict(sorted(missing.items()))
