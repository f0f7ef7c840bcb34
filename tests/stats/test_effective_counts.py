from __future__ import annotations

import numpy as np
import pytest

from cairn_nb.stats import clopper_pearson, clustered_share
from cairn_nb.stats.effective_counts import EffectiveCount, effective_count
from cairn_nb.stats.student import t_quantile


@pytest.mark.parametrize("side", ["two-sided", "lower", "upper"])
def test_whole_counts_are_clopper_and_pearsons(side: str) -> None:
    for k, n in ((0, 5), (3, 8), (8, 8)):
        assert EffectiveCount(k, n).interval(0.9, side) == pytest.approx(clopper_pearson(k, n, 0.9, side))
    assert EffectiveCount(0, 0).interval(0.9, side) == (0.0, 1.0)


def test_the_effective_count_by_hand() -> None:
    # Clusters of 2: sums 2, 2, 1, 0, so p = 5/8. Rests 0.75, 0.75, -0.25, -1.25: squares sum to 2.75.
    # Variance 2.75 * 4/3 / 64 = 0.057292; p (1 - p) / variance = 4.0909; times (t7 / t3)^2 for few clusters.
    values, codes = np.array([1, 1, 1, 1, 1, 0, 0, 0.0]), np.repeat(np.arange(4), 2)
    found = effective_count(values, codes)
    fewer = (t_quantile(0.975, 7) / t_quantile(0.975, 3)) ** 2
    assert found.n == pytest.approx(0.234375 / 0.0572917 * fewer, rel=1e-5)
    assert found.successes == pytest.approx(found.n * 5 / 8)


def test_clusters_of_one_and_no_clusters_are_the_same() -> None:
    values = np.array([1, 0, 1, 1, 0.0])
    assert effective_count(values, np.arange(5)) == effective_count(values, None) == EffectiveCount(3, 5)


def test_where_all_are_alike_each_cluster_counts_once() -> None:
    assert effective_count(np.ones(12), np.repeat(np.arange(3), 4)) == EffectiveCount(3, 3)
    assert effective_count(np.array([1, 0.0]), np.array([0, 0])) == EffectiveCount(0.5, 1)


def test_never_more_than_there_are() -> None:
    # Each cluster has just one success: their sums do not vary at all.
    assert effective_count(np.array([1, 0] * 6, dtype=float), np.repeat(np.arange(6), 2)) == EffectiveCount(6, 12)


def test_an_estimate_counts_what_is_missing() -> None:
    found = clustered_share(np.array([1, 0, np.nan, 1]), ["a", "a", "b", "c"])
    assert (found.value, found.n, found.n_clusters, found.missing) == (2 / 3, 3, 2, {"missing": 1})
    nothing = clustered_share(np.array([np.nan]))
    assert (nothing.value, nothing.low, nothing.n) == (None, None, 0)
