"""What a draw with unequal chances says of all."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import t

from cairn_nb.errors import InputError
from cairn_nb.stats.effective_counts import clustered_share
from cairn_nb.stats.exact import clopper_pearson
from cairn_nb.stats.weighted_draw import weighted_difference_mean, weighted_share

ONES = np.ones


def test_with_equal_weights_it_is_the_clustered_share() -> None:
    values, names = np.array([1.0, 0, 1, 1, 0, 1, 1, 1]), list("aabbccdd")
    for side in ("two-sided", "lower"):
        plain = clustered_share(values, names, side=side)
        found = weighted_share(values, np.full(8, 3.0), names, side=side)
        assert (found.value, found.low, found.high) == pytest.approx((plain.value, plain.low, plain.high))


def test_labels_stand_for_as_many_answers_as_their_weight() -> None:
    """Three of ten answers each: (10 * 1 + 30 * 0) / 40."""
    assert weighted_share(np.array([1.0, 0.0]), np.array([10.0, 30.0])).value == pytest.approx(0.25)


def test_all_alike_counts_as_many_trials_as_equal_weights_would() -> None:
    """Weights 1 and 3: (1 + 3)^2 / (1 + 9) = 1.6 trials, whose lower bound is 0.05^(1 / 1.6) one-sided."""
    found = weighted_share(np.array([1.0, 1.0]), np.array([1.0, 3.0]), side="lower")
    assert found.low == pytest.approx(0.05 ** (1 / 1.6))
    assert weighted_share(ONES(5), ONES(5)).low == pytest.approx(clopper_pearson(5, 5)[0])


def test_never_more_trials_than_labels() -> None:
    found = weighted_share(np.array([1.0, 0.0, 1.0, 1.0]), ONES(4))
    assert (found.low, found.high) == pytest.approx(clopper_pearson(3, 4))


def test_a_mean_is_the_judges_corrected_by_the_weighted_labels() -> None:
    """Judge over all: (1 + 2 + 3 + 4) / 4 = 2.5; people beyond it: (1 * 1 + 3 * -1) / 4 = -0.5."""
    found = weighted_difference_mean(np.array([1.0, 2, 3, 4]), [0, 2], np.array([2.0, 2.0]), np.array([1.0, 3.0]))
    assert found.value == pytest.approx(2.0)
    assert found.warning == "no interval: only 2 labelled"


def test_with_every_item_labelled_it_is_the_mean_of_people_with_students_interval() -> None:
    human = np.array([1.0, 2, 4, 4, 5, 3, 2, 1])
    found = weighted_difference_mean(np.array([2.0, 2, 4, 5, 5, 3, 1, 1]), range(8), human, ONES(8))
    reach = t.ppf(0.975, 7) * human.std(ddof=1) / np.sqrt(8)
    assert (found.value, found.low, found.high) == pytest.approx(
        (human.mean(), human.mean() - reach, human.mean() + reach)
    )


def test_the_mean_covers_about_as_stated_where_the_plain_mean_of_labels_does_not() -> None:
    """Of 300 answers 60 have a low score of the judge, which is lenient by 1 on the others; 20 of each are labelled."""
    rng, covered, plain = np.random.default_rng(5), 0, 0
    for _ in range(200):
        truth = np.where(np.arange(300) < 60, 1.0, 3.0) + rng.normal(0, 0.5, 300)
        judged = truth + np.where(np.arange(300) < 60, 0.0, 1.0) + rng.normal(0, 0.3, 300)
        drawn = [*rng.choice(60, 20, replace=False), *(60 + rng.choice(240, 20, replace=False))]
        found = weighted_difference_mean(judged, drawn, truth[drawn], np.repeat([3.0, 12.0], 20))
        assert found.low is not None and found.high is not None
        covered += found.low <= 2.6 <= found.high
        plain += abs(truth[drawn].mean() - 2.6) < (found.high - found.low) / 2
    assert 180 <= covered <= 200  # 99.9% of binomial(200, 0.95) begins at 180
    assert plain < 20


def test_bad_input_is_named() -> None:
    with pytest.raises(InputError, match="a weight must be above 0"):
        weighted_share(ONES(2), np.array([1.0, 0.0]))
    with pytest.raises(InputError, match="1 weights for 2 values"):
        weighted_share(ONES(2), ONES(1))
    with pytest.raises(InputError, match="2 scores of people for 1 items"):
        weighted_difference_mean(ONES(3), [0], ONES(2), ONES(2))
    assert weighted_share(np.array([]), np.array([])).value is None
    assert weighted_difference_mean(ONES(3), [], np.array([]), np.array([])).value is None
