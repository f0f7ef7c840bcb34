"""Judges held against real people: MTRAG's raters, and the crowd of LLMFAO."""

from __future__ import annotations

import csv
import json
from collections import Counter, defaultdict
from math import nan
from pathlib import Path
from statistics import fmean

import numpy as np
import pytest

from cairn_nb.decisions.audit.answers import JudgedAnswer
from cairn_nb.decisions.audit.leanings import order_leanings
from cairn_nb.decisions.audit.measures import measure_audit
from cairn_nb.decisions.audit.pairs import Labelled, Pair
from cairn_nb.decisions.audit.verdicts import certification, error_rates
from cairn_nb.records.pair_comparison import PairComparison
from cairn_nb.stats.agreement.krippendorff import krippendorff_alpha
from cairn_nb.stats.effective_counts import clustered_share
from tests.report_factory import answered_row

Unit = tuple[str, str]
POSITION = {"left": "1", "right": "2", "tie": "tie"}


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def mtrag_ratings(folder: Path, metric: str) -> dict[Unit, dict[str, float]]:
    found: dict[Unit, dict[str, float]] = defaultdict(dict)
    for row in rows_of(folder / "ratings.csv"):
        if row["metric"] == metric:
            found[row["task_id"], row["model_id"]][row["rater"]] = float(row["value"])
    return found


@pytest.fixture(scope="module")
def mtrag(data_dir: Path) -> Path:
    return data_dir / "mtrag_human_eval"


def test_alpha_among_people_is_the_published_one(mtrag: Path) -> None:
    expected = json.loads((mtrag / "expected.json").read_text(encoding="utf-8"))["alpha"]
    for metric, by_scale in expected.items():
        units = mtrag_ratings(mtrag, metric)
        raters = sorted({rater for said in units.values() for rater in said})
        ratings = [[said.get(rater, nan) for said in units.values()] for rater in raters]
        for scale, alpha in by_scale.items():
            assert krippendorff_alpha(ratings, scale, n_boot=0).value == pytest.approx(alpha, abs=1e-6)


def faithfulness(folder: Path) -> Labelled:
    """The judge rl_f (0 to 1) beside the mean of three raters (1 to 4), both put on 0 to 5."""
    people = mtrag_ratings(folder, "faithfulness")
    pairs = []
    for row in rows_of(folder / "automatic_metrics.csv"):
        unit = row["task_id"], row["model_id"]
        answer = JudgedAnswer(unit[1], 0, answered_row(unit[0]), unit[0])
        human = (fmean(people[unit].values()) - 1) / 3
        judge = float(row["rl_f"])
        verdict = {"faithfulness": judge * 5, "right": float(judge >= 0.8)}
        pairs.append(Pair(answer, verdict, {"faithfulness": human * 5, "right": float(human >= 0.8)}))
    return Labelled(tuple(pairs))


def test_the_judges_correlation_with_people_is_the_published_one(mtrag: Path) -> None:
    expected = json.loads((mtrag / "expected.json").read_text(encoding="utf-8"))["judge_vs_human_faithfulness_rl_f"]
    found = measure_audit(faithfulness(mtrag), "faithfulness")
    assert found.n == expected["n"]
    assert found.correlation.value == pytest.approx(expected["spearman"], abs=1e-6)
    assert found.correlation.low is not None and found.correlation.high is not None
    assert found.correlation.low < expected["spearman"] < found.correlation.high
    assert found.correlation.n_clusters == 121


def test_the_certificate_by_exact_bounds_is_scipys(mtrag: Path) -> None:
    from scipy.stats import binomtest
    from statsmodels.stats.proportion import proportion_confint

    labelled = faithfulness(mtrag)
    pairs = [
        Pair(JudgedAnswer(p.answer.system, 0, p.answer.row, f"{place}"), p.judge, p.human)
        for place, p in enumerate(labelled.pairs)
    ]
    rates = error_rates(pairs, np.ones(len(pairs)), "labels")
    verdict = certification(pairs, np.ones(len(pairs)), "labels", bar=0.8)
    for said, two, one in (
        (1.0, rates.sensitivity, verdict.sensitivity),
        (0.0, rates.specificity, verdict.specificity),
    ):
        of = [pair.judge["right"] == said for pair in pairs if pair.human["right"] == said]
        exact = proportion_confint(sum(of), len(of), method="beta")
        assert (two.low, two.high) == pytest.approx(exact)
        lower = binomtest(sum(of), len(of), alternative="greater").proportion_ci(0.95, method="exact").low
        assert one.low == pytest.approx(lower)
    assert verdict.certified is (min(verdict.sensitivity.low or 0, verdict.specificity.low or 0) >= 0.8)


def crowd_majorities(folder: Path) -> dict[str, str]:
    """What most people said of each pair; a tie where no answer has most of them."""
    votes: dict[str, Counter[str]] = defaultdict(Counter)
    for row in rows_of(folder / "crowd_comparisons.csv"):
        votes[row["id"]][row["winner"]] += 1
    return {pair: _most(counts) for pair, counts in votes.items()}


def _most(counts: Counter[str]) -> str:
    (first, n), *rest = counts.most_common()
    return "tie" if rest and rest[0][1] == n else first


@pytest.mark.parametrize(("judge", "share"), [("gpt3", 0.336), ("gpt4", 0.387)])
def test_how_often_a_judge_of_pairs_says_what_the_crowd_says(data_dir: Path, judge: str, share: float) -> None:
    crowd = crowd_majorities(data_dir / "llmfao")
    rows = rows_of(data_dir / "llmfao" / f"{judge}_judge_comparisons.csv")
    said, people = [row["winner"] for row in rows], [crowd[row["id"]] for row in rows]
    same = np.array([float(one == two) for one, two in zip(said, people, strict=True)])
    found = clustered_share(same, [row["prompt"] for row in rows])
    assert found.value == pytest.approx(share, abs=0.0005)
    assert found.low is not None and found.high is not None and found.low < share < found.high
    alpha = krippendorff_alpha([said, people], "nominal", n_boot=0).value
    assert alpha is not None and alpha < 0.2


@pytest.mark.parametrize(("judge", "left"), [("gpt3", 0.63), ("gpt4", 0.44)])
def test_how_often_a_judge_of_pairs_says_left(data_dir: Path, judge: str, left: float) -> None:
    """Of all its verdicts, ties too; the rate that is reported leaves ties out."""
    rows = rows_of(data_dir / "llmfao" / f"{judge}_judge_comparisons.csv")
    said = Counter(row["winner"] for row in rows)
    assert said["left"] / len(rows) == pytest.approx(left, abs=0.005)
    comparisons = [
        PairComparison.of(row["prompt"], (row["left"], row["right"]), judge, (POSITION[row["winner"]], None))
        for row in rows
    ]
    assert list(order_leanings(comparisons, {})) == []  # each pair was judged in one order alone
    whole = [
        PairComparison.of(
            row["prompt"], (row["left"], row["right"]), judge, (POSITION[row["winner"]], POSITION[row["winner"]])
        )
        for row in rows
    ]
    first = {one.name: one.estimate for one in order_leanings(whole, {})}["first_position_rate"]
    assert first.value == pytest.approx(said["left"] / (said["left"] + said["right"]))
    assert first.n_clusters == len({row["prompt"] for row in rows if row["winner"] != "tie"})
