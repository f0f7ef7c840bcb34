"""The judging section, by hand."""

from __future__ import annotations

from typing import Any

import pytest

from cairn_nb.metrics.judging import fallback_rate, judging_section
from cairn_nb.records import CaseRow, Status
from cairn_nb.records.judging import AxesJudgeMember, JudgingDesign

DESIGN = JudgingDesign(
    name="llm",
    prompt_version="axes-1-x",
    judges=(AxesJudgeMember(judge="openai:gpt", family="gpt"),),
    generator_family="gpt",
)


def row(number: int, **judged: Any) -> CaseRow:
    return CaseRow(case_id=str(number), answerable=True, status=Status.ANSWERED, answer_judge=judged)


def test_what_models_graded_what_the_rule_and_what_the_heuristic_judge() -> None:
    rows = [
        row(0, fallback=False, self_preference=True),
        row(1, fallback=False, self_preference=True),
        row(2, fallback=True, self_preference=False),
        row(3, judges=[]),  # settled by rule
        row(4),  # ended in an error
    ]
    found = judging_section(DESIGN, rows)
    assert (found.n_judged, found.n_by_rule, found.n_fallbacks, found.n_self_preferred) == (3, 1, 1, 2)
    assert found.judge_fallback_rate == fallback_rate(rows) == pytest.approx(1 / 3)
    assert found.agreement == {} and found.lead == "openai:gpt"


def test_where_no_model_was_asked_there_is_no_rate() -> None:
    assert fallback_rate([row(0, judges=[]), row(1)]) is None
    assert judging_section(DESIGN, [row(0)]).judge_fallback_rate is None
