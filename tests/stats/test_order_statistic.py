from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from cairn_nb.stats import quantile_estimate
from cairn_nb.stats.order_statistic import order_ranks


def test_median_of_six_runs_from_the_smallest_to_the_largest() -> None:
    # It misses only when all six lie on one side: 2 / 64 = 3.1%. One rank further in misses 2 (1 + 6) / 64 = 22%.
    estimate = quantile_estimate([5.0, 1.0, 2.0, 9.0, 3.0, 4.0], 0.5)
    assert (estimate.value, estimate.low, estimate.high) == (3.5, 1.0, 9.0)


@pytest.mark.parametrize(("n", "bounded"), [(71, False), (72, True)])
def test_a_p95_has_an_upper_bound_from_72_values_on(n: int, bounded: bool) -> None:
    # 0.95^71 = 0.0262, 0.95^72 = 0.0249
    assert (quantile_estimate(np.arange(n), 0.95).high is not None) is bounded


@given(st.integers(1, 400), st.sampled_from([0.5, 0.9, 0.95]), st.sampled_from([0.8, 0.95]))
def test_coverage_is_exact_and_no_wider_than_needed(n: int, q: float, level: float) -> None:
    low, high = order_ranks(n, q, level)
    tail = (1 - level) / 2
    below = scipy_stats.binom(n, q).cdf  # below(r - 1): fewer than r values lie below the quantile
    assert below((low or 0) - 1) <= tail + 1e-12
    assert below(low or 0) > tail - 1e-12
    if high is None:
        assert below(n - 1) < 1 - tail + 1e-12
    else:
        assert below(high - 1) >= 1 - tail - 1e-12
        assert below(high - 2) < 1 - tail + 1e-12


def test_gaps_are_counted_and_nothing_is_null() -> None:
    assert quantile_estimate([1.0, None, 2.0], 0.5).missing == {"missing": 1}
    assert quantile_estimate([None], 0.5, missing={"error": 1}).missing == {"error": 1}
    assert quantile_estimate([], 0.5).value is None


@pytest.mark.parametrize("n", [*range(1, 130), 1000, 20_000])
@pytest.mark.parametrize("q", [0.5, 0.95])
def test_the_ranks_are_those_of_the_exact_distribution(n: int, q: float) -> None:
    below = scipy_stats.binom.cdf(np.arange(n), n, q)
    low, high = int(np.searchsorted(below, 0.025, side="right")), int(np.searchsorted(below, 0.975)) + 1
    assert order_ranks(n, q, 0.95) == (low or None, high if high <= n else None)
