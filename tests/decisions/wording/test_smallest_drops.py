"""The line that says what a report's cases can show, and the lines of several trials."""

from __future__ import annotations

from cairn_nb.decisions.wording.smallest_drops import LABELS, headline_drop, smallest_drops
from cairn_nb.decisions.wording.trial_lines import trial_lines
from cairn_nb.metrics.estimates import COMPARED
from cairn_nb.records import Estimate, TrialsSection
from tests.report_factory import answered_rows, build_report

KNOWN = {"judge_score": Estimate(value=0.8), "answer_rate": Estimate(value=1.0), "token_f1": Estimate(value=None)}


def test_every_compared_measure_has_a_name() -> None:
    assert set(LABELS) == set(COMPARED)


def test_measures_without_a_value_are_left_out_and_what_cannot_be_shown_is_none() -> None:
    report = build_report(
        answered_rows(8),
        estimates=KNOWN,
        smallest_visible_drop={"judge_score": 0.06149, "token_f1": 0.05, "answer_rate": None},
    )
    assert smallest_drops(report) == "judge score 0.061, answer rate none"
    assert smallest_drops(build_report(answered_rows(8))) == ""
    assert headline_drop([report]) == "judge score 0.061" and headline_drop([build_report(answered_rows(8))]) == ""


def test_over_several_reports_the_headline_drop_is_a_range_and_none_is_the_worst() -> None:
    drops = (0.1, None, 0.08)
    reports = [
        build_report(answered_rows(8), estimates=KNOWN, smallest_visible_drop={"judge_score": drop}) for drop in drops
    ]
    assert headline_drop(reports) == "judge score 0.080 to none"


def test_trials_have_lines_where_there_are_several() -> None:
    share = Estimate(value=0.75, low=0.5, high=0.9)
    section = TrialsSection(n_trials=3, answer_score_trial_sd=0.6323, pass_at_k=share, pass_hat_k=None)
    assert trial_lines(build_report(answered_rows(8), trials=section)) == [
        ("trials", "3"),
        ("answer score between trials", "standard deviation 0.632"),
        ("pass@3: right at least once", "0.750 [0.500, 0.900]"),
    ]
    assert trial_lines(build_report(answered_rows(8))) == []
