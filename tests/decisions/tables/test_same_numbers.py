"""One quantity has one value in every file of a bench folder."""

from __future__ import annotations

import csv
import json
import random
from pathlib import Path
from typing import Any

import pytest

import cairn_nb as cairn
from cairn_nb.metrics import sections
from cairn_nb.records import Report
from cairn_nb.records.run_comparison import RunComparisons
from tests.decisions.tables.reports import graded, named

NAMES = ("a", "b", "c")
N = 120


def report(place: int) -> Report:
    """A system whose questions, three a document, go up and down."""
    rng = random.Random(place)
    rows = [
        graded(f"q{i:03d}", round(min(5.0, max(0.0, 3 + 0.3 * place + rng.gauss(0, 1))), 2), cluster_id=f"d{i // 3}")
        for i in range(N)
    ]
    rows = [row.changed(cost_usd=0.01 * (3 - place)) for row in rows]
    return named(NAMES[place], rows, estimates=sections.estimates(rows), complete=True)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("bench")
    # The cheapest is the baseline and the best at once, so both files compare the same pairs.
    cairn.report(*[report(i) for i in range(3)], out=place, baseline="c")
    return place


def read(folder: Path, name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / name).read_text(encoding="utf-8"))
    return found


def table(folder: Path, name: str) -> list[dict[str, str]]:
    with (folder / name).open(encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


def compared(folder: Path) -> dict[str, RunComparisons]:
    place = folder / "reports"
    return {name: cairn.compare(place / "c.json", place / f"{name}.json", metrics=["answer_score"]) for name in "ab"}


def test_a_comparison_is_the_same_in_every_file(folder: Path) -> None:
    rows = {row["system"]: row for row in table(folder, "significance.csv") if row["metric"] == "answer_score"}
    chosen = read(folder, "recommendation.json")
    assert chosen["best"] == "c"
    ties = {test["system"]: test for test in chosen["ties"]}
    data = {
        row["system"]: row
        for row in read(folder, "report_data.json")["significance"]
        if row["metric"] == "answer_score"
    }
    beside = compared(folder)
    for name in ("a", "b"):
        row, tie, (other,) = rows[name], ties[name], beside[name].pairs[0].measures
        numbers = [
            float(row[key]) for key in ("mean_diff", "ci_lo", "ci_hi", "p_value", "p_bootstrap", "question_ci_lo")
        ]
        assert numbers == [
            data[name][key] for key in ("mean_diff", "ci_lo", "ci_hi", "p_value", "p_bootstrap", "question_ci_lo")
        ]
        of_tie = [tie["difference"][key] for key in ("value", "low", "high")]
        assert numbers == [*of_tie, tie["p_value"], tie["p_bootstrap"], tie["question_difference"]["low"]]
        found = other.difference
        of_compare = [found.value, found.low, found.high, other.p_value, other.p_bootstrap]
        assert numbers == [*of_compare, other.question_difference.low]
        assert float(row["p_holm"]) == tie["p_holm"] == data[name]["p_holm"]


def test_a_mean_and_its_interval_are_the_same_in_every_file(folder: Path) -> None:
    metrics = {row["system"]: row for row in table(folder, "metrics_summary.csv")}
    data, stats = read(folder, "report_data.json"), read(folder, "stats.json")
    board = {row["config"]: row for row in data["leaderboard"]["rows"]}
    ranked = {one["numbers"]["system"]: one["numbers"] for one in read(folder, "recommendation.json")["ranking"]}
    page = (folder / "leaderboard.md").read_text(encoding="utf-8")
    for name in NAMES:
        own = [float(metrics[name][key]) for key in ("answer_score", "answer_score_ci_lo", "answer_score_ci_hi")]
        for found in (
            stats["systems"][name]["estimates"]["answer_score"],
            board[name]["estimates"]["answer_score"],
            ranked[name]["quality"],
        ):
            assert own == pytest.approx([found["value"], found["low"], found["high"]], abs=1e-12)
        assert f"| {name} |" in page and f"{own[0]:.3f} [{own[1]:.3f}, {own[2]:.3f}]" in page


def test_every_board_names_one_measure_and_has_one_order(folder: Path) -> None:
    data, chosen = read(folder, "report_data.json"), read(folder, "recommendation.json")
    board = data["leaderboard"]
    assert board["primary_metric"] == chosen["quality_metric"] == "answer_score"
    page = (folder / "leaderboard.md").read_text(encoding="utf-8")
    assert "Sorted by answer score." in page
    order = [row["config"] for row in board["rows"]]
    assert order == sorted(order, key=lambda name: page.index(f"| {name} |"))
    assert "Ranks that the systems may truly have" in page
    assert "Smallest fall in answer_score that these questions would show" in page
