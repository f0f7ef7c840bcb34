"""The judge beside people, axis by axis; the arithmetic stands in each test."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import t

from cairn_nb.decisions.audit.answers import judged_answers
from cairn_nb.decisions.audit.bias import BOUNDED, STUDENT, mean_difference
from cairn_nb.decisions.audit.measures import measure_audit, measures_of, panel_audits, system_biases
from cairn_nb.decisions.audit.pairs import Labelled, Pair, human_words, judge_words
from cairn_nb.records import AXES
from tests.decisions.audit.judged import all_axes, run, scored, verdicts


def test_alpha_gap_and_bias_of_four_answers() -> None:
    """Judge 1 2 4 5, human 1 1 5 4: differences 0 1 -1 1.

    Alpha = 1 - observed / expected. Observed: the mean of (a - b)^2 over pairs within an answer = (0 + 1 + 1 + 1) / 4.
    Expected: the mean of (a - b)^2 over all 28 pairs of the eight ratings 1 1 2 1 4 5 5 4 = (8 * 89 - 23^2) / 28,
    their squares being 1 + 1 + 4 + 1 + 16 + 25 + 25 + 16 = 89 and their sum 23.
    """
    found = measure_audit(scored([1, 2, 4, 5], [1, 1, 5, 4]), "answer_score")
    assert found.n == 4
    assert found.alpha.value == pytest.approx(1 - 0.75 / ((8 * 89 - 23**2) / 28))
    assert found.mean_absolute_difference.value == pytest.approx(3 / 4)
    assert found.bias.value == pytest.approx(1 / 4)
    assert all(one.low is not None for one in (found.mean_absolute_difference, found.bias))


def test_an_axis_counts_where_it_is_filled_and_the_mean_where_all_five_are() -> None:
    labelled = scored([4, 2, 3], [{**all_axes(4), "relevance": 0}, {"relevance": 2}, {}])
    assert [measure_audit(labelled, measure).n for measure in measures_of("sheet")] == [1, 1, 1, 2, 1, 1]
    relevance, score = measure_audit(labelled, "relevance"), measure_audit(labelled, "answer_score")
    assert relevance.bias.value == pytest.approx(((4 - 0) + (2 - 2)) / 2)
    assert score.bias.value == pytest.approx(4 - (4 * 4 + 0) / 5)


def test_verdicts_are_compared_as_right_or_not() -> None:
    """Judge yes yes no no, people yes no no no: the judge is lenient by 1 / 4, and they differ on 1 of 4.

    Expected: of the 28 pairs of eight ratings, three of them yes, 3 * 5 differ.
    """
    found = measure_audit(verdicts([True, True, False, False], [True, False, False, False]), "right")
    assert found.bias.value == found.mean_absolute_difference.value == 1 / 4
    assert found.alpha.value == pytest.approx(1 - (1 / 4) / (15 / 28))


def test_the_bias_has_students_interval_over_documents() -> None:
    values = np.array([0.0, 1, -1, 2, 0, 1, 1, 0])
    found = mean_difference(values, list("abcdefgh"), most=5)
    reach = t.ppf(0.975, 7) * values.std(ddof=1) / np.sqrt(8)
    assert (found.low, found.high) == pytest.approx((values.mean() - reach, values.mean() + reach))
    assert found.method == STUDENT
    repeated = mean_difference(np.repeat(values, 2), [name for name in "abcdefgh" for _ in "12"], most=5)
    assert (repeated.low, repeated.high, repeated.n_clusters) == pytest.approx((found.low, found.high, 8))


def test_an_interval_is_never_of_no_width() -> None:
    alike, few = mean_difference(np.zeros(20), range(20), most=5), mean_difference(np.array([1.0, 0]), "ab", most=5)
    for found in (alike, few):
        assert found.method == BOUNDED
        assert found.low is not None and found.high is not None and found.value is not None
        assert -5 <= found.low < found.value < found.high <= 5
    assert mean_difference(np.array([]), [], most=5).value is None


def test_the_bias_of_each_system() -> None:
    """Lenient by 1 with a, strict by 2 with b."""
    a, b = scored([4, 5], [3, 4], "a"), scored([1, 2], [3, 4], "b")
    found = system_biases(Labelled((*a.pairs, *b.pairs)), ("relevance", "answer_score"))
    assert [(one.system, one.n, one.bias["answer_score"].value, one.bias["relevance"].value) for one in found] == [
        ("a", 2, 1.0, 1.0),
        ("b", 2, -2.0, -2.0),
    ]


def test_each_judge_of_a_panel_against_the_human() -> None:
    """One judge says what the person says, the other the reverse: 1 - 4 / ((8 * 36 - 12^2) / 28) with 1 1 2 2."""
    report = run("a", [1, 1, 2, 2])
    panels = [
        {"panel_scores": {"x": {**all_axes(one), "answer_score": one}, "y": {**all_axes(two), "answer_score": two}}}
        for one, two in ((1, 2), (1, 2), (2, 1), (2, 1))
    ]
    rows = tuple(row.changed(answer_judge=panel) for row, panel in zip(report.per_case, panels, strict=True))
    answers = judged_answers([report.model_copy(update={"per_case": rows})])
    pairs = tuple(
        Pair(answer, judge_words(answer, "answer_score"), human_words(all_axes(points)))
        for answer, points in zip(answers, (1, 1, 2, 2), strict=True)
    )
    found = {one.judge: one.alpha for one in panel_audits(Labelled(pairs), (*AXES, "answer_score"))}
    assert found["x"]["answer_score"].value == pytest.approx(1.0)
    # All four answers differ by 1; of the 28 pairs of eight ratings, four of each, 16 differ by 1.
    assert found["y"]["relevance"].value == pytest.approx(1 - 1 / (16 / 28))


def test_without_a_panel_there_is_none() -> None:
    assert panel_audits(scored([1, 2], [1, 2]), AXES) == ()
