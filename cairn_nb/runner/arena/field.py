"""Who takes part: each system's first answer to each question that it did not fail on."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cairn_nb.decisions.arena.schedule import Meeting
from cairn_nb.judges.axes.family import family_of
from cairn_nb.judges.pairwise.pair import Contestant, Pair
from cairn_nb.records import CaseRow, Report, Status

FIRST_TRIAL = 0


@dataclass(frozen=True)
class Field:
    """The systems in their order, with their answers by question."""

    systems: tuple[str, ...]
    answers: dict[str, dict[str, CaseRow]]
    families: dict[str, str | None]

    @classmethod
    def of(cls, reports: Sequence[Report]) -> Field:
        """The field of some reports, whose names differ."""
        names = tuple(report.config_name for report in reports)
        return cls(names, dict(zip(names, map(_answers, reports), strict=True)), dict(map(_family, reports)))

    @property
    def entrants(self) -> dict[str, tuple[str, ...]]:
        """For each question that two or more answered, who did."""
        cases = dict.fromkeys(case for rows in self.answers.values() for case in rows)
        found = {case: tuple(name for name in self.systems if case in self.answers[name]) for case in cases}
        return {case: names for case, names in found.items() if len(names) > 1}

    @property
    def digests(self) -> dict[str, str]:
        """What each system's answers are known by."""
        return {name: answers_digest(rows.values()) for name, rows in self.answers.items()}

    def pair(self, meeting: Meeting) -> Pair:
        """The two answers as a judge is shown them in the first order."""
        row = self.answers[meeting.first][meeting.case_id]
        return Pair(
            case_id=meeting.case_id,
            question=row.question or "",
            answerable=row.answerable,
            reference=row.expected_answer,
            first=self._contestant(meeting.first, meeting.case_id),
            second=self._contestant(meeting.second, meeting.case_id),
        )

    def _contestant(self, system: str, case: str) -> Contestant:
        row = self.answers[system][case]
        family = family_of(row.model) if row.model else self.families[system]
        return Contestant(system, row.answer_text, family, row.answer_score)


def answers_digest(rows: Iterable[CaseRow]) -> str:
    """16 hex digits of the questions and answers, whatever their order."""
    lines = sorted(f"{row.case_id}\x1f{row.answer_text}\x1f{row.answer_score}" for row in rows)
    return hashlib.sha256("\x1e".join(lines).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def first_answers(report: Report) -> tuple[CaseRow, ...]:
    """The answers that take part."""
    return tuple(row for row in report.per_case if row.trial == FIRST_TRIAL and row.status is not Status.ERROR)


def _answers(report: Report) -> dict[str, CaseRow]:
    return {row.case_id: row for row in first_answers(report)}


def _family(report: Report) -> tuple[str, str | None]:
    """Of the model that the report says answers; one row's own model goes before it."""
    if report.judging is not None and report.judging.generator_family is not None:
        return report.config_name, report.judging.generator_family
    model = next((row.model for row in report.per_case if row.model), None)
    return report.config_name, family_of(model, str(report.notes.get("provider") or "") or None)
