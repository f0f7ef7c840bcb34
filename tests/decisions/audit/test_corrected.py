"""The run's scores as people would have them; the arithmetic stands in each test."""

from __future__ import annotations

import numpy as np
import pytest

from cairn_nb.decisions.audit.answers import judged_answers
from cairn_nb.decisions.audit.corrected import Run, corrected_scores
from cairn_nb.decisions.audit.pairs import Labelled, Pair, human_words, judge_words
from cairn_nb.decisions.audit.sheet import group_sizes
from cairn_nb.records import Report
from cairn_nb.records.audit import CorrectedScore
from cairn_nb.seeds import stream
from tests.decisions.audit.judged import all_axes, graded, run


def by_labels(reports: list[Report], human: dict[int, bool]) -> tuple[CorrectedScore, ...]:
    """Labels on answers by their place over all reports."""
    answers = judged_answers(reports)
    pairs = [
        Pair(answers[place], judge_words(answers[place], "correct"), {"right": float(said)})
        for place, said in human.items()
    ]
    return corrected_scores(Run(answers, "labels", "correct", {}), Labelled(tuple(pairs)))


def test_rogan_gladen_and_prediction_powered_of_a_hundred_answers() -> None:
    """The judge calls 60 of 100 right. Of 40 labels: 16 of 20 right ones found, 18 of 20 wrong ones seen.

    Rogan-Gladen: (0.6 + 0.9 - 1) / (0.8 + 0.9 - 1). Prediction-powered: w (mean of the judge over the other 60) plus
    the mean over labels of human - w judge, w the weight of the least variance.
    """
    correct = [True] * 16 + [False] * 4 + [False] * 18 + [True] * 2 + [True] * 42 + [False] * 18
    human = {**dict.fromkeys(range(20), True), **dict.fromkeys(range(20, 40), False)}
    [found] = by_labels([graded("a", correct)], human)
    assert (found.system, found.measure, found.n_answers) == (None, "right", 100)
    assert found.raw.value == pytest.approx(0.6)
    assert found.rogan_gladen is not None and found.prediction_powered is not None
    assert found.rogan_gladen.value == pytest.approx(0.5 / 0.7)
    # The judge says yes to 42 of the other 60 and to 18 of the 40; people to 20 of the 40.
    weight = float(found.prediction_powered.method.split("weight ")[1].split(",")[0])
    assert found.prediction_powered.value == pytest.approx(weight * 42 / 60 + 20 / 40 - weight * 18 / 40, abs=0.002)
    assert found.prediction_powered.low is not None and found.prediction_powered.high is not None
    assert found.prediction_powered.low < found.prediction_powered.value < found.prediction_powered.high


def test_each_system_by_its_own_labels() -> None:
    reports = [graded("a", [True] * 20), graded("b", [False] * 20)]
    found = by_labels(reports, {**dict.fromkeys(range(8), True), **dict.fromkeys(range(20, 28), False)})
    assert [(one.system, one.n_answers, one.raw.value) for one in found] == [
        (None, 40, 0.5),
        ("a", 20, 1.0),
        ("b", 20, 0.0),
    ]
    whole = found[0].rogan_gladen
    assert whole is not None and whole.value == pytest.approx(0.5)
    # Of a alone no wrong answer is labelled, so its specificity is not known.
    assert found[1].rogan_gladen is not None and found[1].rogan_gladen.value is None


def test_a_sheet_is_weighted_and_has_no_rogan_gladen() -> None:
    """Judge: ten 5s, thirty 1s, mean 2. One 5 is labelled 3 and stands for ten; one 1 is labelled 2 and stands for 30.

    2 + (10 * (3 - 5) + 30 * (2 - 1)) / 40 = 2.25; right: 10 / 40 + (10 * (0 - 1) + 0) / 40 = 0.
    """
    answers = judged_answers([run("a", [5] * 10 + [1] * 30)])
    pairs = tuple(
        Pair(answers[place], judge_words(answers[place], "answer_score"), human_words(all_axes(points)))
        for place, points in ((0, 3), (10, 2))
    )
    right, score = corrected_scores(Run(answers, "sheet", "answer_score", group_sizes(answers)), Labelled(pairs))
    assert (right.measure, score.measure) == ("right", "answer_score")
    assert score.raw.value == pytest.approx(2.0)
    assert score.prediction_powered is not None and score.prediction_powered.value == pytest.approx(2.25)
    assert right.raw.value == pytest.approx(0.25)
    assert right.prediction_powered is not None and right.prediction_powered.value == pytest.approx(0.0)
    assert right.rogan_gladen is None and score.rogan_gladen is None


def test_corrected_scores_cover_the_truth_where_the_raw_one_does_not() -> None:
    """60 runs of 300 answers of which 60% are right; the judge misses a tenth and lets 40% of wrong ones pass."""
    rng, names, hits = stream(0, "test"), ("raw", "rogan_gladen", "prediction_powered"), dict.fromkeys("rgp", 0)
    for _ in range(60):
        truth = rng.random(300) < 0.6
        judge = np.where(truth, rng.random(300) < 0.9, rng.random(300) < 0.4)
        [found] = by_labels([graded("a", judge.tolist())], {i: bool(truth[i]) for i in range(100)})
        for key, name in zip("rgp", names, strict=True):
            one = getattr(found, name)
            hits[key] += one.low is not None and one.low <= 0.6 <= one.high
    assert hits["r"] < 30
    assert hits["g"] >= 51 and hits["p"] >= 51  # 99.9% of binomial(60, 0.95)
