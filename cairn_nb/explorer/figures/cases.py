"""One run's rows as arrays, and sets of them in the terms of the cases table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from cairn_nb.explorer.rows.cells import SHARED, verdict
from cairn_nb.explorer.rows.filter import Filter
from cairn_nb.explorer.runs import Runs
from cairn_nb.records import CaseRow, Report
from cairn_nb.stats.values import Floats

Bools = NDArray[np.bool_]
Bounds = tuple[float | None, float | None]

RIGHT, WRONG = "right", "wrong"
JUDGED = (RIGHT, WRONG)


@dataclass(frozen=True)
class Cases:
    """The rows of the run at position `run`, in the order of the table."""

    runs: Runs
    run: int

    @property
    def report(self) -> Report:
        """The run's report."""
        return self.runs.reports[self.run]

    @property
    def name(self) -> str:
        """What the run is called."""
        return self.runs.names[self.run]

    @cached_property
    def _placed(self) -> tuple[tuple[str, CaseRow], ...]:
        pairs = zip(self.runs.ids, self.runs.rows[self.run], strict=True)
        return tuple((row_id, row) for row_id, row in pairs if row is not None)

    @cached_property
    def rows(self) -> tuple[CaseRow, ...]:
        """The run's rows."""
        return tuple(row for _, row in self._placed)

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """Each row's id in the table."""
        return tuple(row_id for row_id, _ in self._placed)

    @cached_property
    def verdicts(self) -> tuple[str, ...]:
        """Each row's verdict, as the table words it."""
        return tuple(verdict(row) for row in self.rows)

    @cached_property
    def confidence(self) -> Floats:
        """Each row's confidence; NaN where it has none."""
        return np.array([np.nan if row.confidence is None else row.confidence for row in self.rows], dtype=np.float64)

    @cached_property
    def judged(self) -> Bools:
        """Rows judged right or wrong with a confidence in 0..1: those of the confidence charts. NaN is outside."""
        within = (self.confidence >= 0) & (self.confidence <= 1)
        return np.array([found in JUDGED for found in self.verdicts], dtype=np.bool_) & within

    @cached_property
    def judged_confidence(self) -> Floats:
        """Confidence of the judged rows."""
        return self.confidence[self.judged]

    @cached_property
    def judged_right(self) -> Bools:
        """Which of the judged rows are right."""
        return np.array([found == RIGHT for found in self.verdicts], dtype=np.bool_)[self.judged]

    def filter(
        self,
        *,
        facets: Mapping[str, Iterable[str]] | None = None,
        ranges: Mapping[str, Bounds] | None = None,
        missing: Iterable[str] = (),
    ) -> Filter:
        """Rows of this run; columns are named by key, and `facets` and the others are as in `Filter`."""
        return Filter(
            facets={self.column(key): tuple(values) for key, values in (facets or {}).items()},
            ranges={self.column(key): bounds for key, bounds in (ranges or {}).items()},
            missing=tuple(self.column(key) for key in missing),
        )

    def column(self, key: str) -> str:
        """The name of a column of the table: shared by the runs, or this run's."""
        return key if key in SHARED else self.runs.column(key, self.run)


def all_cases(runs: Runs) -> tuple[Cases, ...]:
    """Every run's rows."""
    return tuple(Cases(runs, run) for run in range(len(runs.reports)))
