"""What every judge of the five axes looks like from outside, and which answers no model is asked about."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from cairn_nb.judges.heuristic import judge as heuristic
from cairn_nb.records import Answer, Case, Status
from cairn_nb.records.axis_verdict import AxisVerdict
from cairn_nb.records.judging import JudgingDesign

RULE = "rule"


@runtime_checkable
class AxesJudge(Protocol):
    """Grades one answer on five axes, 0 to 5 each."""

    @property
    def name(self) -> str:
        """The judge's name in an experiment file."""

    @property
    def prompt_version(self) -> str:
        """What the grades mean; they are comparable only within one version."""

    @property
    def design(self) -> JudgingDesign | None:
        """Which models grade, and how; null where none does."""

    async def grade(
        self, case: Case, answer: Answer, *, refused: bool | None = None, deadline: float | None = None
    ) -> AxisVerdict:
        """The five grades; a model that fails or is late is stood in for, and does not raise.

        Parameters
        ----------
        refused
            Whether the answer declines to answer, where a model said so: by it the heuristic judge goes where it stands
            in. Else the wording says it.
        deadline
            In the running loop's time; null to wait for as long as the models' own limits allow.
        """

    async def aclose(self) -> None:
        """Give connections back."""


def without_model(case: Case, answer: Answer) -> AxisVerdict | None:
    """The verdict on an answer that no model need read; null when one is to be asked.

    An answer that ended in an error has none. One that the system withheld, or that is blank, is settled by the case
    alone, at no cost and the same for every system: withheld is right where there is no answer and worthless where
    there is one. A refusal in the system's own words is read by the judge.
    """
    if answer.status is Status.ERROR:
        return heuristic.judge(case, answer)
    if answer.status is Status.ABSTAINED or not answer.text.strip():
        verdict = heuristic.judge(case, answer)
        return verdict.changed(judge=RULE, metadata={"judges": [], "prompt_version": verdict.prompt_version})
    return None
