"""One table over one measurement, sorted by one metric, and everything else said beside it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cairn_nb.decisions.board.leaderboard import Leaderboard, SkippedConfig, leaderboard, leaderboard_markdown
from cairn_nb.errors import InputError, NotComparableError
from cairn_nb.records import Estimate, Report
from cairn_nb.stats import bootstrap_mean
from tests.report_factory import (
    abstained_row,
    answered_row,
    answered_rows,
    build_report,
    earlier_json,
    failed_row,
    with_judge,
)

HEAD = (
    "| config | recall@5 | nDCG@10 | token F1 | judge | citation validity | answer rate | error among answered "
    "| answering $/q | p95 ms |"
)


def report(name: str, *, judge: float | None = 0.8, f1: float = 0.6, **changes: Any) -> Report:
    return build_report(answered_rows(8, judge=judge, f1=f1), config_name=name, **changes)


def names(board: Leaderboard) -> list[str]:
    return [row.config for row in board.rows]


def test_sorted_by_the_judge_where_every_report_has_one() -> None:
    board = leaderboard([report("a", judge=0.7, f1=0.9), report("b", judge=0.9, f1=0.1)])
    assert names(board) == ["b", "a"]
    assert board.primary_metric == "judge_score"
    assert [row.rank for row in board.rows] == [1, 2]


def test_sorted_by_token_f1_otherwise() -> None:
    board = leaderboard([report("a", judge=0.7, f1=0.2), report("b", judge=None, f1=0.3)])
    assert names(board) == ["b", "a"]
    assert board.primary_metric == "token_f1"
    assert board.notes == ("sorted by token F1, because b has no judge score.",)


def test_ties_go_by_name_and_dust_is_a_tie() -> None:
    assert names(leaderboard([report("b", judge=0.1 + 0.2), report("a", judge=0.3)])) == ["a", "b"]


def test_one_that_always_abstains_is_last_and_does_not_change_the_key() -> None:
    quiet = build_report([abstained_row(f"c{i:02d}") for i in range(8)], config_name="a-quiet")
    board = leaderboard([quiet, report("b", judge=0.9), report("c", judge=0.95)])
    assert names(board) == ["c", "b", "a-quiet"]
    assert board.primary_metric == "judge_score"
    assert board.rows[-1].rank is None
    assert board.notes == (
        "a-quiet answered no answerable case; it is ranked last and has no say in what the board is sorted by.",
    )


def test_two_rubrics_are_not_ranked_by_their_grades() -> None:
    board = leaderboard([report("a", judge=0.9), report("b", judge=0.1, f1=0.7, notes={"rubric_version": "2"})])
    assert names(board) == ["b", "a"]
    assert board.notes == ("sorted by token F1, because the reports were graded by different judges or rubrics.",)


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"corpus_hash": "ff" * 32}, "different corpora \\(acb06e55ed87: a; ffffffffffff: b\\)"),
        ({"golden_version": "2"}, "different golden set versions \\(1: a; 2: b\\)"),
        ({"golden_hash": "sha256:" + "00" * 32}, "different golden set contents"),
        ({"split": "all"}, "different splits"),
    ],
)
def test_reports_of_different_things_are_refused(change: dict[str, Any], what: str) -> None:
    with pytest.raises(NotComparableError, match=what):
        leaderboard([report("a"), report("b", **change)])


def test_reports_over_different_cases_are_refused() -> None:
    with pytest.raises(NotComparableError, match="different cases"):
        leaderboard([report("a"), build_report(answered_rows(7), config_name="b")])


def test_two_of_one_name_are_refused() -> None:
    with pytest.raises(NotComparableError, match=r"two configurations are named a; rename one.* --name"):
        leaderboard([report("a"), report("a", judge=0.9)])


def test_a_report_that_is_not_sound_is_listed_as_skipped() -> None:
    failed = [*answered_rows(7), failed_row("c07")]
    incomplete = build_report(failed, config_name="b", complete=False)
    lying = report("c", answer={"judge_score": 1.0})
    board = leaderboard([report("a"), incomplete, lying], skipped=[SkippedConfig(config="d", reason="no | key")])
    assert names(board) == ["a"]
    assert [(entry.config, entry.reason) for entry in board.skipped] == [
        ("d", "no | key"),
        ("b", "its run is incomplete: 1 of 8 cases ended in an error"),
        ("c", "its report contradicts itself: answer.judge_score says 1, its rows give 0.8"),
    ]
    assert "- d: no &#124; key" in leaderboard_markdown(board)


def test_nothing_to_rank() -> None:
    with pytest.raises(InputError, match=r"no report to rank \(a: no key\)"):
        leaderboard([], skipped=[SkippedConfig(config="a", reason="no key")])


def test_the_table_has_the_references_columns_with_intervals() -> None:
    scores = [0.2, 0.4, 0.6, 0.8, 1.0, 0.9, 0.7, 0.5]
    base = report("a")
    varied = with_judge(base, scores).changed(config_name="a")
    text = leaderboard_markdown(leaderboard([varied]))
    assert HEAD in text.splitlines()
    row = next(line for line in text.splitlines() if line.startswith("| a |"))
    documents = [row.cluster_id for row in varied.per_case]
    estimate = bootstrap_mean(scores, clusters=documents, interval="auto")
    assert f"{estimate}" in row
    # mean of the eight scores is 5.1 / 8
    assert "0.637 [" in row
    assert row.count("|") == HEAD.count("|")
    assert "0.001000" in row
    assert "golden set version 1 (5e5e5e5e5e5e); corpus acb06e55ed87; 8 cases of split eval" in text
    assert "measured 2026-01-01" in text


def test_a_reports_own_estimates_are_used() -> None:
    estimate = bootstrap_mean([0.8] * 4 + [0.6] * 4).changed(value=0.8, low=0.123, high=0.987)
    board = leaderboard([report("a", estimates={"judge_score": estimate})])
    assert board.rows[0].estimates["judge_score"].low == 0.123


def test_earlier_reports_are_ranked_too() -> None:
    earlier = Report.model_validate_json(json.dumps(earlier_json(report("a"))), strict=True)
    assert names(leaderboard([earlier, report("b", judge=0.9)])) == ["b", "a"]


def test_who_cannot_be_told_from_the_first_is_said() -> None:
    """b beats a in every one of 8 documents (2 / 2^8 = 0.8%, twice for Holm), and c in one only."""
    base = build_report(answered_rows(8, judge=0.9))
    first = base.changed(config_name="b")
    close = with_judge(base, [0.8] + [0.9] * 7).changed(config_name="c")
    worse = with_judge(base, [0.5, 0.6, 0.7, 0.5, 0.6, 0.7, 0.5, 0.6]).changed(config_name="a")
    board = leaderboard([worse, close, first])
    assert [(row.config, row.tells_from_first) for row in board.rows] == [("b", None), ("c", False), ("a", True)]
    assert "Not told from the first (b) by a paired test at 5%: c." in leaderboard_markdown(board)


def test_a_board_is_json() -> None:
    board = leaderboard([report("a"), build_report([abstained_row(f"c{i:02d}") for i in range(8)], config_name="z")])
    assert Leaderboard.model_validate(json.loads(board.model_dump_json(), parse_constant=pytest.fail)) == board


def test_a_name_in_the_table_is_text() -> None:
    odd = report("a").changed(config_name="a|<b>")
    assert "| a&#124;&#60;b&#62; |" in leaderboard_markdown(leaderboard([odd, answered_only()]))


def answered_only() -> Report:
    return build_report([answered_row(f"c{i:02d}") for i in range(8)], config_name="other")


def test_a_time_lies_in_its_own_interval() -> None:
    base = report("a")
    # The report rounds 99.6 ms to 100; the interval belongs to 99.6.
    own = Estimate(value=99.6, low=99.5, high=99.7, n=base.n_cases)
    assert base.operational.latency_p95_ms == 100
    board = leaderboard([base.changed(estimates={**base.estimates, "latency_p95_ms": own})])
    assert board.rows[0].estimates["latency_p95_ms"] == own


@pytest.mark.parametrize(("judge", "is_noted"), [("llm:some-model", True), ("heuristic", False), ("stub", False)])
def test_heuristic_answer_scores_beside_a_models_grades_are_noted(judge: str, is_noted: bool) -> None:
    rows = answered_rows(8, answer_score=4.0, axes_judge="heuristic")
    reports = [build_report(rows, config_name=name, notes={"judge": judge}) for name in "ab"]
    board = leaderboard(reports)
    assert board.primary_metric == "answer_score"
    noted = [note for note in board.notes if "which the heuristic judge gave by words" in note]
    assert len(noted) == is_noted


def test_answer_scores_of_judges_that_share_no_report_rank_nothing() -> None:
    def by(name: str, axes_judge: str) -> Report:
        rows = [row.changed(answer_score=4.0, axes_judge=axes_judge) for row in answered_rows(8, judge=0.8, f1=0.6)]
        return build_report(rows, config_name=name)

    apart = leaderboard([by("a", "axes-1 m"), by("b", "axes-1 n")])
    assert apart.primary_metric == "judge_score"
    assert "sorted by judge_score, because no judge scored the five axes of every report." in apart.notes
    together = leaderboard([by("a", "axes-1 m"), by("b", "axes-1 m")])
    assert together.primary_metric == "answer_score"
