"""Ranks that hold all at once, from reports."""

from __future__ import annotations

from cairn_nb.decisions.board.leaderboard import leaderboard, leaderboard_markdown
from cairn_nb.decisions.board.possible_ranks import possible_ranks
from tests.report_factory import abstained_row, answered_row, answered_rows, build_report, with_judge

FIRST = build_report(answered_rows(12, judge=0.9), config_name="first")
CLOSE = with_judge(FIRST, [0.8] + [0.9] * 11).changed(config_name="close")
WORST = with_judge(FIRST, [0.2] * 12).changed(config_name="worst")
SILENT = build_report([abstained_row(f"c{i:02d}") for i in range(12)], config_name="silent")


def test_what_a_test_tells_apart_is_apart_and_the_rest_shares_its_ranks() -> None:
    # The worst loses all 12 documents to both: 2^-12, six times for Holm. The others differ in one document.
    assert possible_ranks([FIRST, CLOSE, WORST], "judge_score") == [(1, 2), (1, 2), (3, 3)]


def test_what_was_not_measured_has_no_rank_and_takes_none() -> None:
    assert possible_ranks([SILENT, FIRST, WORST], "judge_score") == [None, (1, 1), (2, 2)]
    assert possible_ranks([SILENT], "judge_score") == [None]


def test_a_document_is_one_piece_of_evidence_and_a_question_the_mean_of_its_trials() -> None:
    one = [row.changed(cluster_id="one.md") for row in FIRST.per_case]
    assert possible_ranks([build_report(one), WORST], "judge_score") == [(1, 2), (1, 2)]
    trials = [
        answered_row(f"c{i:02d}", trial=trial, judge=judge) for i in range(12) for trial, judge in ((0, 1), (1, 0))
    ]
    # Means of 0.5 lie between 0.9 and 0.2 in every document.
    assert possible_ranks([FIRST, build_report(trials), WORST], "judge_score") == [(1, 1), (2, 2), (3, 3)]


def test_the_board_says_them() -> None:
    board = leaderboard([WORST, CLOSE, SILENT, FIRST])
    assert [(row.config, row.rank_range, row.ranks) for row in board.rows] == [
        ("first", (1, 2), "1st to 2nd"),
        ("close", (1, 2), "1st to 2nd"),
        ("worst", (3, 3), "3rd"),
        ("silent", None, "—"),
    ]
    sentence = (
        "Ranks that the systems may truly have, all at once with 95%: first 1st to 2nd, close 1st to 2nd, worst 3rd."
    )
    assert sentence in leaderboard_markdown(board)
    assert "truly have" not in leaderboard_markdown(leaderboard([FIRST]))
