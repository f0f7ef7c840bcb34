"""What every judge of the 0 to 1 grade looks like from outside, and which cases no judge is asked about."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from cairn_nb.records import Answer, Case, Outcome, Status, Verdict


@runtime_checkable
class Judge(Protocol):
    """Grades one answer against the case's expected answer."""

    @property
    def name(self) -> str:
        """The component's name in an experiment file."""

    @property
    def rubric_version(self) -> str:
        """What the grade means; grades are comparable only within one version."""

    async def grade(self, case: Case, answer: Answer) -> Verdict:
        """The grade, or the reason why there is none; it never raises for a model that fails."""

    async def aclose(self) -> None:
        """Give connections back."""


def without_judging(case: Case, answer: Answer) -> Verdict | None:
    """The verdict on a case that needs no judge; null when one is to be asked.

    An answer that ended in error is ``error``, one that abstained ``abstained``. A case without a
    reference, unanswerable ones among them, is ``not_applicable``: whether answering it was right is
    settled by the case, not by a grade.
    """
    if answer.status is Status.ERROR:
        return Verdict(outcome=Outcome.ERROR, reason=answer.error)
    if answer.status is Status.ABSTAINED:
        return Verdict(outcome=Outcome.ABSTAINED)
    if not case.answerable:
        return Verdict(outcome=Outcome.NOT_APPLICABLE, reason="the case has no answer")
    if not (case.expected_answer or "").strip():
        return Verdict(outcome=Outcome.NOT_APPLICABLE, reason="the case has no expected answer")
    return None
