"""The heuristic judge as one of the judges of the five axes."""

from __future__ import annotations

from cairn_nb.judges.heuristic import judge as heuristic
from cairn_nb.records import Answer, Case
from cairn_nb.records.axis_verdict import AxisVerdict


class HeuristicAxesJudge:
    """Grades by words alone (`cairn_nb.judges.heuristic.judge`); free and deterministic."""

    name = heuristic.JUDGE
    prompt_version = heuristic.PROMPT_VERSION
    design = None

    async def grade(
        self, case: Case, answer: Answer, *, refused: bool | None = None, deadline: float | None = None
    ) -> AxisVerdict:
        """The five grades; it is never late."""
        del deadline
        return heuristic.judge(case, answer, refused=refused)

    async def aclose(self) -> None:
        """Nothing is open."""
