from __future__ import annotations

import numpy as np
import pytest
import statsmodels.api as sm
from scipy import stats as scipy_stats

from cairn_nb.seeds import stream
from cairn_nb.stats import bootstrap_t_interval, bounded_interval, clopper_pearson, student_interval
from cairn_nb.stats.small_sample import is_small, tails

ONES = np.ones


@pytest.mark.parametrize(("k", "n"), [(1, 1), (3, 20), (18, 20), (20, 20)])
def test_on_zeros_and_ones_the_bounded_interval_is_the_exact_one(k: int, n: int) -> None:
    values = np.repeat([1.0, 0.0], [k, n - k])
    assert bounded_interval(values, ONES(n), n_boot=40_000) == pytest.approx(clopper_pearson(k, n), abs=0.006)


def test_one_score_alone_by_hand() -> None:
    # Weights w and 1 - w, w even in 0..1: the lower bound is 0.6 x 0.025, the upper 1 - 0.4 x 0.025.
    assert bounded_interval(np.array([0.6]), ONES(1), n_boot=40_000) == pytest.approx((0.015, 0.99), abs=0.003)


def test_the_bounded_interval_counts_failures_that_were_not_seen() -> None:
    # Twenty scores near 0.95; the percentile bootstrap would rule out 0.9, though a failure in twenty may be unseen.
    values = stream(0, "values").beta(20, 1, 20)
    low, high = bounded_interval(values, ONES(20))
    assert low < 0.95 * (1 - 1 / 20) < values.mean() < high <= 1


def test_documents_weigh_by_their_questions() -> None:
    sums, sizes = np.array([9.0, 1.0, 4.0, 2.0]), np.array([10.0, 2.0, 5.0, 5.0])
    low, high = bounded_interval(sums, sizes)
    assert low < 16 / 22 < high
    order = [2, 0, 3, 1]
    assert bounded_interval(sums[order], sizes[order]) == (low, high)


def test_bootstrap_t_of_the_control_mice() -> None:
    # Efron and Tibshirani (1993), 12.5: nine survival times, mean 56.22; 90% interval 35.82 to 116.74 from 1,000
    # resamples, whose t quantiles they print as -4.53 and 1.53: 56.22 - 1.53 x 13.33 and 56.22 + 4.53 x 13.33.
    times = np.array([52.0, 104, 146, 10, 50, 31, 40, 27, 46])
    low, high = bootstrap_t_interval(times, ONES(9), 0.90, n_boot=20_000, equal_tails=True)
    assert low == pytest.approx(35.82, abs=2.5)
    assert high == pytest.approx(116.74, abs=10)


def test_less_risk_is_left_on_the_side_to_which_values_are_skewed() -> None:
    # Four 0 and one 5: mean 1, third moment (4 x -1 + 64) / 5 = 12, variance (4 + 16) / 5 = 4, skewness 12 / 8 = 1.5;
    # 2.5% above over 1 + 20 x 2.25 / 5 = 10 would be more than a sixth less.
    skewed = np.array([0.0, 0, 0, 0, 5])
    assert tails(skewed, ONES(5), 0.95) == pytest.approx((0.025, 0.025 / 6))
    assert tails(-skewed, ONES(5), 0.95) == pytest.approx((0.025 / 6, 0.025))
    # As many again a hundred times: 1 + 20 x 2.25 / 500 = 1.09.
    assert tails(np.tile(skewed, 100), ONES(500), 0.95) == pytest.approx((0.025, 0.025 / 1.09))
    assert tails(np.array([1.0, 2, 3]), ONES(3), 0.95) == pytest.approx((0.025, 0.025))


def test_the_longer_side_alone_is_longer() -> None:
    costs = stream(3, "costs").lognormal(0.0, 1.0, 20)
    low, high = bootstrap_t_interval(costs, ONES(20))
    plain = bootstrap_t_interval(costs, ONES(20), equal_tails=True)
    assert low == plain[0]
    assert high is not None and plain[1] is not None and high > plain[1]


def test_bootstrap_t_of_many_normal_values_is_students() -> None:
    values = stream(1, "values").normal(5, 1, 60)
    mean, error = values.mean(), values.std(ddof=1) / 60**0.5
    theirs = scipy_stats.t.interval(0.95, 59, mean, error)
    assert bootstrap_t_interval(values, ONES(60), n_boot=20_000) == pytest.approx(theirs, abs=0.15 * error)


def test_where_resamples_stop_varying_there_is_no_bound() -> None:
    # One of twenty differs: (19/20)^20 = 36% of the resamples do not hold it and have no spread.
    values = np.append(np.full(19, 0.01), 5.0)
    low, high = bootstrap_t_interval(values, ONES(20))
    assert low is not None and high is None
    assert bootstrap_t_interval(values[:5], ONES(5)) == (None, None)


def test_students_interval_is_scipys_without_clusters_and_statsmodels_with() -> None:
    rng = stream(2, "values")
    values = rng.normal(0.1, 1, 40)
    theirs = scipy_stats.t.interval(0.95, 39, values.mean(), values.std(ddof=1) / 40**0.5)
    assert student_interval(values, ONES(40)) == pytest.approx(theirs)
    owner = rng.integers(0, 8, 40)
    fitted = sm.OLS(values, ONES(40)).fit(cov_type="cluster", cov_kwds={"groups": owner}, use_t=True)
    found = student_interval(np.bincount(owner, values), np.bincount(owner).astype(float))
    assert found == pytest.approx(tuple(fitted.conf_int()[0]))
    assert student_interval(np.array([1.0]), ONES(1)) == (None, None)


@pytest.mark.parametrize(
    ("failures", "n", "small"), [(50, 100, False), (49, 99, True), (3, 200, True), (30, 200, False)]
)
def test_few_or_skewed_by_cochrans_rule(failures: int, n: int, small: bool) -> None:
    # (1 - 2p)^2 / (p (1 - p)) x 25: p = 0.015: 1,592 > 200; p = 0.15: 96 < 200.
    values = np.repeat([0.0, 1.0], [failures, n - failures])
    assert is_small(values, ONES(n)) is small
