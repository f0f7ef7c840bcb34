from __future__ import annotations

from itertools import combinations
from math import comb

import pytest

from cairn_nb.errors import InputError
from cairn_nb.stats import pass_at_k, pass_hat_k

QUESTIONS = ["a"] * 4 + ["b"] * 4
RIGHT = [True, True, True, False, False, False, False, True]


def test_all_trials_by_hand() -> None:
    # a: 3 of 4 right, b: 1 of 4. At least once: both, 1. Every time: neither, 0.
    assert pass_at_k(RIGHT, QUESTIONS).value == 1.0
    assert pass_hat_k(RIGHT, QUESTIONS).value == 0.0


def test_fewer_trials_by_hand() -> None:
    # k = 2. a: 1 - C(1,2)/C(4,2) = 1, C(3,2)/6 = 1/2; b: 1 - C(3,2)/6 = 1/2, C(1,2)/6 = 0.
    assert pass_at_k(RIGHT, QUESTIONS, 2).value == pytest.approx(0.75)
    assert pass_hat_k(RIGHT, QUESTIONS, 2).value == pytest.approx(0.25)
    # k = 1: both are the share of right trials.
    assert pass_at_k(RIGHT, QUESTIONS, 1).value == pass_hat_k(RIGHT, QUESTIONS, 1).value == pytest.approx(0.5)


def test_it_is_the_share_over_all_sets_of_k_trials() -> None:
    trials = [1, 0, 1, 1, 0]
    sets = list(combinations(trials, 3))
    assert len(sets) == comb(5, 3)
    labels = ["q"] * 5
    assert pass_at_k(trials, labels, 3).value == pytest.approx(sum(any(s) for s in sets) / 10)
    assert pass_hat_k(trials, labels, 3).value == pytest.approx(sum(all(s) for s in sets) / 10)


def test_a_failed_trial_is_not_correct() -> None:
    assert pass_hat_k([True, None], ["a", "a"]).value == 0.0
    assert pass_at_k([False, None], ["a", "a"]).value == 0.0


def test_too_few_trials_are_missing_not_wrong() -> None:
    found = pass_at_k([True, True, True], ["a", "a", "b"], 2)
    assert (found.value, found.n, found.missing) == (1.0, 1, {"too few trials": 1})


def test_documents_are_resampled_with_their_questions() -> None:
    found = pass_at_k(RIGHT, QUESTIONS, clusters=["d"] * 8)
    assert (found.n, found.n_clusters) == (2, 1)
    assert pass_at_k([], []).value is None


@pytest.mark.parametrize("bad", [{"k": 0}, {"clusters": ["d"]}])
def test_what_does_not_fit_is_refused(bad: dict[str, object]) -> None:
    with pytest.raises(InputError):
        pass_hat_k(RIGHT, QUESTIONS, **bad)  # type: ignore[arg-type]
