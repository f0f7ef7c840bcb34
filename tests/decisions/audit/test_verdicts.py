"""Sensitivity, specificity and the certificate, beside scipy and statsmodels."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binomtest

from cairn_nb.decisions.audit.pairs import Labelled
from cairn_nb.decisions.audit.verdicts import certification, error_rates, verdict_audit
from cairn_nb.decisions.audit.weights import unlabelled_groups, weights_of
from cairn_nb.stats.weighted_draw import weighted_share
from tests.decisions.audit.judged import scored, verdicts


def judged(hits: int, misses: int, correct_no: int, false_yes: int) -> Labelled:
    """Answers that people call right (found, missed) and wrong (seen, missed)."""
    judge = [True] * hits + [False] * misses + [False] * correct_no + [True] * false_yes
    return verdicts(judge, [True] * (hits + misses) + [False] * (correct_no + false_yes))


def test_exact_intervals_are_those_of_scipy_and_statsmodels() -> None:
    from statsmodels.stats.proportion import proportion_confint

    found = error_rates(judged(45, 5, 28, 2).pairs, np.ones(80), "labels")
    for rate, hits, n in ((found.sensitivity, 45, 50), (found.specificity, 28, 30)):
        by_scipy = binomtest(hits, n).proportion_ci(method="exact")
        assert rate.value == pytest.approx(hits / n)
        assert (rate.low, rate.high) == pytest.approx((by_scipy.low, by_scipy.high))
        assert (rate.low, rate.high) == pytest.approx(proportion_confint(hits, n, method="beta"))


def test_agreement_and_kappa() -> None:
    """73 of 80 agree; by chance 47/80 * 50/80 + 33/80 * 30/80 would."""
    found = verdict_audit(judged(45, 5, 28, 2).pairs, np.ones(80), "labels", rule="correct", bar=0.8)
    chance = (47 * 50 + 33 * 30) / 80**2
    assert found.agreement.value == pytest.approx(73 / 80)
    assert found.kappa.value == pytest.approx((73 / 80 - chance) / (1 - chance))
    assert found.labels_needed is not None and found.why_not is None


def test_certified_when_both_lower_bounds_reach_the_bar() -> None:
    """95% one-sided: 49 of 50 gives 0.909, 29 of 30 gives 0.851."""
    found = certification(judged(49, 1, 29, 1).pairs, np.ones(80), "labels", bar=0.85)
    for rate, hits, n in ((found.sensitivity, 49, 50), (found.specificity, 29, 30)):
        bound = binomtest(hits, n, alternative="greater").proportion_ci(confidence_level=0.95, method="exact")
        assert rate.low == pytest.approx(bound.low)
    assert found.certified
    assert found.reasons == ()


def test_one_bound_under_the_bar_refuses_and_says_which() -> None:
    found = certification(judged(49, 1, 27, 3).pairs, np.ones(80), "labels", bar=0.8)
    bound = binomtest(27, 30, alternative="greater").proportion_ci(confidence_level=0.95, method="exact").low
    assert not found.certified
    assert found.reasons == (f"specificity 0.900 may be as low as {bound:.3f}, under the bar of 0.8",)


def test_labels_that_say_only_right_certify_nobody() -> None:
    found = certification(judged(50, 0, 0, 0).pairs, np.ones(50), "labels", bar=0.8)
    assert found.reasons == ("specificity is unknown: no labelled answer is wrong",)
    audit = verdict_audit(judged(50, 0, 0, 0).pairs, np.ones(50), "labels", rule="correct", bar=0.8)
    assert (audit.labels_needed, audit.why_not) == (None, "no label says wrong")


def test_a_sheet_is_weighted_by_the_groups_it_was_drawn_from() -> None:
    """Of 10 answers scored 5 and 90 scored 1 two each are labelled, so a label stands for 5 and for 45.

    People call right both 5s and one 1: sensitivity (5 + 5) / (5 + 5 + 45), specificity 45 / 45.
    """
    labelled = scored([5, 5, 1, 1], [5, 5, 5, 1])
    sizes = {"a": {"4 and up": 10, "below 2": 90}}
    weights = weights_of(labelled.pairs, "sheet", sizes)
    assert weights.tolist() == [5, 5, 45, 45]
    found = error_rates(labelled.pairs, weights, "sheet")
    assert found.sensitivity.value == pytest.approx(10 / 55)
    assert found.specificity.value == 1.0
    expected = weighted_share(np.array([1.0, 1, 0]), np.array([5.0, 5, 45]))
    assert (found.sensitivity.low, found.sensitivity.high) == pytest.approx((expected.low, expected.high))


def test_groups_without_a_label_are_named() -> None:
    sizes = {"a": {"4 and up": 10, "below 2": 90}, "b": {"2 to 4": 7}}
    assert unlabelled_groups(scored([5], [5]).pairs, sizes) == {"a, below 2": 90, "b, 2 to 4": 7}
    assert weights_of(scored([5, 1], [5, 1]).pairs, "labels", {}).tolist() == [1, 1]
