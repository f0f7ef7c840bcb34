"""Votes of people on the answers of 59 models: the same strengths and order as independent packages give."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from cairn_nb.decisions.arena.strengths import complete, log_strengths
from cairn_nb.decisions.arena.summary import arena_summary
from cairn_nb.decisions.reading.settings import Settings
from cairn_nb.records.pair_comparison import PairComparison, Verdicts
from cairn_nb.stats import bradley_terry, win_matrix

VERDICTS: dict[str, Verdicts] = {"left": ("1", "2"), "right": ("2", "1"), "tie": ("tie", "tie")}


def votes(path: Path) -> list[PairComparison]:
    """Each vote as a comparison that came out the same in both orders, since people saw one."""
    with path.open(encoding="utf-8", newline="") as stream:
        return [
            PairComparison.of(row["prompt"], (row["left"], row["right"]), "people", VERDICTS[row["winner"]])
            for row in csv.DictReader(stream)
        ]


@pytest.fixture(scope="module")
def crowd(data_dir: Path) -> list[PairComparison]:
    return votes(data_dir / "llmfao" / "crowd_comparisons.csv")


@pytest.fixture(scope="module")
def published(data_dir: Path) -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = {}
    with (data_dir / "llmfao" / "published_scores.csv").open(encoding="utf-8", newline="") as stream:
        for row in csv.DictReader(stream):
            found.setdefault(row["algorithm"], {})[row["item"]] = float(row["score"])
    return found


def with_virtual_draws(comparisons: Iterable[PairComparison]) -> list[tuple[str, str, float]]:
    """What is given to an independent package: every vote, and one draw a pair of systems."""
    known = [(*one.systems, one.score or 0.0) for one in comparisons]
    names = sorted({name for one, two, _ in known for name in (one, two)})
    return [*known, *((one, two, 0.5) for one, two in combinations(names, 2))]


def test_strengths_equal_an_independent_package(crowd: list[PairComparison]) -> None:
    evalica = pytest.importorskip("evalica")
    rows = with_virtual_draws(complete(crowd))
    kinds = {1.0: evalica.Winner.X, 0.0: evalica.Winner.Y, 0.5: evalica.Winner.Draw}
    theirs = evalica.bradley_terry(
        [one for one, _, _ in rows],
        [two for _, two, _ in rows],
        [kinds[score] for _, _, score in rows],
        tie_weight=0.5,
        tolerance=1e-12,
        limit=100_000,
    ).scores
    logs = {str(name): float(np.log(score)) for name, score in theirs.items()}
    middle = sum(logs.values()) / len(logs)
    ours = log_strengths(crowd)
    assert len(ours) == 59
    assert ours == pytest.approx({name: value - middle for name, value in logs.items()}, abs=1e-6)


def test_eight_models_equal_the_expected_file(crowd: list[PairComparison], data_dir: Path) -> None:
    expected = json.loads((data_dir / "llmfao" / "expected_bt_small.json").read_text(encoding="utf-8"))
    place = {name: number for number, name in enumerate(expected["models"])}
    among = [one for one in crowd if place.keys() >= set(one.systems)]
    assert len(among) == expected["n_comparisons"]
    first, second = (np.array([place[one.systems[side]] for one in among]) for side in (0, 1))
    points = np.array([one.score for one in among], dtype=np.float64)
    found = bradley_terry(win_matrix(first, second, points, len(place))).log_strengths
    assert dict(zip(place, found.tolist(), strict=True)) == pytest.approx(expected["log_strength"], abs=1e-6)


def test_models_stand_in_the_published_order(
    crowd: list[PairComparison], published: dict[str, dict[str, float]]
) -> None:
    found = arena_summary(crowd, (), settings=Settings(n_boot=100))
    wins = {standing.system: standing.wins + standing.ties / 2 for standing in found.standings}
    assert wins == pytest.approx(published["counting"])
    met = {name: [rate for rate in rates.values() if rate is not None] for name, rates in found.win_rates.items()}
    means = {name: sum(rates) / len(rates) for name, rates in met.items()}
    assert means == pytest.approx(published["average_win_rate"], abs=1e-12)
    assert best_first(means) == best_first(published["average_win_rate"])
    # Strengths weigh whom a model beat, as Elo does: nearly its order, and the same model on top.
    ours, elo = [standing.system for standing in found.ranked], best_first(published["elo"])
    assert ours[0] == elo[0] == "GPT 4"
    assert np.corrcoef([elo.index(name) for name in ours], np.arange(len(ours)))[0, 1] > 0.97


def best_first(scores: dict[str, float]) -> list[str]:
    return sorted(scores, key=lambda name: -scores[name])


@pytest.mark.parametrize(("judge", "first"), [("gpt3", 0.63), ("gpt4", None)])
def test_the_share_of_the_first_position_is_the_published_one(data_dir: Path, judge: str, first: float | None) -> None:
    path = data_dir / "llmfao" / f"{judge}_judge_comparisons.csv"
    with path.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    one_order = {"left": "1", "right": "2", "tie": "tie"}
    comparisons = [
        PairComparison.of(row["id"], (row["left"], row["right"]), judge, (one_order[row["winner"]], None))  # type: ignore[arg-type]
        for row in rows
    ]
    bias = arena_summary(comparisons, (), settings=Settings(n_boot=100)).position_bias
    decisive = [row["winner"] for row in rows if row["winner"] != "tie"]
    assert bias.first_position_rate.value == pytest.approx(decisive.count("left") / len(decisive))
    if first is not None:
        assert sum(row["winner"] == "left" for row in rows) / len(rows) == pytest.approx(first, abs=0.005)
