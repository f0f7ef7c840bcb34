"""How often a system's rank in one trial is its rank over all trials, by hand."""

from __future__ import annotations

from cairn_nb.decisions.board.rank_stability import rank_stability
from cairn_nb.records import CaseRow, Report
from tests.report_factory import answered_row, build_report, failed_row


def asked(*grades: tuple[float, ...]) -> list[CaseRow]:
    """A question for each group of grades, one grade a trial."""
    return [
        answered_row(f"q{number}", trial=trial, answer_score=grade)
        for number, group in enumerate(grades)
        for trial, grade in enumerate(group)
    ]


def system(*grades: tuple[float, ...]) -> Report:
    return build_report(asked(*grades))


def test_by_hand() -> None:
    # Means of three trials: A 4, 4, 1 (3 over all), B 3, 3, 2 (2.67), C 0, 0, 0. A is first twice, second once;
    # B second twice, first once; C always last.
    found = rank_stability([system((4, 4, 1), (4, 4, 1)), system((3, 3, 2), (3, 3, 2)), system((0, 0, 0), (0, 0, 0))])
    assert found == [2 / 3, 2 / 3, 1.0]


def test_equal_means_share_the_better_rank() -> None:
    assert rank_stability([system((3, 3)), system((3, 3))]) == [1.0, 1.0]


def test_a_failed_trial_is_left_out_of_its_trials_mean() -> None:
    # Second trial of A: 5 over the one question that did not fail, so A is first in both.
    first = build_report([*asked((4, 5)), answered_row("q1", trial=0, answer_score=4), failed_row("q1", trial=1)])
    assert rank_stability([first, system((3, 4), (3, 4))]) == [1.0, 1.0]


def test_only_trials_of_all_systems_rank_them() -> None:
    assert rank_stability([system((4, 4)), system((3,))]) == [None, None]
    assert rank_stability([system((4, 1, 0)), system((3, 3))]) == [0.5, 0.5]


def test_a_system_that_nobody_graded_has_none() -> None:
    ungraded = build_report([answered_row("q0", trial=trial) for trial in range(2)])
    assert rank_stability([system((4, 4)), ungraded]) == [1.0, None]
