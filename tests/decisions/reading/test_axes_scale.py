"""Which grades of two reports are on one scale."""

from __future__ import annotations

from cairn_nb.decisions.reading.axes_scale import axes_scale
from cairn_nb.records.judging import AxesJudgeMember, JudgingSection
from tests.report_factory import answered_row, build_report


def test_the_judges_with_their_prompt_and_not_who_happened_to_fail() -> None:
    judging = JudgingSection(
        name="panel",
        prompt_version="axes-1-x",
        judges=(AxesJudgeMember(judge="a"), AxesJudgeMember(judge="b")),
    )
    rows = [answered_row("x", axes_judge="a, b"), answered_row("y", axes_judge="heuristic")]
    assert axes_scale(build_report(rows, judging=judging)) == {"a axes-1-x", "b axes-1-x"}
    assert axes_scale(build_report(rows)) == {"a, b", "heuristic"}
    assert axes_scale(build_report([answered_row("x")])) == frozenset()
