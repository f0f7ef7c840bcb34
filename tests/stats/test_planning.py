from __future__ import annotations

import numpy as np
import pytest
from statsmodels.stats.power import TTestPower

from cairn_nb.errors import InputError
from cairn_nb.stats import Spread, visible_drop
from cairn_nb.stats.planning import DifferenceSpread, cases_needed, difference_shown, least_clusters

INDEPENDENT = DifferenceSpread(question_variance=0.16)


def test_the_plan_is_the_fewest_cases_that_show_the_difference() -> None:
    found = cases_needed(0.05, INDEPENDENT)
    assert found is not None
    n = found[0]
    assert difference_shown(n, INDEPENDENT) <= 0.05 < difference_shown(n - 1, INDEPENDENT)  # type: ignore[operator]


def test_it_asks_for_what_lost_answers_add_beyond_the_usual_formula() -> None:
    # One-sided 5%, 80%: a shift of every difference needs statsmodels' n; losing 5% of the answers also adds
    # 0.05 x 0.95 to the variance of 0.16, and n grows as the variance does.
    usual = TTestPower().solve_power(effect_size=0.05 / 0.4, alpha=0.05, power=0.8, alternative="larger")
    n = cases_needed(0.05, INDEPENDENT)[0]  # type: ignore[index]
    assert n / usual == pytest.approx((0.16 + 0.0475) / 0.16, rel=0.02)


def test_documents_of_alike_questions_need_more_cases() -> None:
    alike = DifferenceSpread(question_variance=0.16, questions_per_cluster=5, design_effect=2.2, loss_effect=2.2)
    cases, clusters = cases_needed(0.05, alike)  # type: ignore[misc]
    assert cases == 5 * clusters
    assert cases / cases_needed(0.05, INDEPENDENT)[0] == pytest.approx(2.2, rel=0.03)  # type: ignore[index]


def test_trials_average_their_own_noise_away_and_nothing_else() -> None:
    # V = 0.06 + 0.10 / K: 0.16, 0.11, 0.093.
    noisy = DifferenceSpread(question_variance=0.06, trial_variance=0.10)
    needed = [cases_needed(0.05, noisy, trials=k)[0] for k in (1, 2, 3)]  # type: ignore[index]
    assert needed[0] == cases_needed(0.05, INDEPENDENT)[0]  # type: ignore[index]
    added = 0.0475
    for n, variance in zip(needed, (0.16, 0.11, 0.0933), strict=True):
        assert n / needed[0] == pytest.approx((variance + added) / (0.16 + added), rel=0.02)


def test_it_agrees_with_what_a_report_prints() -> None:
    values = np.random.default_rng(0).integers(-1, 2, 300).astype(float)
    codes = np.arange(300) // 3
    spread = Spread.of(values, codes)
    planned = DifferenceSpread(spread.case_variance, 0.0, 3.0, spread.design_effect)
    # The plan takes the design effect within its bounds, which is what cluster sums of this spread have.
    assert difference_shown(300, planned) == pytest.approx(visible_drop(spread), rel=0.02)


def test_more_comparisons_need_more_cases_and_more_clusters() -> None:
    one, many = (cases_needed(0.1, INDEPENDENT, comparisons=k)[0] for k in (1, 19))  # type: ignore[index]
    assert many > 1.5 * one
    # 2^-9 = 0.00195 <= 0.05 / 19 = 0.0026 < 2^-8.
    assert (least_clusters(1), least_clusters(19)) == (6, 9)
    assert difference_shown(8, INDEPENDENT, comparisons=19) is None


def test_there_is_a_limit() -> None:
    assert cases_needed(1e-6, INDEPENDENT) is None


@pytest.mark.parametrize("bad", [{"difference": 0.0}, {"difference": 1.0}, {"trials": 0}, {"comparisons": 0}])
def test_numbers_out_of_range_are_refused(bad: dict[str, float]) -> None:
    with pytest.raises(InputError):
        cases_needed(**{"difference": 0.1, "spread": INDEPENDENT, **bad})  # type: ignore[arg-type]


def test_a_spread_below_zero_is_refused() -> None:
    with pytest.raises(InputError):
        DifferenceSpread(question_variance=-0.1)
