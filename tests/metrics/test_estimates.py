"""What a report makes of several trials of a question, some of which failed."""

from __future__ import annotations

from typing import Any

import pytest

from cairn_nb.metrics.measured import MeasuredRows
from cairn_nb.metrics.sections import abstention_section, answer_section, estimates, smallest_visible_drops
from cairn_nb.records import CaseRow


def trial(case_id: str, number: int, status: str = "answered", **values: Any) -> CaseRow:
    return CaseRow(case_id=case_id, trial=number, answerable=True, status=status, cluster_id=case_id, **values)


ROWS = (
    *(trial("a", number, token_f1=1.0, correct=True, claims_total=2, claims_supported=2) for number in range(3)),
    trial("b", 0, token_f1=0.0, correct=False, claims_total=4, claims_supported=1),
    trial("b", 1, "error"),
    trial("b", 2, "error"),
)


def test_a_question_counts_once_however_many_of_its_trials_failed() -> None:
    found = estimates(MeasuredRows(ROWS), n_boot=200)["token_f1"]
    # a: 1; b: 0, over the one trial that has a value. Over answers it would be 3 of 4.
    assert (found.value, found.n, found.missing) == (0.5, 4, {"error": 2})
    assert answer_section(ROWS).token_f1 == 0.5


def test_shares_of_answers_and_of_claims_are_over_answers_and_claims() -> None:
    # One of four answers is wrong; 2 + 2 + 2 + 1 of 2 + 2 + 2 + 4 claims are verified.
    assert abstention_section(ROWS, alpha=0.1, threshold=None).error_rate_answered == 0.25
    assert answer_section(ROWS).citation_validity == 0.7


def test_what_can_be_shown_is_in_the_measures_unit_and_counts_questions_not_answers() -> None:
    once = [
        CaseRow(
            case_id=f"q{number}", answerable=True, status="answered", cluster_id=f"q{number}",
            answer_score=number % 6, judge_score=(number % 6) / 5,
        )
        for number in range(60)
    ]  # fmt: skip
    found = smallest_visible_drops(once)
    assert found["answer_score"] is not None and found["judge_score"] is not None
    assert found["answer_score"] == pytest.approx(5 * found["judge_score"])
    # The same answer three times is no more evidence than once.
    thrice = [row.changed(trial=number) for row in once for number in range(3)]
    assert smallest_visible_drops(thrice) == pytest.approx(found)
