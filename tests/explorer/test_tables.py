"""The views of the notebooks as rows of text."""

from __future__ import annotations

import json

from cairn_nb.decisions.board.board import COLUMNS, Leaderboard, LeaderboardRow
from cairn_nb.explorer import tables
from cairn_nb.records import Estimate, GridPoint
from tests.explorer.views import calibrated
from tests.report_factory import answered_rows, build_report


def board_row(config: str, *, rank: int | None, told: bool | None) -> LeaderboardRow:
    estimates = {name: Estimate(value=0.5, low=0.25, high=0.75) for name in COLUMNS.values()}
    estimates["cost_per_question_usd"] = Estimate(value=0.00042)
    return LeaderboardRow(config=config, config_hash="0" * 16, rank=rank, estimates=estimates, tells_from_first=told)


def board(*rows: LeaderboardRow) -> Leaderboard:
    return Leaderboard(
        primary_metric="judge_score",
        golden_version="1",
        golden_hash=None,
        corpus_hash="0" * 64,
        split="eval",
        n_cases=3,
        rows=rows,
    )


def test_a_leaderboard_says_what_the_paired_test_tells() -> None:
    rows = (
        board_row("a", rank=1, told=None),
        board_row("b", rank=2, told=False),
        board_row("c", rank=3, told=True),
        board_row("d", rank=None, told=None),
    )
    table = tables.leaderboard(board(*rows))
    assert [row[:3] for row in table.rows] == [
        ("1", "a", "—"),
        ("2", "b", "cannot tell"),
        ("3", "c", "yes"),
        ("—", "d", "—"),
    ]


def test_that_nothing_was_left_out_is_said() -> None:
    shown = tables.not_ranked(board(board_row("a", rank=1, told=None))).to_html()
    assert shown == '<p class="note">No configuration was left out.</p>'


def test_the_sentence_of_a_calibration_stands_above_its_numbers() -> None:
    fitted = calibrated(GridPoint(threshold=0.5, n_answered=30, n_wrong=3, bound=0.19, certified=True))
    table = tables.calibration(fitted.changed(statement="At most 0.2 are wrong.", shortfall="Ask 5 more."))
    assert table.caption == "At most 0.2 are wrong. Ask 5 more."
    assert all(len(cell) < 40 for row in table.rows for cell in row)


def test_an_interval_does_not_break_within_and_a_small_cost_is_not_nothing() -> None:
    table = tables.leaderboard(board(board_row("a", rank=1, told=None)))
    cells = dict(zip(table.heads, table.rows[0], strict=True))
    assert cells["recall@5"] == "0.500 [0.250,\N{NO-BREAK SPACE}0.750]"
    assert cells["answering $/q"] == "0.000420"


def test_a_runs_numbers_keep_the_decimals_that_their_unit_needs() -> None:
    cost, time = Estimate(value=0.00042), Estimate(value=7.448, low=6.782, high=10.508)
    report = build_report(answered_rows(2)).changed(estimates={"cost_per_question_usd": cost, "latency_p95_ms": time})
    shown = {row[0]: row[1] for row in tables.numbers(report).rows}
    assert shown["answering cost per question (USD)"] == "0.000420"
    assert shown["p95 latency (ms)"] == "7.4 [6.8, 10.5]"


def test_half_a_surrogate_pair_is_shown_by_its_escape_wherever_a_table_goes() -> None:
    table = tables.Table(caption="\ud800", heads=("a",), rows=(("b \udfff",),))
    data = table._repr_mimebundle_()
    json.dumps(data, ensure_ascii=False).encode("utf-8")
    assert "<caption>\\ud800</caption>" in data["text/html"] and data["text/plain"] == "\\ud800\na\nb \\udfff"
