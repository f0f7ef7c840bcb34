"""One system of a contrast: its rows by question, and its score on each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import fsum
from typing import TypeAlias

from cairn_nb.records import CaseRow, Evidence, Report, Status

EvidenceByCase: TypeAlias = Mapping[tuple[str, int], Evidence]


@dataclass(frozen=True)
class Side:
    """A report under the name that it has in the contrast, with its evidence; null where that was not kept."""

    name: str
    report: Report
    evidence: EvidenceByCase | None = None

    @cached_property
    def rows(self) -> dict[str, tuple[CaseRow, ...]]:
        """Each question's rows by trial."""
        found: dict[str, list[CaseRow]] = {}
        for row in self.report.per_case:
            found.setdefault(row.case_id, []).append(row)
        return {case_id: tuple(sorted(rows, key=lambda row: row.trial)) for case_id, rows in found.items()}

    @cached_property
    def scores(self) -> dict[str, float]:
        """The answer score of each question, the mean over its trials that have one; without those that have none."""
        found = {case_id: graded for case_id, rows in self.rows.items() if (graded := _graded(rows))}
        return {case_id: fsum(graded) / len(graded) for case_id, graded in found.items()}

    @cached_property
    def failed(self) -> frozenset[str]:
        """The questions of which no trial succeeded."""
        return frozenset(
            case_id for case_id, rows in self.rows.items() if all(row.status is Status.ERROR for row in rows)
        )


def _graded(rows: Sequence[CaseRow]) -> list[float]:
    return [row.answer_score for row in rows if row.status is not Status.ERROR and row.answer_score is not None]
