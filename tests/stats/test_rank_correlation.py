"""Spearman's correlation with its interval."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import spearmanr

from cairn_nb.errors import InputError
from cairn_nb.stats.rank_correlation import rank_correlation, spearman


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=3, max_size=30))
def test_the_value_is_scipys_with_ties(pairs: list[tuple[int, int]]) -> None:
    a, b = (np.array(side, dtype=np.float64) for side in zip(*pairs, strict=True))
    found = spearman(a, b)
    if np.ptp(a) == 0 or np.ptp(b) == 0:
        assert found is None
    else:
        assert found == pytest.approx(spearmanr(a, b).statistic, abs=1e-9)


def test_the_interval_covers_about_as_stated() -> None:
    """100 samples of 40 pairs with a true rank correlation of 6 / pi arcsin(0.6 / 2) = 0.582."""
    rng, truth, covered = np.random.default_rng(1), 6 / np.pi * np.arcsin(0.3), 0
    for _ in range(100):
        a = rng.normal(size=40)
        found = rank_correlation(a, 0.6 * a + 0.8 * rng.normal(size=40), n_boot=100)
        assert found.low is not None and found.high is not None
        covered += found.low <= truth <= found.high
    assert covered >= 87  # 99.9% of binomial(100, 0.95)


def test_clusters_that_repeat_an_item_count_once() -> None:
    a, b = [1.0, 2, 3, 4, 5, 6, 7, 8], [2.0, 1, 4, 3, 6, 5, 8, 7]
    names = list("abcdefgh")
    one = rank_correlation(a, b, clusters=names)
    two = rank_correlation(a * 2, b * 2, clusters=names * 2)
    assert one.value == pytest.approx(two.value)
    assert (two.n, two.n_clusters) == (16, 8)
    assert (one.low, one.high) == pytest.approx((two.low, two.high))


def test_what_is_too_little_is_said() -> None:
    assert rank_correlation([1.0, 2, 3], [1.0, 3, 2]).warning == "no interval: only 3 items"
    assert rank_correlation(range(9), range(9)).warning == "no interval: the order is the same throughout"
    assert rank_correlation([1.0, 1.0], [1.0, 2.0]).warning == "one of the two never varies"
    assert rank_correlation([1.0, None], [None, 2.0]).missing == {"missing": 2}
    with pytest.raises(InputError, match="2 ratings beside 1"):
        rank_correlation([1.0, 2.0], [1.0])
