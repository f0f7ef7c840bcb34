from __future__ import annotations

import numpy as np
import pytest
from scipy import stats as scipy_stats

from cairn_nb.seeds import stream
from cairn_nb.stats import Spread, planned_visible_drop, visible_drop
from cairn_nb.stats.power import t_quantile


@pytest.mark.parametrize("degrees", [5, 9, 19, 100])
def test_t_quantiles(degrees: int) -> None:
    for probability in (0.80, 0.95):
        assert t_quantile(probability, degrees) == pytest.approx(scipy_stats.t.ppf(probability, degrees), rel=0.005)


def test_spread_by_hand() -> None:
    # Clusters (1, 1) and (0, 0): mean 1/2, case variance 1/4, residual sums +1 and -1, variance (1 + 1) / 1 = 2;
    # two independent cases would have 2 x 1/4, so the design effect is 4, held to the cluster size 2.
    spread = Spread.of(np.array([1.0, 1.0, 0.0, 0.0]), np.array([0, 0, 1, 1]))
    assert (spread.case_variance, spread.cluster_variance, spread.design_effect) == (0.25, 2.0, 2.0)


def test_the_answer_solves_the_stated_equation() -> None:
    spread = Spread(n_clusters=60, mean_size=5.0, case_variance=0.1, cluster_variance=1.0)
    drop = visible_drop(spread)
    assert drop is not None
    variance = 1.0 + 5 * 2.0 * drop * (1 - drop)  # design effect 1.0 / (5 x 0.1) = 2
    left = np.sqrt(60) * 5 * drop
    right = t_quantile(0.95, 59) * np.sqrt(variance + 25 * drop**2) + t_quantile(0.80, 59) * np.sqrt(variance)
    assert left == pytest.approx(right, rel=1e-6)


def test_where_nothing_varies_about_seven_losses_are_needed() -> None:
    # The sign-flip test needs five lost clusters and none won; 100 independent cases.
    drop = visible_drop(Spread.of(np.zeros(100), np.arange(100)))
    assert drop is not None
    assert 5 < 100 * drop < 9


def test_more_documents_show_smaller_drops_and_too_few_show_none() -> None:
    values = stream(0, "values").integers(0, 2, 500).astype(float)
    drops = [planned_visible_drop(values[:n], np.arange(n) // 5) for n in (25, 50, 150, 500)]
    assert drops[0] is None
    assert drops[1] > drops[2] > drops[3]  # type: ignore[operator]
    assert planned_visible_drop(np.full(3, np.nan), np.arange(3)) is None
