"""Who takes part: each system's first answer to each question that it did not fail on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cairn_nb.decisions.arena.answers import answers_digest, first_answers
from cairn_nb.decisions.arena.schedule import Meeting
from cairn_nb.judges.axes.family import family_of
from cairn_nb.judges.pairwise.pair import Contestant, Pair
from cairn_nb.records import CaseRow, Report


@dataclass(frozen=True)
class Field:
    """The systems in their order, with their answers by question; `digests` are what those are known by."""

    systems: tuple[str, ...]
    answers: dict[str, dict[str, CaseRow]]
    families: dict[str, str | None]
    digests: dict[str, str]

    @classmethod
    def of(cls, reports: Sequence[Report]) -> Field:
        """The field of some reports, whose names differ."""
        names = tuple(report.config_name for report in reports)
        return cls(
            names,
            dict(zip(names, map(first_answers, reports), strict=True)),
            dict(zip(names, map(_family, reports), strict=True)),
            dict(zip(names, map(answers_digest, reports), strict=True)),
        )

    @property
    def entrants(self) -> dict[str, tuple[str, ...]]:
        """For each question that two or more answered, who did."""
        cases = dict.fromkeys(case for rows in self.answers.values() for case in rows)
        found = {case: tuple(name for name in self.systems if case in self.answers[name]) for case in cases}
        return {case: names for case, names in found.items() if len(names) > 1}

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


def _family(report: Report) -> str | None:
    """Of the model that the report says answers; one row's own model goes before it."""
    if report.judging is not None and report.judging.generator_family is not None:
        return report.judging.generator_family
    model = next((row.model for row in report.per_case if row.model), None)
    return family_of(model, str(report.notes.get("provider") or "") or None)
