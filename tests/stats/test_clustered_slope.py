"""A slope whose interval holds for clusters, beside statsmodels."""

from __future__ import annotations

import numpy as np
import pytest

from cairn_nb.errors import InputError
from cairn_nb.stats.clustered_slope import clustered_slope


def test_on_zeros_and_ones_it_is_the_difference_of_two_means() -> None:
    found = clustered_slope([1.0, 3.0, 2.0, 6.0], [0, 0, 1, 1])
    assert found.value == pytest.approx((2 + 6) / 2 - (1 + 3) / 2)


def test_value_and_interval_equal_statsmodels() -> None:
    import statsmodels.api as sm

    rng = np.random.default_rng(3)
    x, codes = rng.normal(size=60), rng.integers(0, 15, 60)
    y = 0.4 * x + rng.normal(size=15)[codes] + rng.normal(size=60)
    fitted = sm.OLS(y, sm.add_constant(x)).fit(cov_type="cluster", cov_kwds={"groups": codes}, use_t=True)
    found = clustered_slope(y, x, clusters=codes.tolist())
    assert (found.value, found.low, found.high) == pytest.approx((fitted.params[1], *fitted.conf_int()[1]))
    assert (found.n, found.n_clusters) == (60, 15)


def test_pairs_without_one_of_the_two_are_missing() -> None:
    found = clustered_slope([1.0, None, 2.0, 4.0], [0.0, 1.0, float("nan"), 1.0])
    assert (found.value, found.n, found.missing) == (3.0, 2, {"missing": 2})


@pytest.mark.parametrize(
    ("y", "x", "warning"),
    [
        ([1.0, 2.0], [5.0, 5.0], "nothing to compare: all are alike"),
        ([1.0, 2.0, 3.0], [0.0, 1.0, 2.5], "no interval: only 3 documents or answers"),
        ([1.0, 0.0, 1.0, 0.0, 1.0, 4.0], [0.0, 0.0, 0.0, 0.0, 0.0, 1.0], "no interval: one side has a single answer"),
        ([1.0] * 6, [0.0, 1.0, 2.0, 3.0, 4.0, 5.0], "no interval: nothing varies"),
    ],
)
def test_what_is_too_little_is_said(y: list[float], x: list[float], warning: str) -> None:
    found = clustered_slope(y, x)
    assert found.warning == warning
    assert (found.low, found.high) == (None, None)


def test_nothing_at_all() -> None:
    assert clustered_slope([], []).value is None
    with pytest.raises(InputError, match="1 values of x for 2 of y"):
        clustered_slope([1.0, 2.0], [1.0])
