"""Answers drawn from groups of one system and one band of scores, in turn."""

from __future__ import annotations

from collections import Counter

import pytest

from cairn_nb.decisions.audit.answers import judged_answers
from cairn_nb.decisions.audit.draw import BANDS, band_of, drawn, grouped
from cairn_nb.decisions.audit.pairs import group_of
from cairn_nb.errors import InputError
from cairn_nb.records import AXES
from tests.decisions.audit.judged import run
from tests.report_factory import answered_row, build_report, failed_row

LOW, MIDDLE, HIGH = BANDS


@pytest.mark.parametrize(
    ("score", "band"),
    [(0, LOW), (1.99, LOW), (2, MIDDLE), (3.99, MIDDLE), (4, HIGH), (5, HIGH), (sum([0.8] * 5), HIGH)],
)
def test_bands(score: float, band: str) -> None:
    """Below 2, 2 to 4, 4 and up; a mean of five axes of 4 is 4 whatever its last bit."""
    assert band_of(score) == band


def test_every_group_gives_one_before_any_gives_two() -> None:
    answers = judged_answers([run("a", [1, 3, 5, 5, 5, 5]), run("b", [1, 1, 1, 1, 5])])
    sizes = {group: len(members) for group, members in grouped(answers).items()}
    assert sizes == {("a", LOW): 1, ("a", MIDDLE): 1, ("a", HIGH): 4, ("b", LOW): 4, ("b", HIGH): 1}
    counts = Counter(map(group_of, drawn(answers, 7)))
    # Five groups give one each; the two that have more give the sixth and the seventh.
    assert counts == {("a", LOW): 1, ("a", MIDDLE): 1, ("a", HIGH): 2, ("b", LOW): 2, ("b", HIGH): 1}


def test_never_more_than_there_are_and_none_twice() -> None:
    answers = judged_answers([run("a", [1, 3, 5])])
    found = drawn(answers, 50)
    assert sorted(answer.key for answer in found) == sorted(answer.key for answer in answers)


def test_the_seed_decides_and_equal_seeds_give_equal_draws() -> None:
    answers = judged_answers([run("a", [1, 3, 5] * 20)])
    keys = [[answer.key for answer in drawn(answers, 9, seed=seed)] for seed in (0, 0, 1)]
    assert keys[0] == keys[1] != keys[2]


def test_another_system_moves_no_draw_of_the_first() -> None:
    a, b = run("a", [1, 3, 5] * 20), run("b", [5] * 60)
    alone = {answer.key for answer in drawn(judged_answers([a]), 9)}
    beside = {answer.key for answer in drawn(judged_answers([a, b]), 12) if answer.system == "a"}
    assert alone == beside


def test_the_order_of_the_sheet_tells_no_group() -> None:
    answers = judged_answers([run("a", [1] * 30), run("b", [5] * 30)])
    systems = [answer.system for answer in drawn(answers, 40)]
    assert systems != ["a", "b"] * 20
    assert systems != sorted(systems)


def test_failed_and_unscored_answers_are_not_drawn() -> None:
    rows = [
        failed_row("broken"),
        answered_row("unscored"),
        answered_row("good", answer_score=3, axes=dict.fromkeys(AXES, 3)),
    ]
    answers = judged_answers([build_report(rows)])
    assert [answer.row.case_id for answer in drawn(answers, 50)] == ["good"]


def test_two_runs_of_one_configuration_are_told_apart_by_their_run() -> None:
    answers = judged_answers([run("a", [1], run_id="r1"), run("a", [1], run_id="r2")])
    assert [answer.system for answer in answers] == ["a (r1)", "a (r2)"]
    with pytest.raises(InputError, match="this run is given twice"):
        judged_answers([run("a", [1]), run("a", [1])])
    with pytest.raises(InputError, match="there is no report to audit"):
        judged_answers([])
