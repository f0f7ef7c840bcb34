"""Marks against the first system: told apart by paired tests, adjusted for how many systems are compared."""

from __future__ import annotations

from cairn_nb.decisions.board.marks import marks_against_first
from tests.report_factory import answered_row, answered_rows, build_report, with_judge

FIRST = build_report(answered_rows(12, judge=0.6))


def test_better_worse_and_not_told_apart() -> None:
    better, worse = with_judge(FIRST, [0.9] * 12), with_judge(FIRST, [0.2] * 12)
    unclear = with_judge(FIRST, [0.9, 0.3] * 6)
    marks = marks_against_first([FIRST, better, worse, unclear], ["judge_score"])
    assert marks == {"judge_score": ["", "better", "worse", "unclear"]}


def test_lower_is_better_where_the_catalogue_says_so() -> None:
    cheap = build_report([answered_row(f"c{i:02d}", judge=0.6, cost_usd=0.0001) for i in range(12)])
    assert marks_against_first([FIRST, cheap], ["cost_per_question_usd"])["cost_per_question_usd"] == ["", "better"]


def test_percentiles_and_too_few_documents_are_not_marked() -> None:
    few = build_report(answered_rows(4))
    assert marks_against_first([FIRST, FIRST], ["latency_p95_ms"])["latency_p95_ms"] == ["", ""]
    assert marks_against_first([few, with_judge(few, [0.1] * 4)], ["judge_score"])["judge_score"] == ["", ""]


def test_a_mark_is_adjusted_for_the_number_of_systems() -> None:
    """Six documents in one direction give p = 2/64: told apart alone, and not as one of five."""
    first = build_report(answered_rows(6, judge=0.6))
    other = with_judge(first, [0.9] * 6)
    assert marks_against_first([first, other], ["judge_score"])["judge_score"] == ["", "better"]
    several = marks_against_first([first, *[other] * 5], ["judge_score"])["judge_score"]
    assert several == ["", *["unclear"] * 5]
