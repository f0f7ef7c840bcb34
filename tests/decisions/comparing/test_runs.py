"""Two finished runs question by question: hand-checked differences, verdicts, changes, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from cairn_nb.decisions.comparing.runs import compare_runs, compare_systems
from cairn_nb.errors import InputError, NotComparableError
from cairn_nb.records import Estimate, Report
from cairn_nb.records.run_comparison import MeasureComparison, RunComparison
from tests.report_factory import ENVIRONMENT, abstained_row, answered_row, answered_rows, build_report

LATER = "2026-02-01T00:00:00.000000Z"


def run(scores: list[float], *, row: dict[str, Any] | None = None, **changes: Any) -> Report:
    rows = [
        answered_row(f"c{i:02d}", **{"answer_score": score, "judge": None, "axes_judge": "j", **(row or {})})
        for i, score in enumerate(scores)
    ]
    return build_report(rows, **changes)


def measure(found: RunComparison, name: str) -> MeasureComparison:
    return next(entry for entry in found.measures if entry.measure == name)


def test_the_difference_of_the_means_over_shared_questions() -> None:
    """Six questions rise by 1 and two fall by 1: 4/8 = 0.5; of 2^8 flips 2 x (1 + 8 + 28) are as extreme."""
    before = run([3.0] * 8)
    after = run([4.0] * 6 + [2.0] * 2, config_name="b", config_hash="f" * 16)
    entry = measure(compare_runs(before, after), "answer_score")
    assert (entry.baseline.value, entry.candidate.value, entry.difference.value) == (3.0, 3.5, 0.5)
    assert (entry.wins, entry.ties, entry.losses) == (6, 0, 2)
    assert entry.p_value == 2 * (1 + 8 + 28) / 2**8
    assert entry.verdict == "no clear difference"
    assert entry.p_bootstrap is not None and entry.question_difference.value == 0.5


def test_better_and_worse_go_by_the_direction_of_the_measure() -> None:
    """12 documents in one direction: p = 2 / 2^12 for the score and for the cost, times two by Holm."""
    before, after = run([2.0] * 12), run([4.0] * 12, row={"cost_usd": 0.002})
    found = compare_runs(before, after)
    score, cost = measure(found, "answer_score"), measure(found, "cost_per_question_usd")
    assert (score.verdict, cost.verdict) == ("better", "worse")
    assert (score.wins, score.losses, cost.wins, cost.losses) == (12, 0, 0, 12)
    assert score.p_value == cost.p_value == 2 / 2**12
    assert score.p_holm == cost.p_holm == 2 * 2 / 2**12
    assert compare_runs(after, before).measures[0].verdict == "worse"


def test_a_measure_in_which_nothing_moved_is_no_part_of_the_family() -> None:
    before, after = run([2.0] * 12), run([4.0] * 12)
    found = compare_runs(before, after)
    assert len(found.measures) > 3
    assert measure(found, "answer_score").p_holm == 2 / 2**12
    cost = measure(found, "cost_per_question_usd")
    assert (cost.verdict, cost.p_value, cost.difference.low) == ("no clear difference", 1.0, None)


def test_under_six_documents_it_cannot_tell() -> None:
    entry = measure(compare_runs(run([1.0] * 5), run([5.0] * 5)), "answer_score")
    assert (entry.verdict, entry.p_value, entry.p_holm) == ("cannot tell", None, None)


def test_questions_of_one_run_alone_are_left_out_and_said() -> None:
    found = compare_runs(run([3.0] * 10), run([3.0] * 8))
    assert (found.n_shared, found.n_baseline, found.n_candidate) == (8, 10, 8)
    assert "2 of the baseline's 10 questions are not in the other run" in found.warnings
    assert measure(found, "answer_score").difference.n == 8


def test_a_side_has_its_reports_own_interval_where_all_its_questions_are_compared() -> None:
    own = Estimate(value=8 / 3, low=2.5, high=2.75, level=0.95, n=120, n_clusters=120)
    before = run([1.0, 2.0, 5.0] * 40, estimates={"answer_score": own})
    whole = measure(compare_runs(before, run([2.0, 2.0, 4.0] * 40)), "answer_score")
    assert whole.baseline == own and whole.candidate.n == 120
    part = measure(compare_runs(before, run([2.0, 2.0, 4.0] * 20)), "answer_score")
    assert part.baseline.value == own.value and part.baseline.n == 60


def test_the_mean_over_trials_is_a_questions_value() -> None:
    """Question 0 was asked twice, with 1 and 5: 3, as before."""
    twice = (*run([1.0, *[3.0] * 7]).per_case, run([5.0]).per_case[0].changed(trial=1))
    found = compare_runs(run([3.0] * 8), build_report(twice))
    assert measure(found, "answer_score").difference.value == 0.0
    assert "the runs asked every question 1 and 2 times; a question's value is the mean" in found.warnings


def test_the_smallest_visible_fall_is_in_the_measures_unit() -> None:
    """On the scale of 0 to 5 it is five times that of the same values on 0 to 1."""
    scores = [float(i % 5) for i in range(40)]
    other = [float((i + 1) % 5) for i in range(40)]
    points = measure(compare_runs(run(scores), run(other)), "answer_score").smallest_visible
    shares = compare_runs(
        build_report([answered_row(f"c{i:02d}", judge=score / 5) for i, score in enumerate(scores)]),
        build_report([answered_row(f"c{i:02d}", judge=score / 5) for i, score in enumerate(other)]),
    )
    share = measure(shares, "judge_score").smallest_visible
    assert points is not None and share is not None
    assert points == pytest.approx(5 * share)


def test_the_measures_asked_for_are_the_family() -> None:
    before, after = run([2.0] * 12), run([4.0] * 12, row={"cost_usd": 0.002})
    found = compare_runs(before, after, ["answer_score", "latency_ms"])
    assert [entry.measure for entry in found.measures] == ["answer_score", "latency_ms"]
    assert found.measures[0].p_holm == 2 / 2**12
    for unknown in ("latency_p95_ms", "scores"):
        with pytest.raises(InputError, match=f"no measure of a question named '{unknown}'"):
            compare_runs(before, after, [unknown])


def test_questions_that_changed_by_kind() -> None:
    before = build_report([*answered_rows(6), answered_row("c06")])
    rows = [answered_row("c00", correct=False), *answered_rows(6)[1:], abstained_row("c06")]
    found = compare_runs(before, build_report(rows))
    assert found.changes == {"became_wrong": ("c00",), "newly_abstained": ("c06",)}


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"corpus_hash": "ff" * 32}, "the documents differ \\(baseline acb06e55ed87, candidate ffffffffffff\\)"),
        ({"golden_hash": "sha256:" + "00" * 32}, "the golden sets differ"),
        ({"golden_hash": None, "golden_version": "2"}, "the golden set versions differ \\(baseline 1, candidate 2\\)"),
        ({"per_case": (), "n_cases": 0}, "the candidate carries no rows"),
    ],
)
def test_what_cannot_be_compared_is_refused(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(NotComparableError, match=says):
        compare_runs(run([3.0] * 8), run([3.0] * 8).changed(**changes))


def test_ids_that_name_other_questions_are_refused() -> None:
    other = [row.changed(question="another?") for row in run([3.0] * 8).per_case]
    with pytest.raises(NotComparableError, match="8 ids name different questions in the two runs \\(c00, c01"):
        compare_runs(run([3.0] * 8), build_report(other))


def test_no_shared_question_is_refused() -> None:
    other = build_report([answered_row(f"d{i}") for i in range(8)])
    with pytest.raises(
        NotComparableError, match="no question is in both runs \\(8 in the baseline, 8 in the candidate\\)"
    ):
        compare_runs(run([3.0] * 8), other)


def test_answers_made_elsewhere_have_no_corpus_and_are_compared() -> None:
    assert compare_runs(run([3.0] * 8), run([3.0] * 8, corpus_hash="none")).n_shared == 8


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"notes": {"rubric_version": "2"}}, "the judges or rubrics differ (baseline stub stub-1, candidate stub 2)"),
        ({"row": {"axes_judge": "k"}}, "the five axes were scored by different judges (baseline j; candidate k)"),
        ({"switches": {"CAIRN_PRICING_JSON": "sha256:1"}}, "the runs used different price tables"),
        ({"switches": {"CAIRN_STUB_DEGRADE": "0.5"}}, "the candidate was run under CAIRN_STUB_DEGRADE=0.5"),
        ({"created_at": LATER}, "the runs are from 2026-01-01 and 2026-02-01: prices and hosted models change"),
        ({"notes": {"environment": {**ENVIRONMENT, "cpu_count": 8}}}, "the runs were timed on different machines"),
        ({"complete": False}, "the candidate's run is incomplete: 0 of 8 cases ended in an error"),
        ({}, "both runs are of one configuration"),
    ],
)
def test_what_a_reader_must_know(changes: dict[str, Any], says: str) -> None:
    found = compare_runs(run([3.0] * 8), run([3.0] * 8, **changes))
    assert [text for text in found.warnings if text.startswith(says)], found.warnings
    plain = compare_runs(run([3.0] * 8), run([3.0] * 8, config_hash="0" * 16))
    assert plain.warnings == ("times were measured among other questions, so they also tell how busy the machine was",)


def test_bench_runs_go_system_by_system() -> None:
    before = [run([3.0] * 8, config_name=name) for name in ("a", "b", "old")]
    after = [run([4.0] * 8, config_name=name) for name in ("b", "new", "a")]
    found = compare_systems(before, after)
    assert [(pair.baseline, pair.candidate) for pair in found.pairs] == [("a", "a"), ("b", "b")]
    assert found.unmatched == ("old (baseline only)", "new (candidate only)")
    with pytest.raises(InputError, match="share no system \\(old and new\\)"):
        compare_systems(before[2:], after[1:2])
