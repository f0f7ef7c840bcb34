"""The charts of one run: each number by hand or against the report's own, each mark against the rows it opens."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cairn_nb.explorer.figures.build import figures
from cairn_nb.explorer.figures.figure import Figure, Mark
from cairn_nb.explorer.runs import runs_of
from cairn_nb.records import Report, Status
from tests.explorer.selecting import selected
from tests.explorer.views import small_report
from tests.report_factory import abstained_row, answered_row, build_report, failed_row

# Marks whose n is a count of rows of the table; a p95's n are all that were timed.
COUNTED = ("outcomes", "failures", "risk_coverage", "reliability", "confidence_by_correctness", "support_rank")


def by_key(report: Report) -> dict[str, Figure]:
    return {figure.key: figure for figure in figures([report])}


def mark(figure: Figure, name: str) -> Mark:
    return next(found for found in figure.marks if found.name == name)


def tens(*right: bool, **changes: Any) -> Report:
    """Answers of falling confidence, ten of each, so that every threshold keeps enough of them."""
    rows = [
        answered_row(f"c{i}-{j}", correct=is_right, confidence=0.9 - 0.1 * i)
        for i, is_right in enumerate(right)
        for j in range(10)
    ]
    return build_report(rows, **changes)


@pytest.mark.parametrize("key", COUNTED)
def test_a_mark_opens_as_many_rows_as_it_says(key: str) -> None:
    report = small_report()
    runs = runs_of([report])
    points = [p for found in by_key(report)[key].marks for p in found.points if p.filter is not None]
    assert points
    for point in points:
        assert len(selected(runs, point.filter)) == point.n, point.label  # type: ignore[arg-type]


def test_risk_and_coverage_by_hand() -> None:
    figure = by_key(tens(True, False, True, True))["risk_coverage"]
    curve = mark(figure, "default").points
    assert [(p.x, p.y, p.n) for p in curve] == [(0.25, 0, 10), (0.5, 0.5, 20), (0.75, 10 / 30, 30), (1, 0.25, 40)]
    assert mark(figure, "target 0.35").points[0].y == 0.35
    in_force = mark(figure, "threshold 0.500").points[0]
    assert (in_force.x, in_force.y, in_force.n) == (1, 0.25, 40)


def test_the_end_of_the_curve_is_the_reports_error_rate_with_its_interval() -> None:
    report = small_report()
    estimate = report.estimates["error_rate_answered"]
    point = mark(by_key(report)["risk_coverage"], "threshold 0.500").points[0]
    assert (point.y, point.low, point.high, point.n) == (estimate.value, estimate.low, estimate.high, estimate.n)


def test_a_run_without_a_threshold_names_none() -> None:
    figure = by_key(tens(True, False, abstention={"threshold": None}))
    assert [found.name for found in figure["risk_coverage"].marks] == ["default", "all answers", "target 0.35"]
    assert [found.name for found in figure["confidence_by_correctness"].marks] == ["right", "wrong"]


def test_thresholds_with_few_answers_are_left_out_and_said() -> None:
    rows = [answered_row(f"c{i:02d}", confidence=0.9 - i / 100) for i in range(12)]
    figure = by_key(build_report(rows))["risk_coverage"]
    assert [point.n for point in mark(figure, "default").points] == [10, 11, 12]
    assert "fewer than 10 answers" in figure.note
    few = by_key(build_report(rows[:3]))["risk_coverage"]
    assert [point.n for point in mark(few, "default").points] == [3]


def test_many_thresholds_are_thinned_evenly_and_said() -> None:
    rows = [answered_row(f"c{i:04d}", confidence=1 - i / 3000, correct=i % 5 > 0) for i in range(2001)]
    figure = by_key(build_report(rows))["risk_coverage"]
    counts = [point.n or 0 for point in mark(figure, "default").points]
    assert len(counts) <= 400 and counts[-1] == 2001
    assert set(np.diff(counts)) <= {5, 6}  # 2000 steps over 399 gaps
    assert "Drawn at 400 of 2001 thresholds, evenly by rank." in figure.note


def test_reliability_holds_each_answer_once() -> None:
    report = small_report()
    points = mark(by_key(report)["reliability"], "answers, 95% interval").points
    judged = [row for row in report.per_case if row.correct is not None]
    assert sum(point.n or 0 for point in points) == len(judged)
    right = sum(round(float(point.y) * (point.n or 0)) for point in points)
    assert right == sum(row.correct is True for row in judged)
    assert all(point.low <= point.y <= point.high for point in points)  # type: ignore[operator]


def test_confidence_is_counted_in_round_bins() -> None:
    rows = [
        answered_row(f"c{i}", confidence=value, correct=i % 2 == 0) for i, value in enumerate((0.5, 0.61, 0.7, 0.7))
    ]
    figure = by_key(build_report(rows))["confidence_by_correctness"]
    # From 0.5 to 0.7 in at most twenty bins of a round width: 0.01. The last bin holds its upper edge.
    right = mark(figure, "right").points
    assert [end for p in right for end in (p.x, p.to)] == pytest.approx([0.5, 0.51, 0.69, 0.7])
    assert [p.y for p in right] == [1, 1]
    assert [p.y for p in mark(figure, "wrong").points] == [1, 1]
    assert mark(figure, "threshold 0.500").points[0].x == 0.5


def test_rank_counts_located_support_and_what_was_missed() -> None:
    rows = [
        answered_row("a", retrieved_support_rank=1),
        answered_row("b", retrieved_support_rank=12),
        answered_row("c", retrieved_support_rank=None),
        answered_row("d", retrieved_support_rank=None, support_located=False),
        abstained_row("e", retrieved_support_rank=1),
        failed_row("f", retrieved_support_rank=None),
        answered_row("g", answerable=False),
    ]
    report = build_report(rows)
    points = by_key(report)["support_rank"].marks[0].points
    assert [(p.x, p.y) for p in points] == [("1", 2), ("> 10", 1), ("none", 1)]
    opened = [selected(runs_of([report]), p.filter) for p in points]  # type: ignore[arg-type]
    assert opened == [["a", "e"], ["b"], ["c"]]


def test_outcomes_add_up_to_the_cases() -> None:
    report = small_report()
    points = by_key(report)["outcomes"].marks[0].points
    assert sum(point.n or 0 for point in points) == report.n_cases
    assert {point.x for point in points} == {"right", "wrong", "abstained", "error"}
    assert all(point.value for point in points)  # what never came up is blank, not 0


def test_an_answer_that_was_not_judged_is_neither_right_nor_wrong() -> None:
    row = answered_row("a").changed(correct=None, judge_score=None)
    points = by_key(build_report([row]))["outcomes"].marks[0].points
    assert [(point.x, point.n) for point in points] == [("answered, not judged", 1)]


def test_failures_are_sorted_by_how_many() -> None:
    rows = [answered_row("a"), answered_row("b", correct=False), answered_row("c", correct=False), failed_row("d")]
    figure = by_key(build_report(rows))["failures"]
    assert [(point.y, point.to) for point in figure.marks[0].points] == [("partial answer", 2), ("run error", 1)]
    assert figure.y.bands == ("partial answer", "run error")


def test_the_whole_answer_takes_what_the_report_says() -> None:
    report = small_report()
    figure = by_key(report)["latency_by_stage"]
    for name, measure in (("median", "latency_p50_ms"), ("p95", "latency_p95_ms")):
        point, estimate = mark(figure, name).points[-1], report.estimates[measure]
        assert (point.y, point.value, point.n) == ("whole answer", estimate.value, estimate.n)
        assert (point.low, point.high) == (estimate.low, estimate.high)


def test_a_failed_case_is_not_timed() -> None:
    stages: dict[str, Any] = {"latency_by_stage_ms": {"search": 10.0, "generate": 90.0}}
    rows = [answered_row("a", **stages), answered_row("b", latency_ms=300.0), failed_row("c", latency_ms=9e6, **stages)]
    medians = mark(by_key(build_report(rows))["latency_by_stage"], "median").points
    assert [(p.y, p.value, p.n) for p in medians] == [("search", 10, 1), ("generate", 90, 1), ("whole answer", 200, 2)]


def test_a_p95_opens_its_slowest_cases_and_at_most_fifty() -> None:
    rows = [answered_row(f"c{i:04d}", latency_ms=float(i)) for i in range(2000)]
    point = mark(by_key(build_report(rows))["latency_by_stage"], "p95").points[-1]
    assert point.filter is not None and point.filter.ids is not None
    assert point.filter.ids[:2] == ("c1999", "c1998") and len(point.filter.ids) == 50
    few = mark(by_key(build_report(rows[:20]))["latency_by_stage"], "p95").points[-1]
    assert few.filter is not None and few.filter.ids == ("c0019",)  # only 19 ms lies above 18.05 ms


def test_costs_add_up_and_an_unpriced_stage_is_left_out() -> None:
    costs: dict[str, Any] = {"cost_by_stage_usd": {"generate": 0.25, "verify": 0.0, "rerank": None}}
    report = build_report([answered_row("a", **costs), failed_row("b", **costs)])
    points = by_key(report)["cost_by_stage"].marks[0].points
    assert [(p.y, p.value, p.n) for p in points] == [("generate", 0.5, 2), ("verify", 0.0, 2)]


def test_no_chart_is_empty() -> None:
    assert figures([build_report([])]) == ()
    free = build_report([abstained_row("a", cost_by_stage_usd={"generate": 0.0})])
    # Nothing was answered, nothing was charged: only what became of the case, its rank, failure and time are left.
    assert [figure.key for figure in figures([free])] == ["outcomes", "failures", "support_rank", "latency_by_stage"]
    for figure in figures([small_report()]):
        assert all(found.points for found in figure.marks), figure.key


def test_the_stages_that_are_judging_are_named_where_there_are_some() -> None:
    def note(costs: dict[str, float | None]) -> str:
        return by_key(build_report([answered_row("a", cost_by_stage_usd=costs)]))["cost_by_stage"].note

    judged: dict[str, float | None] = {"generate": 0.25, "judge": 0.5, "claims": 0.5}
    assert note(judged).startswith("Over all cases; of them judging: judge, claims.")
    assert note({"generate": 0.25}).startswith("Over all cases.")


def test_trials_of_one_case_are_rows_of_their_own() -> None:
    rows = [answered_row("a"), answered_row("a", trial=1, correct=False), answered_row("a", trial=2, correct=False)]
    report = build_report(rows)
    point = by_key(report)["failures"].marks[0].points[0]
    assert selected(runs_of([report]), point.filter) == ["a · trial 2", "a · trial 3"]  # type: ignore[arg-type]


def test_errors_alone_leave_what_can_be_said() -> None:
    report = build_report([failed_row("a"), failed_row("b")])
    assert {row.status for row in report.per_case} == {Status.ERROR}
    assert [figure.key for figure in figures([report])] == ["outcomes", "failures"]
