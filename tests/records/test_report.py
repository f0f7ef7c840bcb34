"""A row holds only what can have been measured, so that no sum over rows overflows and no share leaves its range."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from cairn_nb.records import CaseRow
from cairn_nb.records.sections import AnswerSection
from tests.report_factory import answered_row, answered_rows, build_report

IMPOSSIBLE: list[dict[str, Any]] = [
    {"cost_usd": 1e308},
    {"latency_ms": 1e308},
    {"trial": -1},
    {"claims_total": -1, "claims_supported": -1},
    {"claims_total": 1, "claims_supported": 2},
    {"claims_total": None, "claims_supported": 2},
]


@pytest.mark.parametrize("values", IMPOSSIBLE)
def test_a_row_that_nobody_can_have_measured(values: dict[str, Any]) -> None:
    row = answered_row("a")
    with pytest.raises(ValidationError):
        row.changed(**values)


def test_a_row_may_leave_its_claims_uncounted() -> None:
    row: CaseRow = answered_row("a").changed(claims_total=None, claims_supported=None)
    assert row.claims_total is None


def test_a_report_is_shown_by_what_it_is_of_and_its_main_numbers_without_its_rows() -> None:
    report = build_report(answered_rows(400))
    shown = repr(report)
    assert shown.startswith("Report(config_name='default', split='eval', n_cases=400, ")
    assert f"answer_rate={report.abstention.answer_rate!r}" in shown
    assert "case_id" not in shown and len(shown) < 400 and len(str(report)) < 400


def test_a_report_shows_no_number_that_was_not_measured() -> None:
    report = build_report(answered_rows(2)).changed(answer=AnswerSection())
    assert "judge_score" not in repr(report) and "answer_rate" in repr(report)
