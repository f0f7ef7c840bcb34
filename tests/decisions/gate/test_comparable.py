"""Comparisons that mean nothing have no verdict: exit 2, with the reason."""

from __future__ import annotations

from typing import Any

import pytest

from cairn_nb.decisions.gate.gate import gate
from cairn_nb.records import Report
from tests.report_factory import abstained_row, answered_row, answered_rows, build_report, failed_row

REPORT = build_report(answered_rows(10))
NOTHING_ANSWERED = build_report([abstained_row(f"c{i:02d}") for i in range(10)])


def renamed(n: int, prefix: str) -> Report:
    return build_report([answered_row(f"{prefix}{i:02d}") for i in range(n)])


# (what, baseline, candidate, what the sentence holds)
NO_VERDICT: list[tuple[str, Report, Report, str]] = [
    (
        "another split",
        REPORT,
        REPORT.changed(split="all"),
        "the splits differ (baseline eval, candidate all), so the reports are about different cases.",
    ),
    (
        "a candidate with fewer cases",
        REPORT,
        build_report(answered_rows(3)),
        "the reports do not cover the same cases: 7 only in the baseline (c03, c04, c05, c06, c07, …).",
    ),
    (
        "other cases",
        renamed(2, "a"),
        renamed(3, "b"),
        "the reports do not cover the same cases: 2 only in the baseline (a00, a01) and 3 only in the candidate "
        "(b00, b01, b02).",
    ),
    (
        "one id for two questions",
        REPORT,
        build_report([*answered_rows(9), abstained_row("c09", answerable=False)]),
        "1 cases are answerable in one report only (c09), so their ids name different questions.",
    ),
    (
        "an incomplete candidate",
        REPORT,
        build_report([*answered_rows(7), *(failed_row(f"c0{i}") for i in (7, 8, 9))], complete=False),
        "the candidate's run is incomplete: 3 of 10 cases ended in an error; run it again to the end.",
    ),
    (
        "an incomplete baseline",
        build_report([*answered_rows(9), failed_row("c09")], complete=False),
        REPORT,
        "the baseline's run is incomplete: 1 of 10 cases ended in an error; run it again to the end.",
    ),
    (
        "another rubric",
        REPORT,
        build_report(answered_rows(10), notes={"rubric_version": "2"}),
        "the judges differ (baseline stub rubric stub-1, candidate stub rubric 2); judge scores are comparable only "
        "within one rubric.",
    ),
    (
        "another judge",
        REPORT,
        build_report(answered_rows(10), notes={"judge": "llm", "rubric_version": "1"}),
        "the judges differ (baseline stub rubric stub-1, candidate llm rubric 1); judge scores are comparable only "
        "within one rubric.",
    ),
    (
        "another alpha",
        REPORT,
        build_report(answered_rows(10), alpha=0.99),
        "alpha differs (baseline 0.350, candidate 0.990), so the two promise different things; keep one alpha, or "
        "pass --no-require-guarantee to compare without the guarantee.",
    ),
    ("no cases", build_report([]), build_report([]), "the baseline holds no cases."),
    (
        "nothing answered by the candidate",
        REPORT,
        NOTHING_ANSWERED,
        "token_f1 cannot be compared: the candidate answered no answerable case.",
    ),
    (
        "nothing answered by either",
        NOTHING_ANSWERED,
        NOTHING_ANSWERED,
        "token_f1 cannot be compared: each report answered no answerable case.",
    ),
    (
        "claims on one side only",
        REPORT,
        build_report(answered_rows(10, claims=(0, 0))),
        "citation validity cannot be compared: the candidate made no claims.",
    ),
    (
        "latency on one side only",
        REPORT,
        REPORT.changed(operational=REPORT.operational.changed(latency_p95_ms=None)),
        "p95 latency cannot be compared: the candidate has none.",
    ),
    (
        "answers that nobody judged",
        REPORT,
        build_report([row.changed(correct=None) for row in REPORT.per_case]),
        "the candidate's abstention guarantee cannot be checked: none of its answers was judged.",
    ),
]


@pytest.mark.parametrize(
    ("baseline", "candidate", "sentence"), [row[1:] for row in NO_VERDICT], ids=[row[0] for row in NO_VERDICT]
)
def test_no_verdict(baseline: Report, candidate: Report, sentence: str) -> None:
    verdict = gate(baseline, candidate)
    assert verdict.promote is None
    assert verdict.exit_code == 2
    assert sentence in verdict.undecided
    assert verdict.reasons == ()


def test_a_reason_found_beats_what_is_undecided() -> None:
    """Claims are missing, but the drop of quality is a no all the same."""
    verdict = gate(REPORT, build_report(answered_rows(10, judge=0.6, claims=(0, 0))))
    assert verdict.exit_code == 1
    assert len(verdict.undecided) == 1


def test_without_the_guarantee_another_alpha_is_a_note() -> None:
    verdict = gate(REPORT, build_report(answered_rows(10), alpha=0.2), require_guarantee=False)
    assert verdict.promote is True
    assert "alpha is 0.350 in the baseline and 0.200 in the candidate." in verdict.notes


def test_another_rubric_does_not_matter_where_token_f1_is_compared() -> None:
    unjudged = build_report(answered_rows(10, judge=None), notes={"judge": None, "rubric_version": None})
    verdict = gate(REPORT, unjudged)
    assert verdict.promote is True
    assert verdict.primary_metric == "token_f1"
    assert "the candidate has no judge score, so token F1 is compared." in verdict.notes


def test_an_unnamed_rubric_is_noted() -> None:
    verdict = gate(REPORT, build_report(answered_rows(10), notes={"rubric_version": None}))
    assert verdict.promote is True
    assert "the candidate leaves out its judge or rubric, so one rubric is taken for granted." in verdict.notes


def test_other_judges_of_the_five_axes_are_noted() -> None:
    def graded(*judges: str) -> Report:
        rows = answered_rows(10)
        return build_report([row.changed(axes_judge=judge) for row, judge in zip(rows, judges * 10, strict=False)])

    sentence = (
        "the five axes were scored by different judges (baseline heuristic; candidate llm), so answer scores are on "
        "two scales."
    )
    verdict = gate(graded("heuristic"), graded("llm"))
    assert verdict.promote is True and sentence in verdict.notes
    for other in (graded("heuristic"), REPORT):  # the same judge; no axes at all, so no answer scores to compare
        assert not any("five axes" in note for note in gate(graded("heuristic"), other).notes)


def test_reports_without_rows_are_compared_by_their_means_and_it_is_said() -> None:
    verdict = gate(REPORT.changed(per_case=(), schema_version=None), REPORT.changed(per_case=(), schema_version=None))
    assert verdict.promote is True
    assert "each report carries no rows, so its numbers were taken as they stand." in verdict.notes


def test_reports_without_rows_over_different_numbers_of_cases_have_no_verdict() -> None:
    verdict = gate(
        REPORT.changed(per_case=(), schema_version=None), REPORT.changed(per_case=(), n_cases=3, schema_version=None)
    )
    assert verdict.undecided == ("the reports do not cover the same cases: 10 in the baseline, 3 in the candidate.",)


def test_a_report_without_rows_that_answered_nothing_has_no_quality() -> None:
    """An earlier cairn wrote 0.0 for the mean over nothing; it is not compared as a number."""
    empty = REPORT.changed(
        per_case=(),
        schema_version=None,
        answer=REPORT.answer.changed(judge_score=None, token_f1=0.0),
        abstention=REPORT.abstention.changed(
            answer_rate=0.0, answerable_answered_rate=0.0, error_rate_answered=0.0, guarantee_met=None
        ),
    )
    assert gate(empty, empty).exit_code == 2


@pytest.mark.parametrize("split", ["all", "calibration"])
def test_a_split_with_the_fitted_cases_is_noted(split: str) -> None:
    report = REPORT.changed(split=split)
    assert any("the threshold was fitted on" in note for note in gate(report, report).notes)


def test_failed_cases_and_switches_are_noted() -> None:
    failed = build_report([*answered_rows(9), failed_row("c09")], switches={"CAIRN_STUB_DEGRADE": "0.5"}, complete=True)
    notes = gate(REPORT, failed).notes
    assert "1 of the candidate's 10 cases ended in an error and enter no rate." in notes
    assert "the candidate was run under CAIRN_STUB_DEGRADE=0.5." in notes


def allowing(report: Report, share: float) -> Report:
    return report.changed(config={"evaluation": {"max_error_rate": share}})


def test_a_candidate_cannot_raise_its_own_limit_to_leave_hard_cases_out() -> None:
    """2 of 10 failed: a fifth, where the baseline's configuration allows a twentieth."""
    failed = build_report([*answered_rows(8), failed_row("c08"), failed_row("c09")])
    verdict = gate(allowing(REPORT, 0.05), allowing(failed, 1.0))
    assert verdict.undecided == (
        "the candidate's run is incomplete: 2 of its 10 rows failed or have no grade, and at most 5% may; run it "
        "again to the end.",
    )
    assert gate(allowing(REPORT, 0.2), allowing(failed, 0.2)).promote is True


def test_answers_without_a_grade_are_noted_and_too_many_allow_no_verdict() -> None:
    """A judge that cannot read the wrong answers would leave only the right ones in the mean."""
    ungraded = [answered_row(f"c{i:02d}", judge=None).changed(correct=None) for i in range(7, 10)]
    candidate = build_report([*answered_rows(7), *ungraded])
    noted = "3 of the candidate's answers have no grade and enter neither quality nor the error rate."
    assert noted in gate(REPORT, candidate).notes
    assert gate(allowing(REPORT, 0.05), allowing(candidate, 0.05)).exit_code == 2


@pytest.mark.parametrize("source", [None, "uncalibrated (model abstain flag)"])
def test_an_uncalibrated_candidate_carries_no_guarantee_and_it_is_said(source: str | None) -> None:
    notes: dict[str, Any] = {"threshold_source": source}
    verdict = gate(REPORT, build_report(answered_rows(10), notes=notes))
    assert verdict.promote is True
    assert any(note.startswith("the candidate carries no guarantee") for note in verdict.notes)


def test_several_trials_of_one_question_are_one_case() -> None:
    rows = [answered_row(f"c{i:02d}", trial=trial) for i in range(8) for trial in range(3)]
    verdict = gate(build_report(answered_rows(8)), build_report(rows))
    assert verdict.promote is True
    assert verdict.comparisons[0].difference.n == 8
