"""Comparisons as Markdown: a part for each pair, numbers as they are read, nothing rendered."""

from __future__ import annotations

from cairn_nb.decisions.comparing.markdown import comparisons_markdown
from cairn_nb.decisions.comparing.runs import compare_runs
from cairn_nb.records import Report
from cairn_nb.records.run_comparison import RunComparisons
from tests.report_factory import answered_row, build_report


def run(score: float, name: str, *, cost: float = 0.001) -> Report:
    rows = [answered_row(f"c{i:02d}", answer_score=score, correct=score > 3, cost_usd=cost) for i in range(12)]
    return build_report(rows, config_name=name)


def test_a_table_with_warnings_changes_and_what_was_not_compared() -> None:
    pair = compare_runs(run(2.0, "old"), run(4.0, "<b>new</b>", cost=0.0015), ["answer_score", "cost_per_question_usd"])
    text = comparisons_markdown(RunComparisons(pairs=(pair,), unmatched=("a|b (baseline only)",)))
    lines = text.splitlines()
    assert lines[0] == "# Comparison of runs"
    assert "12 questions in both (12 in the baseline, 12 in the candidate)." in lines
    [score] = [line for line in lines if line.startswith("| answer_score")]
    assert "| +2.000 | < 0.001 | < 0.001 | 0.002 | 12–0–0 |" in score  # no interval of no width
    assert score.endswith("| better |")
    [cost] = [line for line in lines if line.startswith("| cost_per_question_usd")]
    assert "+0.000500" in cost and "| — | worse |" in cost
    assert "- became right: 12 (c00, c01, c02, c03, c04, …)" in lines
    assert "Not compared: a&#124;b (baseline only)." in lines
    assert "<b>" not in text


def test_runs_without_a_common_measure() -> None:
    nothing = compare_runs(run(2.0, "a"), run(2.0, "b"), ["judge_score"]).changed(measures=())
    assert "No measure has a value on both sides." in comparisons_markdown(RunComparisons(pairs=(nothing,)))
