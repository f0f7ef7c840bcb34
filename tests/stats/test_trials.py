from __future__ import annotations

import numpy as np
import pytest

from cairn_nb.errors import InputError
from cairn_nb.stats import question_means, rank_stability, trial_sd, trial_variance

QUESTIONS = ["a", "a", "b", "b", "c"]


def test_a_questions_score_is_the_mean_over_the_trials_that_have_one() -> None:
    found = question_means([1.0, 0.0, 0.5, None, None], QUESTIONS)
    assert found.questions == ("a", "b", "c")
    assert found.means[:2].tolist() == [0.5, 0.5]
    assert np.isnan(found.means[2])


def test_trial_sd_by_hand() -> None:
    # a: 4 and 2, SD sqrt(2); b: 3 and 3, SD 0; c has one trial. Mean (1.414 + 0) / 2; variances 2 and 0.
    assert trial_sd([4, 2, 3, 3, 5], QUESTIONS) == pytest.approx(2**0.5 / 2)
    assert trial_variance([4, 2, 3, 3, 5], QUESTIONS) == 1.0
    assert trial_sd([3, 3, 5, 5, 1], QUESTIONS) == 0.0
    assert trial_sd([3, None, 5, None, 1], QUESTIONS) is None


def test_rank_stability_by_hand() -> None:
    # Two questions, two trials. Means by trial: A 3, 5; B 4, 2; overall A 4 first, B 3 second. The first trial has
    # B first, so each holds its rank on one trial of two.
    scores = [[[2, 4], [4, 6]], [[3, 1], [5, 3]]]
    assert rank_stability(scores) == [0.5, 0.5]


def test_equal_means_share_the_better_rank() -> None:
    # Overall A and B are both 4, so both first. In trial 1 only A is, in trial 2 only B.
    assert rank_stability([[[5, 3]], [[3, 5]]]) == [0.5, 0.5]
    assert rank_stability([[[3, 3]], [[3, 3]]]) == [1.0, 1.0]


def test_a_trial_without_a_score_holds_no_rank() -> None:
    nan = float("nan")
    assert rank_stability([[[5, nan]], [[3, 3]], [[nan, nan]]]) == [0.5, 0.5, None]


def test_wrong_shapes_are_refused() -> None:
    with pytest.raises(InputError, match="dimensions"):
        rank_stability([[1.0, 2.0]])
    with pytest.raises(InputError):
        question_means([1.0], ["a", "b"])
