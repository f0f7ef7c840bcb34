"""The page of failures: counts by type and system, then the cases of each type."""

from __future__ import annotations

from cairn_nb.decisions.failures.markdown import failures_markdown
from tests.decisions.labelled_rows import RIGHT, WRONG, answer, missed, refusal
from tests.report_factory import build_report, failed_row


def test_counts_by_type_and_system_then_the_cases() -> None:
    dense = [
        answer(RIGHT, "q1"),
        refusal("q2"),
        refusal("q2", trial=1),
        answer(WRONG, "q3", **missed()),
        failed_row("q4", error_kind="timeout"),
        failed_row("q5", error_kind=None),
    ]
    bm25 = [answer(RIGHT, f"q{i}") for i in range(1, 6)]
    text = failures_markdown([build_report(dense, config_name="dense"), build_report(bm25, config_name="bm25")])
    head, rest = text.split("\n## dense\n")
    assert head.splitlines()[4:] == [
        "| failure type | dense | bm25 |",
        "| --- | ---: | ---: |",
        "| no_failure | 1 | 5 |",
        "| retrieval_miss | 1 | 0 |",
        "| over_refusal | 2 | 0 |",
        "| run_error | 2 | 0 |",
    ]
    assert rest.strip().splitlines() == [
        "- **retrieval_miss** (1): q3",
        "- **over_refusal** (2): q2, q2 · trial 2",
        "- **run_error** (2): q4 (timeout), q5",
        "",
        "## bm25",
        "",
        "No case failed.",
    ]


def test_a_type_by_a_later_cairn_is_counted_last() -> None:
    rows = [answer(RIGHT, "q1", failure_type="lost_in_space"), failed_row("q2", error_kind="timeout")]
    lines = failures_markdown([build_report(rows)]).splitlines()
    assert [line for line in lines if line.startswith(("| run", "| lost"))] == [
        "| run_error | 1 |",
        "| lost_in_space | 1 |",
    ]
    assert lines[-1] == "- **lost_in_space** (1): q1"


def test_nothing_measured_is_said_without_a_table() -> None:
    text = failures_markdown([build_report([], config_name="empty")])
    assert "|" not in text and text.endswith("## empty\n\nNo case was measured.\n")


def test_ids_are_escaped() -> None:
    text = failures_markdown([build_report([failed_row("<b>|x", error_kind="<i>")], config_name="[a](b)")])
    assert "<b>" not in text and "<i>" not in text and "](" not in text
