from __future__ import annotations

import numpy as np
import pytest
from scipy import stats as scipy_stats

from cairn_nb.seeds import stream
from cairn_nb.stats.resample import cluster_totals, distinct, resampled_totals, unanimous_interval


def test_resamples_of_two_clusters_have_the_three_possible_means() -> None:
    # A = two zeros, B = one 1: AA 0/4, AB or BA 1/3, BB 2/2, with chances 1/4, 1/2, 1/4.
    totals = np.array([[0.0, 2.0], [1.0, 1.0]])
    drawn = resampled_totals(totals, 40_000, stream(0, "test"))
    means, counts = np.unique((drawn[:, 0] / drawn[:, 1]).round(9), return_counts=True)
    assert means.tolist() == pytest.approx([0, 1 / 3, 1])
    assert (counts / 40_000).tolist() == pytest.approx([0.25, 0.5, 0.25], abs=0.015)


def test_totals_do_not_depend_on_order_or_labels() -> None:
    columns = [np.array([1.0, 2.0, np.nan, 4.0])]
    one = cluster_totals(columns, np.array([0, 0, 1, 1]))
    assert one.tolist() == [[3.0], [4.0]]
    assert cluster_totals(columns, np.array([1, 1, 0, 0])).tolist() == one.tolist()


def test_an_interval_of_equal_answers_is_the_exact_one() -> None:
    exact = scipy_stats.binomtest(0, 10).proportion_ci(method="exact")
    assert unanimous_interval(0.0, 10, 0.95) == (0.0, pytest.approx(exact.high))


def test_equal_columns_are_taken_once_in_the_order_in_which_they_come() -> None:
    a, b = np.array([1.0, np.nan]), np.array([0.0, 1.0])
    columns, place = distinct([b, a, b.copy(), a.copy()])
    assert [column is kept for column, kept in zip(columns, (b, a), strict=True)] == [True, True]
    assert place == [0, 1, 0, 1]
