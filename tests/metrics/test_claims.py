"""Rates of checked claims, by hand: over the answers that were given and have a claim that was checked."""

from __future__ import annotations

from typing import Any

import pytest

from cairn_nb.metrics.sections import answer_section, estimates, outcome_counts
from cairn_nb.records import CaseRow, Outcome
from tests.report_factory import abstained_row, answered_row, failed_row


def claims(case_id: str, supported: int, unsupported: int, **changes: Any) -> CaseRow:
    rate = supported / (supported + unsupported)
    outcomes = {"claim_support_rate": Outcome.SCORED}
    fields = {"claim_support_rate": rate, "unsupported_claims": unsupported, "outcomes": outcomes, **changes}
    return answered_row(case_id, **fields)


def lost(case_id: str, outcome: Outcome, **changes: Any) -> CaseRow:
    return answered_row(case_id, outcomes={"claim_support_rate": outcome}, **changes)


ROWS = [
    claims("a", 3, 1),
    claims("b", 1, 1),
    claims("c", 0, 4, answerable=False),  # an answer to a question without one asserts something all the same
    lost("split", Outcome.UNPARSED),
    lost("nothing", Outcome.NOT_APPLICABLE),
    lost("slow", Outcome.TIMEOUT),
    lost("declines", Outcome.ABSTAINED, refused=True),
    abstained_row("quiet"),
    failed_row("broken"),
]


def test_every_answer_weighs_the_same_however_many_claims_it_makes() -> None:
    section = answer_section(ROWS)
    # (3/4 + 1/2 + 0/4) / 3 = 5/12; (1 + 1 + 4) / 3 = 2
    assert section.claim_support_rate == pytest.approx(5 / 12)
    assert section.unsupported_claims == pytest.approx(2.0)


@pytest.mark.parametrize("name", ["claim_support_rate", "unsupported_claims"])
def test_what_has_no_rate_is_counted_by_its_reason(name: str) -> None:
    assert outcome_counts(ROWS)[name] == {
        "scored": 3,
        "unparsed": 1,
        "not_applicable": 1,
        "timeout": 1,
        "abstained": 2,
        "error": 1,
    }


def test_a_question_asked_several_times_is_one_question() -> None:
    rows = [claims("a", 1, 0), claims("a", 0, 2, trial=1), claims("b", 1, 1)]
    # a: (1 + 0) / 2, b: 1/2; unsupported a: (0 + 2) / 2, b: 1
    section = answer_section(rows)
    assert (section.claim_support_rate, section.unsupported_claims) == (0.5, 1.0)


def test_both_have_intervals_and_the_number_of_claims_has_no_upper_limit() -> None:
    rows = [claims(f"c{n}", 4 - n % 5, n % 5) for n in range(4, 44) if n % 5 != 4 or n % 2]
    found = estimates(rows, n_boot=400)
    rate, number = found["claim_support_rate"], found["unsupported_claims"]
    assert rate.low is not None and rate.high is not None and 0 < rate.low < (rate.value or 0) < rate.high < 1
    assert number.low is not None and number.high is not None
    assert 0 < number.low < (number.value or 0) < number.high and number.high > 1
    assert number.n == rate.n == len(rows)


def test_reports_without_checks_have_neither() -> None:
    section = answer_section([answered_row("a"), abstained_row("b")])
    assert (section.claim_support_rate, section.unsupported_claims) == (None, None)
    assert outcome_counts([answered_row("a")])["claim_support_rate"] == {"not_applicable": 1}
