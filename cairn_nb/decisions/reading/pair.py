"""Two reports side by side, their rows matched by case."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from cairn_nb.decisions.reading.run_notes import RunNotes, run_notes
from cairn_nb.metrics.reasons import is_given
from cairn_nb.records import CaseRow, Outcome, Report, Status
from cairn_nb.stats.paired.paired import TIE

Measure: TypeAlias = Callable[[CaseRow], float | None]


@dataclass(frozen=True)
class CasePair:
    """One case's rows (one a trial) on both sides."""

    case_id: str
    baseline: tuple[CaseRow, ...]
    candidate: tuple[CaseRow, ...]

    @property
    def cluster_id(self) -> str | None:
        """The document that the case belongs to; null when neither report says."""
        known = (row.cluster_id for row in (*self.candidate, *self.baseline) if row.cluster_id is not None)
        return next(known, None)


@dataclass(frozen=True)
class PairedValues:
    """A measurement of every case that has it on both sides; `clusters` says which rise and fall together.

    `gained` are the cases with a value in the candidate only.
    """

    case_ids: tuple[str, ...]
    baseline: tuple[float, ...]
    candidate: tuple[float, ...]
    clusters: tuple[str, ...]
    gained: tuple[tuple[str, float], ...] = ()

    @property
    def fallen(self) -> tuple[str, ...]:
        """The cases whose value is lower in the candidate, the largest fall first."""
        falls = [
            (after - before, case_id)
            for case_id, before, after in zip(self.case_ids, self.baseline, self.candidate, strict=True)
            if before - after >= TIE
        ]
        return tuple(case_id for _, case_id in sorted(falls))

    def against(self, mean_before: float | None) -> tuple[str, ...]:
        """The cases behind a drop: those that fell, then new ones that score below the baseline's mean."""
        low = (case_id for case_id, value in self.gained if mean_before is not None and value < mean_before)
        return (*self.fallen, *low)


@dataclass(frozen=True)
class Pair:
    """A baseline and a candidate."""

    baseline: Report
    candidate: Report

    @property
    def sides(self) -> tuple[tuple[str, Report], tuple[str, Report]]:
        """Both reports with the word that a sentence uses for each."""
        return ("baseline", self.baseline), ("candidate", self.candidate)

    @cached_property
    def baseline_notes(self) -> RunNotes:
        """The baseline's notes."""
        return run_notes(self.baseline)

    @cached_property
    def candidate_notes(self) -> RunNotes:
        """The candidate's notes."""
        return run_notes(self.candidate)

    @cached_property
    def cases(self) -> tuple[CasePair, ...]:
        """The cases that both reports have, in the baseline's order."""
        before, after = _rows_by_case(self.baseline), _rows_by_case(self.candidate)
        return tuple(CasePair(key, tuple(rows), tuple(after[key])) for key, rows in before.items() if key in after)

    @property
    def has_clusters(self) -> bool:
        """Whether every case says which document it belongs to."""
        return all(case.cluster_id is not None for case in self.cases)

    def values(self, measure: Measure, *, by_document: bool = True) -> PairedValues:
        """One value a case and side: the mean over its trials that have one."""
        kept = [(case, _mean(case.baseline, measure), _mean(case.candidate, measure)) for case in self.cases]
        both = [(case, before, after) for case, before, after in kept if before is not None and after is not None]
        return PairedValues(
            case_ids=tuple(case.case_id for case, _, _ in both),
            baseline=tuple(before for _, before, _ in both),
            candidate=tuple(after for _, _, after in both),
            clusters=tuple((by_document and case.cluster_id) or f"case:{case.case_id}" for case, _, _ in both),
            gained=tuple((case.case_id, after) for case, before, after in kept if before is None and after is not None),
        )


def _rows_by_case(report: Report) -> dict[str, list[CaseRow]]:
    rows: dict[str, list[CaseRow]] = {}
    for row in report.per_case:
        rows.setdefault(row.case_id, []).append(row)
    return rows


def _mean(rows: tuple[CaseRow, ...], measure: Measure) -> float | None:
    values = [value for row in rows if (value := measure(row)) is not None]
    return sum(values) / len(values) if values else None


def who(names: Sequence[str]) -> str:
    """The sides that a sentence is about: ``the baseline``, ``the candidate``, ``each report``."""
    return f"the {names[0]}" if len(names) == 1 else "each report"


def answered(row: CaseRow) -> bool:
    """Whether the system answered by its status, as the answer rate counts it; a ranking alone is no answer."""
    return row.status is Status.ANSWERED and row.outcomes.get("status") is not Outcome.NOT_APPLICABLE


def given(row: CaseRow) -> bool:
    """Whether there is an answer to measure: one that refuses in words is none."""
    return is_given(row) and answered(row)


def answer_measure(metric: str) -> Measure:
    """An answer metric of a row: only where an answerable case was given an answer, as in the report's mean."""

    def measure(row: CaseRow) -> float | None:
        value: float | None = getattr(row, metric)
        return value if row.answerable and given(row) else None

    return measure


def citation_measure(row: CaseRow) -> float | None:
    """The supported share of an answer's claims; null where it has none."""
    if not given(row):
        return None
    if row.claims_total is not None and row.claims_supported is not None:
        return row.claims_supported / row.claims_total if row.claims_total else None
    return row.citation_validity
