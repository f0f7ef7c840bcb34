from __future__ import annotations

import csv
from math import exp, log
from pathlib import Path

import numpy as np
import pytest
import statsmodels.api as sm

from cairn_nb.errors import InputError
from cairn_nb.stats import Pairings, bradley_terry, bradley_terry_clustered, bradley_terry_refits, pairings
from cairn_nb.stats.strengths.resampled_strengths import NO_VARIATION
from cairn_nb.stats.student import t_quantile
from tests.stats.strengths.test_resampled_strengths import round_robin
from tests.stats.strengths.test_strengths import POINTS


def both_ways(n_questions: int, logs: list[float], pull: float, seed: int = 0) -> Pairings:
    """A verdict with each answer first, by a judge who leans to the first by `pull`."""
    rng = np.random.default_rng(seed)
    one, two = np.nonzero(1 - np.eye(len(logs), dtype=int))
    first, second = np.tile(one, n_questions), np.tile(two, n_questions)
    strengths = np.array(logs) + rng.normal(0, 0.6, (n_questions, len(logs)))
    ahead = (strengths[:, one] - strengths[:, two]).ravel() + pull
    points = (rng.random(len(ahead)) < 1 / (1 + np.exp(-ahead))).astype(float)
    return pairings(first, second, points, np.repeat(np.arange(n_questions), len(one)).tolist())


def by_statsmodels(compared: Pairings, *, order: bool) -> tuple[np.ndarray, np.ndarray]:
    """Estimates and clustered standard errors of a logistic regression, the first system's strength 0."""
    rows = np.arange(len(compared.points))
    design = np.zeros((len(rows), compared.n_systems))
    design[rows, compared.first] += 1
    design[rows, compared.second] -= 1
    columns = [design[:, 1:]] + ([np.ones((len(rows), 1))] if order else [])
    model = sm.GLM(compared.points, np.hstack(columns), family=sm.families.Binomial())
    # Only C / (C - 1), without the factor for the number of parameters.
    fitted = model.fit(cov_type="cluster", cov_kwds={"groups": compared.clusters, "use_correction": False}, tol=1e-12)
    n = compared.n_clusters
    return np.asarray(fitted.params), np.asarray(fitted.cov_params()) * n / (n - 1)


def test_strengths_and_sandwich_are_those_of_a_logistic_regression() -> None:
    compared = round_robin(40, [0.0, 0.4, 0.8, -0.3])
    found = bradley_terry_clustered(compared, virtual_draws=0.0)
    params, covariance = by_statsmodels(compared, order=False)
    assert found.log_strengths[1:] - found.log_strengths[0] == pytest.approx(params, abs=1e-7)
    contrasts = np.hstack([-np.ones((3, 1)), np.eye(3)])
    assert contrasts @ found.covariance @ contrasts.T == pytest.approx(covariance, abs=1e-8)
    assert found.order_effect is None and found.first_wins is None
    assert found.log_strengths == pytest.approx(bradley_terry(compared.wins).log_strengths, abs=1e-8)


def test_the_order_term_is_that_regressions_intercept() -> None:
    compared = both_ways(60, [0.0, 0.5, 1.0], pull=0.4)
    found = bradley_terry_clustered(compared, order=True, virtual_draws=1e-9)
    params, covariance = by_statsmodels(compared, order=True)
    effect = found.order_effect
    assert effect.value == pytest.approx(params[-1], abs=1e-6)
    reach = t_quantile(0.975, 59) * covariance[-1, -1] ** 0.5
    assert [effect.low, effect.high] == pytest.approx([params[-1] - reach, params[-1] + reach], abs=1e-6)
    chances = [1 / (1 + exp(-bound)) for bound in (effect.value, effect.low, effect.high)]
    assert [found.first_wins.value, found.first_wins.low, found.first_wins.high] == pytest.approx(chances)


def test_two_equal_systems_and_a_judge_who_leans_by_hand() -> None:
    # Each system is shown first 20 times and wins 15 of them: equal, with log odds of 3 for the first place.
    compared = pairings([0] * 20 + [1] * 20, [1] * 20 + [0] * 20, ([1] * 15 + [0] * 5) * 2)
    found = bradley_terry_clustered(compared, order=True, virtual_draws=1e-9)
    assert [score.value for score in found.scores] == pytest.approx([1000, 1000])
    assert found.order_effect.value == pytest.approx(log(3))
    assert found.first_wins.value == pytest.approx(0.75)
    # Independent verdicts: variance 1 / (40 * 3/4 * 1/4), times 40 / 39.
    reach = t_quantile(0.975, 39) * (1 / 7.5 * 40 / 39) ** 0.5
    assert found.order_effect.high - found.order_effect.value == pytest.approx(reach, rel=1e-6)


def test_a_judge_who_always_picks_the_first_calls_all_equal_and_has_no_end_of_the_effect() -> None:
    first, second = np.nonzero(1 - np.eye(3, dtype=int))
    compared = pairings(np.tile(first, 10), np.tile(second, 10), np.ones(60), np.repeat(np.arange(10), 6).tolist())
    found = bradley_terry_clustered(compared, order=True)
    assert [score.value for score in found.scores] == pytest.approx([1000] * 3)
    assert {(score.low, score.warning) for score in found.scores} == {(None, NO_VARIATION)}
    # 20 verdicts a pair, all for the first, and a virtual draw: odds of 20.5 to 0.5.
    assert found.order_effect.value == pytest.approx(log(41))
    assert found.order_effect.low is None
    assert found.first_wins.warning == "no interval: every decisive verdict went to the same position"


def test_sandwich_and_resampled_questions_agree_where_questions_are_many() -> None:
    compared = both_ways(300, [0.0, 0.3, 0.6], pull=0.0)
    sandwich = bradley_terry_clustered(compared).scores
    resampled = bradley_terry_refits(compared, virtual_draws=1.0, n_boot=2000).intervals()
    for one, two in zip(sandwich, resampled, strict=True):
        assert one.value == pytest.approx(two.value, abs=1e-5)
        assert one.high - one.low == pytest.approx(two.high - two.low, rel=0.08)


def test_few_questions_have_no_interval() -> None:
    found = bradley_terry_clustered(round_robin(5, [0.0, 0.5]))
    assert (found.scores[0].low, found.scores[0].warning) == (None, "no interval: only 5 clusters")


def test_it_says_where_only_the_prior_ties_systems() -> None:
    compared = pairings([0, 0], [1, 1], [1, 1], n_systems=2)
    assert not bradley_terry_clustered(compared).connected


def test_what_cannot_be_fitted_is_refused() -> None:
    with pytest.raises(InputError, match="virtual_draws above 0"):
        bradley_terry_clustered(round_robin(5, [0.0, 0.5]), order=True, virtual_draws=0.0)
    with pytest.raises(InputError, match="no comparisons"):
        bradley_terry_clustered(pairings([], [], [], n_systems=2))
    with pytest.raises(InputError, match="level"):
        bradley_terry_clustered(round_robin(5, [0.0, 0.5]), level=95)


def test_a_real_judge_leans_to_the_left(data_dir: Path) -> None:
    with (data_dir / "llmfao" / "gpt3_judge_comparisons.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    names = sorted({row[side] for row in rows for side in ("left", "right")})
    first, second = ([names.index(row[side]) for row in rows] for side in ("left", "right"))
    points = [POINTS[row["winner"]] for row in rows]
    found = bradley_terry_clustered(pairings(first, second, points, [row["prompt"] for row in rows]), order=True)
    # It says left 63% of the time; between equal models the chance is lower, and clearly over a half.
    assert 0.55 < found.first_wins.low < found.first_wins.value < 0.63
