from __future__ import annotations

import numpy as np
import pytest

from cairn_nb.errors import InputError
from cairn_nb.seeds import stream
from cairn_nb.stats import Pairings, bradley_terry, bradley_terry_refits, pairings
from cairn_nb.stats.counts import count_blocks
from cairn_nb.stats.strengths.resampled_strengths import NO_VARIATION, Refits


def round_robin(n_questions: int, logs: list[float], seed: int = 0) -> Pairings:
    """Every pair on every question, a fifth of them drawn."""
    rng = np.random.default_rng(seed)
    first, second = np.triu_indices(len(logs), 1)
    first, second = np.tile(first, n_questions), np.tile(second, n_questions)
    ahead = np.array(logs)[first] - np.array(logs)[second]
    points = (rng.random(len(ahead)) < 1 / (1 + np.exp(-ahead))).astype(float)
    points[rng.random(len(ahead)) < 0.2] = 0.5
    questions = np.repeat(np.arange(n_questions), len(logs) * (len(logs) - 1) // 2)
    return pairings(first, second, points, questions.tolist())


@pytest.mark.parametrize(("n_questions", "draws"), [(6, 1.0), (40, 0.0), (300, 1.0)])
def test_each_refit_is_the_maximum_of_its_resample(n_questions: int, draws: float) -> None:
    compared = round_robin(n_questions, [-0.5, 0.0, 0.2, 0.9])
    found = bradley_terry_refits(compared, virtual_draws=draws, n_boot=20, seed=3)
    drawn = np.concatenate(list(count_blocks(n_questions, 20, stream(3, "arena"))))
    for counts, scores in zip(drawn, found.scores, strict=True):
        weights = counts[compared.clusters]
        wins = np.zeros((4, 4))
        np.add.at(wins, (compared.first, compared.second), weights * compared.points)
        np.add.at(wins, (compared.second, compared.first), weights * (1 - compared.points))
        assert scores == pytest.approx(bradley_terry(wins, virtual_draws=draws).scores, abs=1e-5)


def test_equal_seeds_give_equal_scores() -> None:
    compared = round_robin(30, [0.0, 0.3, 0.6])
    one, two, other = (bradley_terry_refits(compared, n_boot=50, seed=seed).scores for seed in (1, 1, 2))
    assert np.array_equal(one, two) and not np.array_equal(one, other)


def test_intervals_are_those_of_the_refits_and_hold_the_fit() -> None:
    compared = round_robin(60, [0.0, 0.4, 0.8])
    found = bradley_terry_refits(compared, virtual_draws=1.0, n_boot=400)
    for number, estimate in enumerate(found.intervals()):
        low, high = np.quantile(found.scores[:, number], [0.025, 0.975])
        assert (estimate.low, estimate.high) == (pytest.approx(low), pytest.approx(high))
        assert estimate.value == pytest.approx(bradley_terry(compared.wins, virtual_draws=1.0).scores[number])
        assert (estimate.n, estimate.method, estimate.warning) == (60, "percentile bootstrap of questions", None)


def test_a_system_that_a_resample_leaves_without_a_loss_has_no_finite_score_there() -> None:
    # System 0 lost once, on the first question; a resample misses it with the chance (1 - 1/5)^5 = 0.33.
    compared = pairings([0] * 5, [1] * 5, [0, 1, 1, 1, 1], ["a", "b", "c", "d", "e"])
    found = bradley_terry_refits(compared, n_boot=300)
    assert found.unbounded == pytest.approx(300 * 0.8**5, abs=30)
    assert all(estimate.low is None and "every comparison" in estimate.warning for estimate in found.intervals())
    assert bradley_terry_refits(compared, n_boot=300, virtual_draws=1.0).unbounded == 0


def test_a_system_that_a_resample_leaves_out_has_no_score_there() -> None:
    compared = pairings([0, 0, 0, 0, 1, 1], [1, 1, 1, 1, 2, 2], [0, 1, 0, 1, 1, 0], ["a", "b", "a", "b", "c", "c"])
    assert bradley_terry_refits(compared, n_boot=100).unbounded > 20


def test_few_questions_are_warned_of_and_one_has_no_interval() -> None:
    few = bradley_terry_refits(round_robin(5, [0.0, 0.5]), virtual_draws=1.0, n_boot=50).intervals()
    assert "only 5 questions" in few[0].warning
    one = Refits(np.zeros((10, 2)), np.zeros(2), 1).intervals()
    assert (one[0].low, one[0].warning) == (None, "no interval: fewer than two questions")


@pytest.mark.parametrize("points", [0.5, 1.0])
def test_comparisons_that_do_not_vary_tell_nothing_of_other_questions(points: float) -> None:
    """All draws, or one side wins all: every resample is the same, which is no certainty about the next question."""
    compared = pairings([0] * 30, [1] * 30, [points] * 30, [f"q{i}" for i in range(30)])
    found = bradley_terry_refits(compared, virtual_draws=1.0, n_boot=50).intervals()
    assert {(one.low, one.high, one.warning) for one in found} == {(None, None, NO_VARIATION)}
    # 30.5 to 0.5 with the virtual draw: odds of 61, half of their log on either side of the mean.
    reach = 0.0 if points == 0.5 else 200 * np.log10(61)
    assert [one.value for one in found] == pytest.approx([1000 + reach, 1000 - reach])


def test_nothing_to_resample_is_refused() -> None:
    with pytest.raises(InputError, match="at least one comparison"):
        bradley_terry_refits(pairings([], [], [], n_systems=2), virtual_draws=1.0)
    with pytest.raises(InputError, match="no finite strengths"):
        bradley_terry_refits(pairings([0], [1], [1]))
