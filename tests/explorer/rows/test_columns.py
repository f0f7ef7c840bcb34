"""Which columns there are, in what order, and what they hold."""

from __future__ import annotations

from typing import Any

import pytest

from cairn_nb.explorer.packing.pack import pack
from cairn_nb.explorer.rows.cells import support, verdict
from tests.explorer import views
from tests.report_factory import abstained_row, answered_row, build_report, failed_row

ROWS = {
    "right": answered_row("a"),
    "wrong": answered_row("a", judge=0.1),
    "unjudged": answered_row("a", correct=None, judge=None).changed(correct=None),
    "unanswerable": answered_row("a", answerable=False).changed(correct=None),
    "abstained": abstained_row("a").changed(correct=True),
    "failed": failed_row("a"),
}


def shown(mode: str) -> list[str]:
    return [column["name"] for column in views.view(mode)["columns"] if column["shown"]]


@pytest.mark.parametrize(
    ("name", "word"),
    [("right", "right"), ("wrong", "wrong"), ("unjudged", "—"), ("unanswerable", "wrong"), ("abstained", "—")],
)
def test_a_verdict_is_about_an_answer(name: str, word: str) -> None:
    assert verdict(ROWS[name]) == word
    assert verdict(ROWS["failed"]) == "error"


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"retrieved_support_rank": 1}, "1"),
        ({"retrieved_support_rank": 3}, "2 to 3"),
        ({"retrieved_support_rank": 4}, "4 to 5"),
        ({"retrieved_support_rank": 10}, "6 to 10"),
        ({"retrieved_support_rank": 11}, "deeper than 10"),
        ({"retrieved_support_rank": None}, "missed"),
        ({"retrieved_support_rank": None, "support_located": False}, "not located"),
        ({"retrieved_support_rank": None, "support_located": None}, ""),
    ],
)
def test_where_the_support_landed(changes: dict[str, Any], word: str) -> None:
    assert support(answered_row("a", **changes)) == word
    assert support(failed_row("a", **changes)) == ""


def test_one_run_shows_what_a_reader_needs_first() -> None:
    assert shown("one") == [
        *("id", "status", "verdict", "failure", "category", "question", "answer", "confidence", "judge", "rank"),
        *("latency", "cost"),
    ]


def test_two_runs_begin_with_the_change_and_both_verdicts() -> None:
    assert shown("two") == [
        *("id", "change", "verdict@0", "verdict@1", "question", "answer@0", "answer@1", "judge@0", "judge@1"),
        *("latency_change", "cost_change"),
    ]


def test_many_runs_are_a_matrix_of_their_scores() -> None:
    columns = [column for column in views.view("many")["columns"] if column["shown"]]
    assert [column["label"] for column in columns] == ["Case", "Category", "Question", "default", "hybrid", "bm25"]
    assert {column["key"] for column in columns[3:]} == {"judge"}


@pytest.mark.parametrize("names", ["ab", "abc"])
def test_runs_with_answer_scores_are_compared_by_them_as_boards_rank(names: str) -> None:
    rows = [answered_row("a", answer_score=4.0)], [answered_row("a", answer_score=2.0)]
    reports = [build_report(rows[place % 2], config_name=name) for place, name in enumerate(names)]
    view = views.unpacked(pack(reports).index)
    shown = [column["key"] for column in view["columns"] if column["shown"]]
    assert shown.count("points") == len(names) and "judge" not in shown
    assert next(mode for mode in view["modes"] if mode["name"] == "apart")["by"] == 2.0  # of 5, as 0.4 of 1


def test_runs_without_a_judge_are_compared_by_token_f1() -> None:
    reports = [build_report([answered_row("a", judge=None)], config_name=name) for name in "abc"]
    columns = views.unpacked(pack(reports).index)["columns"]
    assert [column["key"] for column in columns if column["shown"]][-3:] == ["f1", "f1", "f1"]


def test_a_column_that_nothing_fills_is_not_on_the_screen() -> None:
    report = build_report([answered_row("a", question=None, cost_usd=None)])
    columns = {column["name"]: column["shown"] for column in views.unpacked(pack([report]).index)["columns"]}
    assert not columns["question"] and not columns["cost"] and columns["latency"]
    assert "tags" not in columns and "trial" not in columns


def test_margin_is_confidence_above_the_threshold_and_null_without_one() -> None:
    report = build_report([answered_row("a", confidence=0.75), answered_row("b", confidence=None)])
    assert views.unpacked(pack([report]).index)["rows"][0]["margin"] == [0.25, None]
    without = report.changed(abstention=report.abstention.changed(threshold=None))
    assert views.unpacked(pack([without]).index)["rows"][0]["margin"] == [None, None]
