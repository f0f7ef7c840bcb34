"""The leaderboard's lines, marks and best values, and the page where runs cannot be ranked."""

from __future__ import annotations

from typing import Any

from cairn_nb.decisions.board.board import SkippedConfig
from cairn_nb.decisions.board.leaderboard import leaderboard
from cairn_nb.explorer.packing.pack import pack
from cairn_nb.records import Report
from tests.explorer import views
from tests.report_factory import abstained_row, answered_rows, build_report, with_judge


def named(name: str, judge: float | None, **changes: Any) -> Report:
    report = build_report(answered_rows(12, judge=judge), config_name=name)
    return report.changed(**changes) if changes else report


def view_of(*reports: Report, **options: Any) -> dict[str, Any]:
    found: dict[str, Any] = views.unpacked(pack(list(reports), **options).index)
    return found


def column(board: dict[str, Any], name: str) -> list[Any]:
    place = [measure["key"] for measure in board["measures"]].index(name)
    return [row["values"][place] for row in board["rows"]]


def test_the_best_comes_first_and_others_are_marked_against_it() -> None:
    board = view_of(named("low", 0.3), named("high", 0.9), named("same", 0.9))["board"]
    assert [(row["rank"], row["name"], row["run"]) for row in board["rows"]] == [
        ("1 (1st to 2nd)", "high", 1),
        ("2 (1st to 2nd)", "same", 2),
        ("3", "low", 0),
    ]
    assert board["notes"][-1].startswith("In brackets the ranks that a system may truly have")
    assert [value["mark"] for value in column(board, "judge_score")] == ["", "unclear", "worse"]
    assert [value["best"] for value in column(board, "judge_score")] == [True, True, False]
    assert board["measures"][0]["key"] == board["primary"] == "judge_score"


def test_a_column_in_which_all_are_equal_has_no_best_and_lower_wins_where_it_should() -> None:
    cheap = build_report(answered_rows(12, cost_usd=0.0005), config_name="cheap")
    board = view_of(named("a", 0.8), named("b", 0.8), cheap)["board"]
    assert not any(value["best"] for value in column(board, "judge_score"))
    dear = {
        row["name"]: value["best"]
        for row, value in zip(board["rows"], column(board, "cost_per_question_usd"), strict=True)
    }
    assert dear == {"a": False, "b": False, "cheap": True}


def test_runs_that_cannot_be_ranked_stand_side_by_side_with_the_reason() -> None:
    found = view_of(named("a", 0.8), named("b", 0.9), named("c", 0.7, corpus_hash="0" * 64))
    assert [(row["rank"], row["name"]) for row in found["board"]["rows"]] == [("", "a"), ("", "b"), ("", "c")]
    [warning] = [entry for entry in found["banner"]["warnings"] if entry["check"] == "comparable"]
    assert "the reports have different corpora" in warning["text"]
    assert warning["text"].removeprefix("these runs cannot be ranked: ") in found["board"]["notes"][0]
    assert [value["text"].split()[0] for value in column(found["board"], "judge_score")] == ["0.800", "0.900", "0.700"]


def test_runs_of_one_name_are_told_apart_and_not_ranked() -> None:
    found = view_of(named("a", 0.8), named("a", 0.9), named("b", 0.7))
    assert [run["name"] for run in found["runs"]] == ["a", "a (2)", "b"]
    assert "two configurations are named a" in found["board"]["notes"][0]


def test_an_incomplete_run_keeps_its_numbers_and_says_why_it_has_no_rank() -> None:
    found = view_of(named("a", 0.8), named("b", 0.9), named("c", 0.7, complete=False, n_errors=0))
    last = found["board"]["rows"][-1]
    assert (last["name"], last["rank"], last["run"]) == ("c", "", 2)
    assert last["note"].startswith("not ranked: its run is incomplete")
    assert column(found["board"], "judge_score")[-1]["text"].startswith("0.700")


def test_a_board_that_is_given_is_shown_with_what_it_left_out() -> None:
    reports = [named("a", 0.8), named("b", 0.9), named("c", 0.7)]
    given = leaderboard(reports, skipped=[SkippedConfig(config="d", reason="no index")])
    board = view_of(*reports, board=given, names=["A", "B", "C"])["board"]
    assert [row["name"] for row in board["rows"]] == ["B", "A", "C", "d"]
    assert board["rows"][-1]["run"] is None and board["rows"][-1]["values"][0] is None


def test_a_run_that_answered_nothing_has_no_score() -> None:
    silent = build_report([abstained_row(f"c{i:02d}") for i in range(12)], config_name="silent")
    board = view_of(named("a", 0.8), named("b", 0.9), silent)["board"]
    assert column(board, "judge_score")[-1]["text"] == "n/a"
    assert board["rows"][-1]["rank"] == ""


def test_all_marks_are_those_of_a_paired_test() -> None:
    first = named("a", 0.6)
    mixed = with_judge(first, [0.9, 0.4] * 6).changed(config_name="b")
    board = view_of(first, mixed, named("c", 0.1))["board"]
    assert {row["name"]: v["mark"] for row, v in zip(board["rows"], column(board, "judge_score"), strict=True)} == {
        "b": "",
        "a": "unclear",
        "c": "worse",
    }
