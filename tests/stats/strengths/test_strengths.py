from __future__ import annotations

import csv
import json
from pathlib import Path

import choix
import evalica
import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import spearmanr

from cairn_nb.errors import InputError
from cairn_nb.stats import bradley_terry, win_matrix
from cairn_nb.stats.strengths.connectivity import is_strongly_connected

POINTS = {"left": 1.0, "right": 0.0, "tie": 0.5}
WINNERS = {"left": evalica.Winner.X, "right": evalica.Winner.Y, "tie": evalica.Winner.Draw}


def test_two_systems_by_hand() -> None:
    # 3 wins to 1: odds of 3, strengths sqrt(3) and its inverse, 400 log10(3) = 190.85 points apart around 1000.
    found = bradley_terry([[0, 3], [1, 0]])
    assert found.strengths == pytest.approx([3**0.5, 3**-0.5])
    assert found.log_strengths == pytest.approx([np.log(3) / 2, -np.log(3) / 2])
    assert found.scores == pytest.approx([1095.424, 904.576], abs=0.001)
    # The log odds of a share of 3 in 4 vary by 1 / (4 * 3/4 * 1/4) = 4/3; each log strength by a quarter of it.
    assert np.diag(found.covariance) == pytest.approx([1 / 3, 1 / 3])


def test_ten_to_one_odds_are_400_points_apart() -> None:
    scores = bradley_terry([[0, 10], [1, 0]]).scores
    assert scores[0] - scores[1] == pytest.approx(400)


def test_one_virtual_draw_keeps_a_winner_of_everything_finite() -> None:
    # 4 wins to none and one draw: odds of 4.5 to 0.5, which is 9.
    found = bradley_terry([[0, 4], [0, 0]], virtual_draws=1.0)
    assert found.scores[0] - found.scores[1] == pytest.approx(400 * np.log10(9))
    assert not found.connected
    assert bradley_terry([[0, 4], [1, 0]], virtual_draws=1.0).connected


def test_without_it_there_is_no_finite_strength() -> None:
    with pytest.raises(InputError, match="virtual_draws=1"):
        bradley_terry([[0, 4], [0, 0]])
    # Two groups that never met.
    apart = np.kron(np.eye(2), np.ones((2, 2)))
    with pytest.raises(InputError, match="never met"):
        bradley_terry(apart)


def test_systems_that_only_drew_are_equal() -> None:
    assert bradley_terry(np.full((4, 4), 0.5)).scores == pytest.approx([1000] * 4)


squares = st.integers(2, 6).flatmap(
    lambda n: st.lists(st.lists(st.integers(0, 9), min_size=n, max_size=n), min_size=n, max_size=n)
)


@given(squares)
def test_at_the_maximum_points_won_are_points_expected(wins: list[list[int]]) -> None:
    points = np.array(wins, dtype=float)
    np.fill_diagonal(points, 0)
    found = bradley_terry(points, virtual_draws=1.0)
    with_prior = points + 0.5 * (1 - np.eye(len(points)))
    chance = found.strengths[:, None] / (found.strengths[:, None] + found.strengths)
    expected = (with_prior + with_prior.T) * chance
    np.fill_diagonal(expected, 0)
    assert with_prior.sum(axis=1) == pytest.approx(expected.sum(axis=1), abs=1e-6)
    assert found.log_strengths.mean() == pytest.approx(0, abs=1e-9)


def test_very_uneven_points_converge_too() -> None:
    wins = np.triu(np.full((6, 6), 1e5), 1) + np.tril(np.full((6, 6), 1.0), -1)
    found = bradley_terry(wins)
    assert (np.diff(found.log_strengths) < 0).all()
    assert np.isfinite(found.scores).all()


def test_it_agrees_with_choix() -> None:
    rng = np.random.default_rng(0)
    pairs = [tuple(rng.permutation(6)[:2]) for _ in range(300)]
    wins = np.zeros((6, 6))
    for winner, loser in pairs:
        wins[winner, loser] += 1
    assert bradley_terry(wins).log_strengths == pytest.approx(choix.opt_pairwise(6, pairs, tol=1e-12), abs=1e-6)


def test_a_win_matrix_gives_the_second_what_the_first_did_not_win() -> None:
    found = win_matrix(np.array([0, 1, 0]), np.array([1, 0, 2]), np.array([1.0, 0.75, 0.5]), 3)
    assert found.tolist() == [[0, 1.25, 0.5], [0.75, 0, 0], [0.5, 0, 0]]


@pytest.mark.parametrize(
    ("wins", "message"),
    [
        ([[0, 1]], "square"),
        (np.zeros((0, 0)), "square"),
        ([[0, -1], [1, 0]], "numbers from 0"),
        ([[0, np.nan], [1, 0]], "numbers from 0"),
    ],
)
def test_what_is_no_win_matrix_is_refused(wins: list, message: str) -> None:
    with pytest.raises(InputError, match=message):
        bradley_terry(wins)
    with pytest.raises(InputError, match="virtual_draws"):
        bradley_terry([[0, 1], [1, 0]], virtual_draws=-1)


def test_the_diagonal_is_not_read() -> None:
    assert bradley_terry([[7, 3], [1, 9]]).scores == pytest.approx(bradley_terry([[0, 3], [1, 0]]).scores)


def test_strongly_connected() -> None:
    circle = np.roll(np.eye(4, dtype=bool), 1, axis=1)
    assert is_strongly_connected(circle)
    broken = circle.copy()
    broken[0, 1] = False
    assert not is_strongly_connected(broken)
    assert is_strongly_connected(np.zeros((1, 1), dtype=bool))
    assert not is_strongly_connected(np.zeros((2, 2), dtype=bool))


def crowd(folder: Path) -> list[dict[str, str]]:
    with (folder / "crowd_comparisons.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def wins_of(rows: list[dict[str, str]], names: list[str]) -> np.ndarray:
    place = {name: i for i, name in enumerate(names)}
    first, second = (np.array([place[row[side]] for row in rows]) for side in ("left", "right"))
    return win_matrix(first, second, np.array([POINTS[row["winner"]] for row in rows]), len(names))


def test_eight_models_equal_the_published_strengths(data_dir: Path) -> None:
    folder = data_dir / "llmfao"
    expected = json.loads((folder / "expected_bt_small.json").read_text(encoding="utf-8"))
    names = expected["models"]
    rows = [row for row in crowd(folder) if row["left"] in names and row["right"] in names]
    assert len(rows) == expected["n_comparisons"]
    strengths = [expected["log_strength"][name] for name in names]
    assert bradley_terry(wins_of(rows, names)).log_strengths == pytest.approx(strengths, abs=1e-6)


def test_fifty_nine_models_equal_evalica_and_stand_as_published(data_dir: Path) -> None:
    folder = data_dir / "llmfao"
    rows = crowd(folder)
    names = sorted({row[side] for row in rows for side in ("left", "right")})
    wins = wins_of(rows, names)
    found = bradley_terry(wins)
    theirs = evalica.bradley_terry(
        [row["left"] for row in rows],
        [row["right"] for row in rows],
        [WINNERS[row["winner"]] for row in rows],
        tolerance=1e-10,
        limit=10_000,
    )
    logs = np.log(theirs.scores.reindex(names).to_numpy())
    assert found.log_strengths == pytest.approx(logs - logs.mean(), abs=1e-6)
    published = pd.read_csv(folder / "published_scores.csv").pivot(index="item", columns="algorithm", values="score")
    shares = np.divide(wins, wins + wins.T, out=np.full_like(wins, np.nan), where=wins + wins.T > 0)
    # The published average win rate is the mean over the opponents met.
    assert np.nanmean(shares, axis=1) == pytest.approx(published["average_win_rate"].reindex(names).to_numpy())
    # Elo depends on the order of the rows, so the orders agree only nearly; both have the same best model.
    elo = published["elo"].reindex(names)
    assert spearmanr(found.scores, elo).statistic > 0.95
    assert names[int(found.scores.argmax())] == elo.idxmax() == "GPT 4"
