"""The charts of two runs: paired differences, changes, and the curves and stages of both."""

from __future__ import annotations

from cairn_nb.decisions.gate.gate import gate
from cairn_nb.decisions.reading.settings import settings_of
from cairn_nb.decisions.reading.systems import Systems
from cairn_nb.decisions.tables.baseline import Baseline
from cairn_nb.decisions.tables.significance import significance
from cairn_nb.explorer.figures.build import figures, figures_of
from cairn_nb.explorer.figures.differences import compared
from cairn_nb.explorer.figures.figure import Figure
from cairn_nb.explorer.rows.compare import compare
from cairn_nb.explorer.runs import runs_of
from cairn_nb.records import Report
from tests.explorer.selecting import selected
from tests.explorer.views import reports
from tests.report_factory import answered_row, build_report


def by_key(*given: Report) -> dict[str, Figure]:
    return {figure.key: figure for figure in figures(given)}


def test_a_difference_by_hand_opens_what_fell() -> None:
    before = build_report([answered_row(f"c{i}", judge=score) for i, score in enumerate((1.0, 0.5, 0.5, 0.0))])
    after = build_report([answered_row(f"c{i}", judge=score) for i, score in enumerate((0.5, 0.5, 1.0, 0.0))])
    point = next(p for p in by_key(before, after)["differences"].marks[1].points if p.y == "judge score")
    assert (point.x, point.n) == (0.0, 4)
    assert point.label == "judge score: 1 higher, 2 equal, 1 lower"
    assert point.filter is not None and point.filter.ids == ("c0",)


def test_a_difference_is_the_one_of_significance_csv_by_the_seed_and_draws_of_the_runs() -> None:
    config = {"stats": {"seed": 7, "n_boot": 300, "level": 0.9}}
    before, after = (
        build_report([answered_row(f"c{i:02d}", judge=0.5, answer_score=float(points)) for i, points in enumerate(row)])
        for row in ([4, 3, 5, 2, 1, 4, 3, 5, 2, 3], [5, 3, 5, 4, 2, 3, 4, 5, 1, 4])
    )
    runs = [report.changed(config=config, config_name=name) for report, name in ((before, "a"), (after, "b"))]
    systems = Systems.of(runs, settings_of(runs))
    [row] = (r for r in significance(systems, Baseline(system="a", source="test")) if r.metric == "answer_score")
    [found] = (entry for entry in compared(runs_of(runs)) if entry.measure == "answer_score")
    shown = found.result
    assert (shown.diff.value, shown.diff.low, shown.diff.high) == (row.mean_diff, row.ci_lo, row.ci_hi)
    assert (shown.p_value, shown.wins, shown.ties, shown.losses) == (row.p_value, row.wins, row.ties, row.losses)
    assert (shown.diff.level, found.against) == (0.9, ("c05", "c08"))


def test_what_only_adding_up_trials_sets_apart_is_equal_and_opens_nothing() -> None:
    before = build_report([answered_row("a", judge=0.1, trial=trial) for trial in range(3)])
    after = build_report([answered_row("a", judge=0.1)])
    point = next(p for p in by_key(before, after)["differences"].marks[1].points if p.y == "judge score")
    assert (point.label, point.filter) == ("judge score: 0 higher, 1 equal, 0 lower", None)
    [comparison, *_] = gate(before, after).comparisons
    assert (comparison.losses, comparison.case_ids) == (0, ())


def test_where_lower_is_better_a_rise_opens() -> None:
    before = build_report([answered_row("a"), answered_row("b", correct=False)])
    after = build_report([answered_row("a", correct=False), answered_row("b", correct=False)])
    point = next(p for p in by_key(before, after)["differences"].marks[1].points if p.y == "error among answered ↓")
    assert (point.x, point.n) == (0.5, 2)
    assert point.filter is not None and point.filter.ids == ("a",)


def test_the_forest_shows_what_the_gate_compared() -> None:
    baseline, candidate = reports("two")
    points = {p.y: p for p in by_key(baseline, candidate)["differences"].marks[1].points}
    for comparison in gate(baseline, candidate).comparisons:
        point = points[{"judge_score": "judge score", "citation_validity": "citation validity"}[comparison.metric]]
        difference = comparison.difference
        assert (point.x, point.low, point.high, point.n) == (
            difference.value,
            difference.low,
            difference.high,
            difference.n,
        )


def test_changes_open_the_rows_that_they_count() -> None:
    runs = runs_of(reports("two"))
    figure = next(found for found in figures_of(runs) if found.key == "changes")
    counted = {change.label: change.n for change in compare(runs).changes if change.n}
    points = [point for mark in figure.marks for point in mark.points]
    assert {point.label: point.n for point in points} == counted
    for point in points:
        assert point.filter is not None and len(selected(runs, point.filter)) == point.n


def test_both_curves_are_told_apart_without_colour() -> None:
    figure = by_key(*reports("two"))["risk_coverage"]
    curves = [mark for mark in figure.marks if mark.kind == "step"]
    assert [(mark.name, mark.dash) for mark in curves] == [("default", True), ("hybrid", False)]
    ends = [mark for mark in figure.marks if mark.kind == "point"]
    assert [mark.shape for mark in ends] == ["square", "diamond"]
    assert len([mark for mark in figure.marks if mark.kind == "rule"]) == 1  # one target for both


def test_stages_stand_side_by_side() -> None:
    given = reports("two")
    figures_ = by_key(*given)
    bars = [mark for mark in figures_["latency_by_stage"].marks if mark.kind == "bar"]
    assert [(mark.name, mark.dash) for mark in bars] == [("median (default)", True), ("median (hybrid)", False)]
    for mark, report in zip(figures_["cost_by_stage"].marks, given, strict=True):
        total = sum(row.cost_by_stage_usd.get("generate") or 0.0 for row in report.per_case)
        assert abs((mark.points[0].value or 0.0) - total) < 1e-12


def test_equal_runs_have_no_changes_and_differ_by_nothing() -> None:
    one = build_report([answered_row(f"c{i}") for i in range(6)])
    found = by_key(one, one)
    assert "changes" not in found
    assert {point.x for point in found["differences"].marks[1].points} == {0.0}
    assert all(point.filter is None for point in found["differences"].marks[1].points)


def test_what_is_at_hand_is_not_compared_again() -> None:
    runs = runs_of(reports("two"))
    assert figures_of(runs, differences=compared(runs), changes=compare(runs).changes) == figures_of(runs)
    assert "differences" not in {figure.key for figure in figures_of(runs, differences=())}
