"""The three numbers of repeated trials, by hand."""

from __future__ import annotations

import pytest

from cairn_nb.metrics.trials import is_correct, trials_section
from cairn_nb.records import CaseRow


def row(case_id: str, trial: int, score: float | None, status: str = "answered") -> CaseRow:
    return CaseRow(case_id=case_id, trial=trial, answerable=True, status=status, cluster_id=case_id, answer_score=score)


def asked(case_id: str, *scores: float | None) -> list[CaseRow]:
    """A question's trials; a trial without a score ended in an error."""
    return [row(case_id, trial, score, "error" if score is None else "answered") for trial, score in enumerate(scores)]


ROWS = [*asked("a", 5.0, 4.0, 4.2), *asked("b", 3.0, 5.0, 1.0), *asked("c", 2.0, 2.0, 2.0), *asked("d", 4.8, None, 4.8)]


def test_a_trial_is_correct_from_a_score_of_four() -> None:
    assert is_correct(row("a", 0, 4.0)) is True
    assert is_correct(row("a", 0, 3.8)) is False
    # 0.1 + 0.2 + 3.7 falls short of 4 by less than a float can tell.
    assert is_correct(row("a", 0, 4.0 - 4e-16)) is True
    assert is_correct(row("a", 0, None, "error")) is False
    assert is_correct(row("a", 0, None)) is None


def test_trial_sd_is_the_mean_of_the_questions_standard_deviations() -> None:
    section = trials_section(ROWS)
    assert section is not None and section.n_trials == 3
    # a: mean 4.4, squares 0.36 + 0.16 + 0.04 = 0.56, over 2; b: mean 3, squares 0 + 4 + 4, over 2; c: 0;
    # d: the error is left out, 4.8 twice.
    assert section.answer_score_trial_sd == pytest.approx((0.28**0.5 + 2.0 + 0.0 + 0.0) / 4)


def test_pass_at_k_is_right_at_least_once_and_pass_hat_k_every_time() -> None:
    section = trials_section(ROWS)
    assert section is not None and section.pass_at_k is not None and section.pass_hat_k is not None
    # Right at least once: a, b and d of 4. Every time: a alone, because d failed once.
    assert (section.pass_at_k.value, section.pass_hat_k.value) == (0.75, 0.25)
    # Four questions, right or not: Clopper-Pearson's 3 of 4 and 1 of 4 hold their means.
    assert section.pass_at_k.low is not None and section.pass_at_k.low < 0.25 < 0.75
    assert section.pass_at_k.n == section.pass_at_k.n_clusters == 4


def test_a_question_that_was_not_graded_each_time_is_left_out() -> None:
    section = trials_section([*ROWS, row("e", 0, 5.0), row("e", 1, None), row("e", 2, 5.0)])
    assert section is not None and section.pass_at_k is not None
    assert (section.pass_at_k.value, section.pass_at_k.n, section.pass_at_k.missing) == (0.75, 4, {"too few trials": 1})


def test_one_trial_has_no_section_and_trials_without_grades_have_no_shares() -> None:
    assert trials_section([row("a", 0, 5.0), row("b", 0, 1.0)]) is None
    ungraded = trials_section([row("a", trial, None) for trial in range(2)])
    assert ungraded is not None
    assert (ungraded.answer_score_trial_sd, ungraded.pass_at_k, ungraded.pass_hat_k) == (None, None, None)


def test_questions_are_resampled_by_document_unless_asked_otherwise() -> None:
    rows = [entry.changed(cluster_id="one.md") for entry in ROWS]
    by_document, by_question = trials_section(rows), trials_section(rows, cluster="none")
    assert by_document is not None and by_document.pass_at_k is not None
    assert by_question is not None and by_question.pass_at_k is not None
    assert (by_document.pass_at_k.n_clusters, by_question.pass_at_k.n_clusters) == (1, 4)
