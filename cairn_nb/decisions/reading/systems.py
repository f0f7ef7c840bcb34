"""Several reports as systems over the same questions: one value a question, system and measure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import fsum

import numpy as np

from cairn_nb.decisions.reading.settings import Settings
from cairn_nb.metrics.measured import MeasuredRows, measure
from cairn_nb.metrics.measurements import MEASUREMENTS
from cairn_nb.records import CaseRow, Report, Status
from cairn_nb.stats.values import Codes, Floats


@dataclass(frozen=True)
class System:
    """One report; `rows` are its answers in its order, measured once for all who hold them."""

    report: Report
    rows: MeasuredRows = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "rows", MeasuredRows.of(self.report.per_case))

    @property
    def name(self) -> str:
        """What the system is called."""
        return self.report.config_name

    @cached_property
    def succeeded(self) -> tuple[CaseRow, ...]:
        """The answers that did not end in an error."""
        return tuple(row for row in self.rows if row.status is not Status.ERROR)

    @cached_property
    def n_trials(self) -> int:
        """How often each question was asked."""
        return 1 + max((row.trial for row in self.rows), default=0)

    def answers(self, name: str) -> Floats:
        """A measure of each answer, NaN where it has none."""
        return measure(self.rows, MEASUREMENTS[name])[0]

    def pooled(self, name: str) -> float | None:
        """A measure's mean over the answers that have one."""
        return mean(self.answers(name))


@dataclass(frozen=True)
class Systems:
    """Systems side by side, in the order given."""

    systems: tuple[System, ...]
    settings: Settings
    _by_question: dict[str, Floats] = field(default_factory=dict)

    @classmethod
    def of(cls, reports: Sequence[Report], settings: Settings) -> Systems:
        """The reports as systems."""
        return cls(tuple(map(System, reports)), settings)

    @property
    def names(self) -> tuple[str, ...]:
        """What the systems are called."""
        return tuple(system.name for system in self.systems)

    @property
    def n_trials(self) -> int:
        """The most trials that any system has."""
        return max(system.n_trials for system in self.systems)

    @cached_property
    def questions(self) -> tuple[str, ...]:
        """Every question that any system was asked, in order of appearance."""
        return tuple(dict.fromkeys(row.case_id for system in self.systems for row in system.rows))

    @cached_property
    def clusters(self) -> tuple[str, ...]:
        """What each question is resampled with: its document, or the question itself."""
        found: dict[str, str] = {}
        if self.settings.cluster == "document":
            for row in (row for system in self.systems for row in system.rows):
                if row.cluster_id is not None:
                    found.setdefault(row.case_id, row.cluster_id)
        return tuple(found.get(question) or f"case:{question}" for question in self.questions)

    def by_question(self, name: str) -> Floats:
        """A measure of each question (the mean over its trials that have one), shape (questions, systems)."""
        if name not in self._by_question:
            columns = [
                self._means(system, codes, name) for system, codes in zip(self.systems, self._codes, strict=True)
            ]
            self._by_question[name] = np.stack(columns, axis=1)
        return self._by_question[name]

    def means(self, name: str) -> list[float | None]:
        """Each system's mean over the questions that have the measure."""
        return [mean(column) for column in self.by_question(name).T]

    @cached_property
    def _codes(self) -> list[Codes]:
        places = {question: place for place, question in enumerate(self.questions)}
        return [np.array([places[row.case_id] for row in system.rows], dtype=np.int64) for system in self.systems]

    def _means(self, system: System, codes: Codes, name: str) -> Floats:
        values = system.answers(name)
        kept, n_questions = ~np.isnan(values), len(self.questions)
        sums = np.bincount(codes[kept], values[kept], n_questions)
        counts = np.bincount(codes[kept], minlength=n_questions)
        means: Floats = np.divide(sums, counts, out=np.full(n_questions, np.nan), where=counts > 0)
        return means


def mean(values: Floats) -> float | None:
    """The mean of the values that are there; None over nothing. Its sum does not depend on their order."""
    present = values[~np.isnan(values)]
    return fsum(present) / len(present) if len(present) else None
