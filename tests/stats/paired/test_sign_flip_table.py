from __future__ import annotations

import numpy as np
import pytest
from scipy import stats as scipy_stats

from cairn_nb.seeds import stream
from cairn_nb.stats import sign_flip_p, sign_flip_table


def test_few_clusters_list_every_flip_as_alone() -> None:
    sums = stream(0, "sums").normal(0.4, 1, (10, 6)).round(1)
    found = sign_flip_table(sums)
    for column, side in ((found.greater, "greater"), (found.less, "less"), (found.two_sided, "two-sided")):
        assert column.tolist() == [sign_flip_p(sums[:, i], side) for i in range(6)]  # type: ignore[arg-type]


def test_many_clusters_agree_with_scipy() -> None:
    sums = stream(1, "sums").normal(0.2, 1, (40, 3))
    found = sign_flip_table(sums)
    for column in range(3):
        theirs = scipy_stats.permutation_test(
            (sums[:, column],), np.mean, permutation_type="samples", n_resamples=9_999, rng=np.random.default_rng(0)
        ).pvalue
        # Two shares of 9,999 draws each: four standard deviations of their difference are at most 0.028.
        assert found.two_sided[column] == pytest.approx(theirs, abs=0.028)
    assert found.greater + found.less == pytest.approx(np.ones(3), abs=0.01)


def test_clusters_that_do_not_differ_count_for_nothing() -> None:
    # Ten of 40 clusters rose: 2 / 2^10.
    sums = np.zeros((40, 2))
    sums[:10, 0] = 1.0
    assert sign_flip_table(sums).two_sided.tolist() == [2 / 1024, 1.0]


def test_the_order_of_clusters_does_not_matter() -> None:
    sums = stream(2, "sums").normal(0, 1, (30, 2))
    assert sign_flip_table(sums[::-1]).two_sided.tolist() == sign_flip_table(sums).two_sided.tolist()


def test_which_system_is_taken_from_which_does_not_matter() -> None:
    sums = stream(3, "sums").normal(0.2, 1, (30, 4))
    turned = sums * [1, -1, -1, 1]  # two of the four columns the other way round
    found, other = sign_flip_table(sums), sign_flip_table(turned)
    assert other.two_sided.tolist() == found.two_sided.tolist()
    assert other.greater[1:3].tolist() == found.less[1:3].tolist()
