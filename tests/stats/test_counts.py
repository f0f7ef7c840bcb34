from __future__ import annotations

import tracemalloc

import numpy as np
import pytest
from scipy import stats as scipy_stats

from cairn_nb.seeds import stream
from cairn_nb.stats.counts import MANY_UNITS, count_blocks

# Under and over the border between the two ways of drawing.
SIZES = [2, 20, MANY_UNITS - 1, MANY_UNITS, 500]


def drawn(n: int, n_boot: int) -> np.ndarray:
    return np.concatenate(list(count_blocks(n, n_boot, stream(0, "counts"))))


@pytest.mark.parametrize("n", SIZES)
def test_a_resample_has_as_many_draws_as_units(n: int) -> None:
    counts = drawn(n, 2_500)
    assert counts.shape == (2_500, n)
    assert (counts.sum(axis=1) == n).all()


@pytest.mark.parametrize("n", SIZES[1:])
def test_a_unit_is_drawn_as_often_as_in_n_draws_of_n(n: int) -> None:
    seen = np.bincount(drawn(n, 4_000).astype(int).ravel(), minlength=5)
    expected = scipy_stats.binom.pmf(range(4), n, 1 / n) * seen.sum()
    observed = np.append(seen[:4], seen[4:].sum())
    # Units of one resample depend on each other a little, so this is a bound, not a test at a level.
    assert scipy_stats.chisquare(observed, np.append(expected, seen.sum() - expected.sum())).statistic < 25


def test_units_displace_each_other() -> None:
    # Multinomial: variance 1 - 1/n each, covariance -1/n.
    n = 150
    spread = np.cov(drawn(n, 20_000).T)
    assert np.diag(spread).mean() == pytest.approx(1 - 1 / n, rel=0.01)
    assert spread[~np.eye(n, dtype=bool)].mean() == pytest.approx(-1 / n, rel=0.01)


def test_a_block_is_all_that_is_held() -> None:
    tracemalloc.start()
    for _ in count_blocks(2_000, 6_000, stream(0, "counts")):
        pass
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 30e6  # all at once would be 96 MB of counts alone
