from __future__ import annotations

import numpy as np
import pytest
from scipy import stats as scipy_stats
from statsmodels.stats.proportion import proportion_confint

from cairn_nb.errors import InputError
from cairn_nb.stats import binomial_p_low, clopper_pearson, share_estimate, smallest_n_without_errors, wilson

COUNTS = [(0, 5), (5, 5), (3, 10), (17, 190), (189, 190), (1, 1)]


@pytest.mark.parametrize(("k", "n"), COUNTS)
@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
def test_intervals_agree_with_scipy_and_statsmodels(k: int, n: int, level: float) -> None:
    exact = scipy_stats.binomtest(k, n).proportion_ci(level, method="exact")
    assert clopper_pearson(k, n, level) == pytest.approx((exact.low, exact.high), abs=1e-12)
    assert wilson(k, n, level) == pytest.approx(proportion_confint(k, n, 1 - level, method="wilson"), abs=1e-12)


def test_one_sided_bounds_put_the_whole_tail_on_their_side() -> None:
    # The one-sided 95% bound is the two-sided 90% one.
    assert clopper_pearson(3, 40, 0.95, "upper") == (0.0, pytest.approx(clopper_pearson(3, 40, 0.90)[1]))
    assert clopper_pearson(3, 40, 0.95, "lower") == (pytest.approx(clopper_pearson(3, 40, 0.90)[0]), 1.0)


def test_nothing_seen_leaves_everything_possible() -> None:
    assert clopper_pearson(0, 0) == wilson(0, 0) == (0.0, 1.0)
    assert share_estimate(0, 0).value is None


@pytest.mark.parametrize(("k", "n"), [(-1, 3), (4, 3)])
def test_impossible_counts_are_refused(k: int, n: int) -> None:
    for interval in (clopper_pearson, wilson):
        with pytest.raises(InputError, match="between 0 and n"):
            interval(k, n)


def test_binomial_p_values() -> None:
    # P(Binomial(2, 1/2) <= 0) = 1/4, <= 1: 3/4, <= 2: 1; nothing tried proves nothing.
    assert binomial_p_low([0, 1, 2, 0], [2, 2, 2, 0], 0.5).tolist() == [0.25, 0.75, 1.0, 1.0]
    n = np.arange(1, 60)
    assert binomial_p_low(n // 5, n, 0.35) == pytest.approx(scipy_stats.binom.cdf(n // 5, n, 0.35))


@pytest.mark.parametrize(("alpha", "n"), [(0.35, 7), (0.10, 29), (0.05, 59), (0.5, 5)])
def test_fewest_trials_without_an_error(alpha: float, n: int) -> None:
    # 0.65^7 = 0.0490, 0.9^29 = 0.0471, 0.95^59 = 0.0485, 0.5^5 = 0.03125
    assert smallest_n_without_errors(alpha, 0.05) == n
    assert clopper_pearson(0, n, 0.95, "upper")[1] <= alpha < clopper_pearson(0, n - 1, 0.95, "upper")[1]


def test_a_power_of_the_share_needs_no_trial_more() -> None:
    assert smallest_n_without_errors(0.5, 0.125) == 3


def test_share_estimate_says_its_method() -> None:
    estimate = share_estimate(2, 10, 0.95, "upper")
    assert (estimate.value, estimate.low, estimate.n) == (0.2, 0.0, 10)
    assert estimate.method == "Clopper-Pearson, one-sided upper"
