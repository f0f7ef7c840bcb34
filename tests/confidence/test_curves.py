from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn_nb.confidence import area_under_risk_coverage, expected_calibration_error, reliability, risk_coverage
from cairn_nb.errors import CalibrationError
from cairn_nb.stats import wilson

CONFIDENCE, CORRECT = [0.9, 0.7, 0.7, 0.1], [True, False, True, False]


def test_risk_coverage_by_hand() -> None:
    points = risk_coverage(CONFIDENCE, CORRECT)
    assert [(p.threshold, p.coverage, p.risk, p.n_answered) for p in points] == [
        (0.9, 0.25, 0.0, 1),
        (0.7, 0.75, pytest.approx(1 / 3), 3),
        (0.1, 1.0, 0.5, 4),
    ]
    assert (points[1].low, points[1].high) == pytest.approx(wilson(1, 3))


def test_at_most_so_many_points_are_taken_evenly_with_both_ends() -> None:
    confidence, correct = np.arange(100, 0, -1) / 100, np.arange(100) % 3 > 0
    points = risk_coverage(confidence, correct, most=10)
    # 99 steps over 9 gaps: every eleventh, and each as it is among all.
    assert [point.n_answered for point in points] == list(range(1, 101, 11))
    assert set(points) <= set(risk_coverage(confidence, correct))
    assert risk_coverage(confidence, correct, most=100) == risk_coverage(confidence, correct)


def test_area_by_hand() -> None:
    # Expected errors after 1, 2, 3, 4 cases: 0, 1/2 (one of two equals), 1, 2; over the ranks: 0, 1/4, 1/3, 1/2.
    assert area_under_risk_coverage(CONFIDENCE, CORRECT) == pytest.approx((0 + 1 / 4 + 1 / 3 + 1 / 2) / 4)


def test_a_constant_confidence_has_the_overall_risk_everywhere() -> None:
    assert area_under_risk_coverage([0.5] * 8, [True] * 6 + [False] * 2) == pytest.approx(0.25)


def test_reliability_by_hand() -> None:
    confidence = [0.1, 0.2, 0.3, 0.4, 0.8, 0.8, 0.8, 0.9]
    correct = [False, False, True, False, True, True, False, True]
    low, high = reliability(confidence, correct, n_bins=2)
    assert (low.confidence, low.correct, low.n) == (0.25, 0.25, 4)
    assert (high.confidence, high.correct, high.n) == (pytest.approx(0.825), 0.75, 4)
    assert expected_calibration_error(confidence, correct, n_bins=2) == pytest.approx((4 * 0 + 4 * 0.075) / 8)


def test_equal_confidences_share_a_bin() -> None:
    assert [b.n for b in reliability([0.5] * 9 + [0.6], [True] * 10, n_bins=5)] == [9, 1]


@given(st.lists(st.tuples(st.integers(0, 20), st.booleans()), min_size=1, max_size=60), st.integers(1, 12))
def test_bins_hold_every_case_and_rise(cases: list[tuple[int, bool]], n_bins: int) -> None:
    bins = reliability([c / 20 for c, _ in cases], [y for _, y in cases], n_bins=n_bins)
    assert sum(b.n for b in bins) == len(cases)
    assert len(bins) <= n_bins
    assert np.all(np.diff([b.confidence for b in bins]) > 0)
    assert all(b.low - 1e-12 <= b.correct <= b.high + 1e-12 for b in bins)


def test_nothing_has_no_curve() -> None:
    with pytest.raises(CalibrationError):
        risk_coverage([], [])
