"""The guarantee as a point, and by exact one-sided bounds with three outcomes."""

from __future__ import annotations

from typing import Any

import pytest

from cairn_nb.decisions.gate.gate import gate
from cairn_nb.records import Report
from tests.report_factory import abstained_row, answered_row, answered_rows, build_report


def wrong_of(n_wrong: int, n: int, *, alpha: float = 0.35, **changes: Any) -> Report:
    return build_report([answered_row(f"c{i:02d}", correct=i >= n_wrong) for i in range(n)], alpha=alpha, **changes)


# (wrong, answered, alpha, exit). Bounds at 95% one side, from the Beta quantile:
# 0 of 7: upper 1 - 0.05^(1/7) = 0.348, so 7 clean answers just show alpha 0.35; 0 of 6: 0.393.
# 0 of 29: 0.098; 0 of 28: 0.101. 9 of 25 = 0.36: bounds 0.202 and 0.544, around 0.35.
# 15 of 25 = 0.6: lower bound 0.417 > 0.35.
EXACT = [
    (0, 7, 0.35, 0),
    (0, 6, 0.35, 2),
    (0, 29, 0.10, 0),
    (0, 28, 0.10, 2),
    (9, 25, 0.35, 2),
    (15, 25, 0.35, 1),
    (25, 25, 0.35, 1),
]


@pytest.mark.parametrize(("n_wrong", "n", "alpha", "exit_code"), EXACT)
def test_exact_bounds_have_three_outcomes(n_wrong: int, n: int, alpha: float, exit_code: int) -> None:
    report = wrong_of(n_wrong, n, alpha=alpha)
    assert gate(report, report, guarantee="exact").exit_code == exit_code


def test_exact_sentences_hold_the_numbers() -> None:
    undecided = gate(wrong_of(9, 25), wrong_of(9, 25), guarantee="exact").undecided
    assert undecided == (
        "the candidate's abstention guarantee is neither shown nor refuted: 9 of 25 answers are wrong, exact bounds "
        "0.202 and 0.544 around alpha 0.350 at level 0.95 each.",
    )
    [reason] = gate(wrong_of(15, 25), wrong_of(15, 25), guarantee="exact").reasons
    assert reason.startswith(
        "the candidate's abstention guarantee is not met: error rate among answered is 0.600 against"
    )
    assert reason.endswith("against alpha 0.350 (the exact bound is 0.417).")


def test_the_runs_own_delta_is_used() -> None:
    """0 of 7 shows alpha 0.35 at delta 0.05 (bound 0.348) but not at 0.01 (bound 1 - 0.01^(1/7) = 0.482)."""
    strict = wrong_of(0, 7, calibration={"delta": 0.01})
    assert gate(strict, strict, guarantee="exact").exit_code == 2


def test_an_uncalibrated_candidate_has_nothing_to_test() -> None:
    bare = wrong_of(0, 20, notes={"threshold_source": "uncalibrated (model abstain flag)"})
    verdict = gate(wrong_of(0, 20), bare, guarantee="exact")
    assert verdict.undecided == ("the candidate's abstention guarantee cannot be tested: it is uncalibrated.",)


def test_a_close_guarantee_is_noted_under_the_point_rule() -> None:
    """8 of 25 wrong meets alpha 0.35, but the interval around 0.32 holds it."""
    verdict = gate(wrong_of(8, 25), wrong_of(8, 25))
    assert verdict.promote is True
    assert any("the guarantee is close: 8 of 25 answers are wrong" in note for note in verdict.notes)


def test_answered_unanswerable_cases_count_as_wrong_and_trials_once() -> None:
    rows = [
        *(answered_row(f"c{i:02d}", trial=trial) for i in range(6) for trial in range(2)),
        answered_row("u", answerable=False),
    ]
    report = build_report(rows)
    [sentence] = gate(report, report, guarantee="exact").undecided
    assert "1 of 7 answers are wrong" in sentence


def test_an_empty_guarantee_is_said() -> None:
    quiet = build_report([abstained_row("a"), abstained_row("b")])
    assert "the candidate answered nothing, so its guarantee is empty." in gate(quiet, quiet).notes


def test_reports_without_rows_cannot_be_tested_exactly() -> None:
    bare = build_report(answered_rows(10)).changed(per_case=(), schema_version=None)
    assert gate(bare, bare, guarantee="exact").undecided == (
        "the candidate's abstention guarantee cannot be tested: it has no rows with a judgement.",
    )
