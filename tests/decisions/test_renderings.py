"""One verdict as terminal text, as a pull-request comment and as JUnit XML."""

from __future__ import annotations

import re
from xml.etree import ElementTree as Xml

import pytest

from cairn_nb.decisions.comparing.changes import changed_cases
from cairn_nb.decisions.gate.gate import gate
from cairn_nb.decisions.gate.junit import junit_xml
from cairn_nb.decisions.gate.markdown import SHOWN_CASES, summary_markdown
from cairn_nb.decisions.gate.text import delta_text, verdict_text
from cairn_nb.records import Report
from tests.report_factory import abstained_row, answered_row, answered_rows, build_report, failed_row, with_judge

BEFORE = build_report(
    [
        *answered_rows(6, judge=0.9),
        answered_row("stops"),
        abstained_row("starts"),
        answered_row("mends", correct=False, judge=0.1),
    ]
)
AFTER = build_report(
    [
        answered_row("c00", judge=0.2, question="what | is <b>this</b>?", answer_text="![x](y) @you"),
        *answered_rows(6, judge=0.9)[1:],
        abstained_row("stops"),
        answered_row("starts", judge=0.9),
        answered_row("mends", judge=0.9),
    ],
    config_name="change",
)


def test_the_terminal_text_has_the_references_shape() -> None:
    before = build_report([answered_row(f"c{i:02d}", judge=0.902, correct=i >= 6) for i in range(25)])
    after = build_report([answered_row(f"c{i:02d}", judge=0.573, correct=i >= 13) for i in range(25)])
    lines = verdict_text(gate(before, after)).splitlines()
    assert lines[0] == "roll back: default against default on judge_score"
    assert lines[1].split() == ["metric", "candidate", "minus", "baseline"]
    assert ["judge_score", "-0.3290"] in [line.split() for line in lines]
    assert [line for line in lines if line.startswith("- ")] == [
        "- judge_score dropped by 0.329 (baseline 0.902, candidate 0.573); the allowed drop is 0.000.",
        "- the candidate's abstention guarantee is not met: error rate among answered is 0.520 against alpha 0.350.",
    ]
    assert all(line.startswith("note: ") for line in lines[12:])


@pytest.mark.parametrize(
    ("candidate", "first"),
    [
        (BEFORE, "promote: default against default on judge_score"),
        (BEFORE.changed(split="all"), "no verdict: default against default on judge_score"),
    ],
)
def test_the_first_line_says_what_was_decided(candidate: Report, first: str) -> None:
    text = verdict_text(gate(BEFORE, candidate))
    assert text.startswith(first)
    assert ("\n? the splits differ" in text) is first.startswith("no verdict")


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("judge_score", -0.32874, "-0.3287"),
        ("judge_score", -0.0, "+0.0000"),
        ("judge_score", -0.00001, "+0.0000"),
        ("cost_per_question_usd_relative", 0.2, "+20.0%"),
        ("cost_per_question_usd_relative", None, "n/a"),
    ],
)
def test_delta_text(name: str, value: float | None, text: str) -> None:
    assert delta_text(name, value) == text


def test_changed_cases_are_listed_by_what_happened_to_them() -> None:
    changes = changed_cases(BEFORE, AFTER)
    assert [case.case_id for case in changes.became_wrong] == ["c00"]
    assert [case.case_id for case in changes.became_right] == ["starts", "mends"]
    assert [case.case_id for case in changes.newly_abstained] == ["stops"]
    assert [case.case_id for case in changes.newly_answered] == ["starts"]
    assert changes.became_wrong[0].question == "what | is <b>this</b>?"
    assert changes.became_wrong[0].before == "the answer to c00"


def test_the_comment_calls_two_runs_of_one_name_as_the_page_does() -> None:
    text = summary_markdown(gate(BEFORE, BEFORE), BEFORE, BEFORE)
    assert text.startswith("### cairn gate: promote: candidate against baseline on judge_score\n")


def test_the_comment_shows_reasons_deltas_and_changed_cases_escaped() -> None:
    text = summary_markdown(gate(BEFORE, AFTER), BEFORE, AFTER)
    assert text.startswith("### cairn gate: promote: change against default on judge_score\n")
    assert "<summary>Became wrong: 1</summary>" in text
    assert "what &#124; is &lt;b" not in text
    assert "| c00 | what &#124; is &#60;b&#62;this&#60;/b&#62;? | the answer to c00 |" in text
    assert "![x]" not in text and "@you" not in text
    assert "| judge_score | " in text and "]" in text.split("| judge_score | ")[1].splitlines()[0]
    assert "golden set 1" in text


def test_the_comment_lists_what_failed_and_what_went_worse_first() -> None:
    after = build_report([failed_row("c00"), *AFTER.per_case[1:]])
    text = summary_markdown(gate(BEFORE, after, n_boot=100), BEFORE, after)
    assert re.findall(r"<summary>(.*): \d</summary>", text) == [
        *("Newly abstained", "Newly failed"),
        *("Became right", "Newly answered"),
    ]


def test_the_comment_of_a_roll_back_begins_with_the_reasons() -> None:
    worse = with_judge(build_report(answered_rows(6)), [0.1] * 6)
    text = summary_markdown(gate(build_report(answered_rows(6)), worse), build_report(answered_rows(6)), worse)
    assert text.splitlines()[2] == (
        "- judge_score dropped by 0.700 (baseline 0.800, candidate 0.100); the allowed drop is 0.000."
    )


def test_a_long_list_of_cases_is_cut_and_counted() -> None:
    """A comment may hold 65,536 characters; 3,000 changed cases with long texts must fit."""
    long = "x|<" * 400
    before = build_report([answered_row(f"c{i:04d}", question=long, answer_text=long) for i in range(3000)])
    after = build_report([answered_row(f"c{i:04d}", judge=0.1, question=long, answer_text=long) for i in range(3000)])
    text = summary_markdown(gate(before, after, n_boot=100), before, after)
    assert f"… and {3000 - SHOWN_CASES} more in the reports." in text
    assert len(text) < 65_536


def test_earlier_rows_without_a_question_are_listed_by_id() -> None:
    before = build_report([row.changed(question=None) for row in BEFORE.per_case])
    after = build_report([row.changed(question=None) for row in AFTER.per_case])
    assert "| c00 | not recorded |" in summary_markdown(gate(before, after), before, after)


def test_junit_has_a_test_case_a_check() -> None:
    worse = with_judge(build_report(answered_rows(6)), [0.1] * 6)
    root = Xml.fromstring(junit_xml(gate(build_report(answered_rows(6)), worse)))
    [suite] = root
    assert suite.attrib == {"name": "cairn gate", "tests": "9", "failures": "2", "errors": "0", "skipped": "3"}
    cases = {case.attrib["name"]: case for case in suite.findall("testcase")}
    assert set(cases) == {
        *("identity", "quality", "citation", "cost", "latency", "guarantee", "answer_rate", "retrieval", "budget")
    }
    failure = cases["quality"].find("failure")
    assert failure is not None and failure.attrib["message"].startswith("judge_score dropped by 0.700")
    assert cases["budget"].find("skipped") is not None
    assert len(cases["cost"]) == 0


def test_junit_of_no_verdict_is_an_error() -> None:
    root = Xml.fromstring(junit_xml(gate(BEFORE, BEFORE.changed(split="all"))))
    assert root.attrib["errors"] == "1"
    error = root.find("testsuite/testcase/error")
    assert error is not None and error.attrib["message"].startswith("the splits differ")


def test_junit_is_xml_whatever_a_name_holds() -> None:
    odd = BEFORE.changed(config_name="a\x00<b>&\ufffe\ud800"[:8], split="all")
    Xml.fromstring(junit_xml(gate(BEFORE, odd)).encode("utf-8"))
