from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.stats import bootstrap_mean, bootstrap_ratios, mean_of, mean_of_means, question_means

Values = list[tuple[int, float | None]]
ASKED = st.lists(st.tuples(st.integers(0, 4), st.none() | st.floats(0, 1)), min_size=1, max_size=20)


def test_the_mean_of_means_by_hand() -> None:
    # Question 0 has 1, 1 and 1; question 1 has 0 once and failed twice: (1 + 0) / 2, not 3 of 4.
    values = np.array([1.0, 1.0, 1.0, 0.0, np.nan, np.nan])
    found = mean_of_means(values, np.array([0, 0, 0, 1, 1, 1]), missing={"error": 2})
    assert found.value == 0.5
    assert int(found.present.sum()) == 4
    assert dict(found.missing) == {"error": 2}


@given(ASKED)
def test_it_is_the_mean_of_the_questions_means(asked: Values) -> None:
    groups = [group for group, _ in asked]
    codes = np.array([list(dict.fromkeys(groups)).index(group) for group in groups])
    values = np.array([np.nan if value is None else value for _, value in asked])
    means = question_means(values, groups).means
    expected = float(np.nanmean(means)) if not np.isnan(means).all() else None
    assert mean_of_means(values, codes, missing={}).value == pytest.approx(expected)


def test_as_many_trials_of_each_question_change_no_bit() -> None:
    values = np.linspace(0, 1, 30) ** 2
    plain, grouped = mean_of(values), mean_of_means(values, np.repeat(np.arange(10), 3), missing={})
    assert plain.numerators.tobytes() == grouped.numerators.tobytes()
    assert plain.denominators.tobytes() == grouped.denominators.tobytes()


def test_points_have_the_interval_of_their_shares() -> None:
    grades = [0.0, 1.2, 3.4, 5.0, 4.8, 4.9, 5.0, 2.0]
    points = bootstrap_mean(grades, most=5.0, interval="auto")
    share = bootstrap_mean([grade / 5 for grade in grades], interval="auto")
    assert points.method == share.method == "bounded"
    assert (points.low, points.high) == pytest.approx((5 * (share.low or 0), 5 * (share.high or 0)))
    assert points.value == pytest.approx(26.3 / 8)


def test_full_points_everywhere_still_have_a_width() -> None:
    # 10 of 10 right: Clopper-Pearson reaches down to 0.025^(1/10) = 0.6915.
    found = bootstrap_ratios({"grade": mean_of(np.full(10, 5.0), most=5.0)})["grade"]
    assert (found.value, found.high) == (5.0, 5.0)
    assert found.low == pytest.approx(5 * 0.025**0.1)
