"""Repeated trials by hand: scores, spread, pass@k, pass^k and rank stability."""

from __future__ import annotations

import pytest

from cairn_nb.records import CaseRow, Report
from tests.decisions.tables.reports import cells, graded, named, scored, tables
from tests.report_factory import failed_row


def asked(name: str, questions: dict[str, list[float | None]]) -> Report:
    """Each question's scores by trial; None is a trial that failed."""
    rows: list[CaseRow] = [
        failed_row(q, trial=t, cluster_id=q) if score is None else graded(q, score, trial=t)
        for q, scores in questions.items()
        for t, score in enumerate(scores)
    ]
    return named(name, rows)


def test_a_systems_score_is_the_mean_of_its_questions_means() -> None:
    # A failed trial leaves its question's mean: (5 + (1 + 1) / 2) / 2, not (5 + 1 + 1) / 3.
    row = cells(asked("a", {"q0": [5.0, None], "q1": [1.0, 1.0]}))["a"]
    assert row["answer_score"] == (5.0 + 1.0) / 2
    assert (row["n_ok"], row["n_error"]) == (3, 1)


def test_the_spread_within_questions() -> None:
    # Standard deviations across two trials: |4 - 2| / sqrt(2) and 0; their mean.
    row = cells(asked("a", {"q0": [4.0, 2.0], "q1": [3.0, 3.0]}))["a"]
    assert row["answer_score_trial_sd"] == pytest.approx((2 / 2**0.5 + 0) / 2)


def test_pass_at_k_and_pass_hat_k_and_a_failed_trial_is_not_correct() -> None:
    row = cells(asked("a", {"q0": [4.0, 5.0], "q1": [4.0, None], "q2": [1.0, 2.0], "q3": [3.0, 4.5]}))["a"]
    assert row["pass_at_k"] == 3 / 4  # q0, q1, q3 at least once
    assert row["pass_hat_k"] == 1 / 4  # q0 every time


def test_rank_stability_is_the_share_of_trials_with_the_rank_over_all() -> None:
    # Over both trials a has (5 + 2) / 2 and b (3 + 3) / 2: a is first. In trial 0 it is, in trial 1 it is not.
    found = cells(asked("a", {"q0": [5.0, 2.0]}), asked("b", {"q0": [3.0, 3.0]}))
    assert (found["a"]["rank_stability"], found["b"]["rank_stability"]) == (1 / 2, 1 / 2)


def test_the_columns_appear_only_with_trials() -> None:
    names = {"answer_score_trial_sd", "pass_at_k", "pass_hat_k", "rank_stability"}
    assert not names & set(cells(scored("a", [3.0]))["a"])
    assert tables(scored("a", [3.0])).stats.trials is None
    two = asked("a", {"q0": [5.0, 2.0]})
    assert names <= set(cells(two)["a"]) and tables(two).stats.trials == 2


def test_one_row_an_answer_with_its_trial() -> None:
    found = tables(asked("a", {"q0": [5.0, 2.0], "q1": [1.0, None]})).answers
    for table in found.values():
        assert [(row["question_id"], row["trial"]) for row in table.records()] == [
            ("q0", 0),
            ("q0", 1),
            ("q1", 0),
            ("q1", 1),
        ]
