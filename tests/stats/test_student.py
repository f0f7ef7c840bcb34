from __future__ import annotations

import pytest
from scipy import stats as scipy_stats

from cairn_nb.stats.student import t_cdf, t_quantile


@pytest.mark.parametrize("degrees", [1, 2, 3, 4, 5, 9, 10, 99, 200, 201, 5_000])
@pytest.mark.parametrize("probability", [0.025, 0.6, 0.8, 0.95, 0.975, 0.9995])
def test_quantiles_are_scipys(degrees: int, probability: float) -> None:
    assert t_quantile(probability, degrees) == pytest.approx(scipy_stats.t.ppf(probability, degrees), rel=1e-8)


def test_by_hand() -> None:
    # One degree is Cauchy's: P(T <= 1) = 3/4. Two degrees: P(T <= t) = 1/2 + t / (2 sqrt(2 + t^2)), for t = 1: 0.7887.
    assert t_cdf(1.0, 1) == pytest.approx(0.75)
    assert t_cdf(1.0, 2) == pytest.approx(0.5 + 1 / (2 * 3**0.5))
