"""The charts of many runs: rank, frontier, categories, failures, time and cost by system."""

from __future__ import annotations

from typing import Any

import pytest

from cairn_nb.decisions.board.leaderboard import leaderboard
from cairn_nb.explorer.figures.build import figures
from cairn_nb.explorer.figures.figure import Figure, Point
from cairn_nb.explorer.runs import runs_of
from cairn_nb.metrics.estimates import estimates_by
from cairn_nb.records import Report
from tests.explorer.selecting import selected
from tests.explorer.views import reports
from tests.report_factory import abstained_row, answered_row, build_report


def by_key(*given: Report) -> dict[str, Figure]:
    return {figure.key: figure for figure in figures(given)}


def system(name: str, *, judge: float, cost_usd: float = 0.001, latency_ms: float = 100.0, **changes: Any) -> Report:
    rows = [
        answered_row(f"c{i}", judge=judge, cost_usd=cost_usd, latency_ms=latency_ms, category=f"kind {i % 2}")
        for i in range(4)
    ]
    return build_report(rows, config_name=name, **changes)


def points(figure: Figure, name: str) -> list[Point]:
    return [point for mark in figure.marks if mark.name == name for point in mark.points]


def test_systems_stand_in_the_order_of_the_leaderboard() -> None:
    given = reports("many")
    board, figure = leaderboard(given), by_key(*given)["leaderboard"]
    assert figure.y.bands == board.configs
    for row, point in zip(board.rows, figure.marks[0].points, strict=True):
        estimate = row.estimates["judge_score"]
        assert (point.y, point.x, point.low, point.high) == (row.config, estimate.value, estimate.low, estimate.high)
        assert point.n == estimate.n


def test_the_frontier_joins_what_no_system_beats() -> None:
    given = (
        system("cheap", judge=0.6, cost_usd=0.001),
        system("wasteful", judge=0.55, cost_usd=0.002),
        system("good", judge=0.9, cost_usd=0.003),
    )
    figure = by_key(*given)["quality_cost"]
    assert [point.label for point in points(figure, "on the frontier")] == ["cheap", "good"]
    assert [point.label for point in points(figure, "beaten in both")] == ["wasteful"]
    assert [(point.x, point.y) for point in points(figure, "frontier")] == [(0.001, 0.6), (0.003, 0.9)]
    assert figure.x.kind == "linear" and figure.x.low == 0


def test_far_apart_costs_take_a_logarithmic_axis() -> None:
    given = [system(f"s{i}", judge=0.5 + i / 10, cost_usd=0.001 * 10**i) for i in range(3)]
    axis = by_key(*given)["quality_cost"].x
    assert axis.kind == "log" and axis.low is None


def test_free_systems_have_no_cost_chart() -> None:
    given = [system(f"s{i}", judge=0.5, cost_usd=0.0) for i in range(3)]
    assert not {"quality_cost", "cost_by_stage"} & set(by_key(*given))
    assert "quality_latency" in by_key(*given)


def test_a_category_has_its_mean_interval_and_size() -> None:
    given = reports("many")
    figure = by_key(*given)["categories"]
    cells = {(point.x, point.y): point for point in figure.marks[0].points}
    assert figure.y.bands == ("billing (20)", "returns (20)", "warranty (20)")
    for report in given:
        expected = estimates_by(report.per_case, "category")
        for name in ("billing", "returns", "warranty"):
            point, estimate = cells[report.config_name, f"{name} (20)"], expected[f"judge_score[category={name}]"]
            assert point.value == pytest.approx(estimate.value)
            assert point.n == estimate.n
            assert point.low <= point.value <= point.high  # type: ignore[operator]


def test_what_was_not_measured_is_blank_and_never_zero() -> None:
    silent = [abstained_row(f"c{i}", category=f"kind {i % 2}") for i in range(4)]
    given = (system("a", judge=0.0), system("b", judge=0.7), build_report(silent, config_name="silent"))
    figure = by_key(*given)["categories"]
    assert {point.x for point in figure.marks[0].points} == {"a", "b"}
    assert "silent" in figure.x.bands
    assert {point.value for point in figure.marks[0].points} == {0.0, 0.7}


def test_without_any_score_categories_show_recall() -> None:
    rows = [abstained_row(f"c{i}", category=f"kind {i % 2}", retrieved_support_rank=1 + 9 * (i % 2)) for i in range(4)]
    given = [build_report(rows, config_name=name) for name in ("a", "b", "c")]
    figure = by_key(*given)["categories"]
    assert figure.title == "Recall@5 by category"
    assert {(point.y, point.value) for point in figure.marks[0].points} == {("kind 0 (2)", 1.0), ("kind 1 (2)", 0.0)}


def test_one_category_is_no_comparison() -> None:
    given = [build_report([answered_row("c0", category="only")], config_name=name) for name in "abc"]
    assert "categories" not in by_key(*given)


def test_answering_is_the_reports_rate_against_its_error() -> None:
    given = reports("many")
    found = points(by_key(*given)["answering"], "systems, 95% interval")
    for report, point in zip(given, found, strict=True):
        assert (point.x, point.y) == (report.abstention.answer_rate, report.abstention.error_rate_answered)
        assert (point.low, point.high) == tuple(
            getattr(report.estimates["error_rate_answered"], end) for end in ("low", "high")
        )
        wrong = round(float(point.y) * (point.n or 0))
        assert len(selected(runs_of(given), point.filter)) == wrong  # type: ignore[arg-type]


def test_failures_open_their_cases_system_by_system() -> None:
    runs = runs_of(reports("many"))
    for point in by_key(*runs.reports)["failures"].marks[0].points:
        assert point.n and point.filter is not None
        assert len(selected(runs, point.filter)) == point.n


def test_time_and_cost_of_each_system() -> None:
    given = reports("many")
    found = by_key(*given)
    for name, measure in (("median", "latency_p50_ms"), ("p95", "latency_p95_ms")):
        shown = {point.y: point.value for point in points(found["latency"], name)}
        assert shown == {report.config_name: report.estimates[measure].value for report in given}
    slow = points(found["latency"], "p95")[0].filter
    assert slow is not None and slow.ids is not None
    assert slow.label == f"the {len(slow.ids)} slowest of default"
    cells = {(point.x, point.y): point.value for point in found["cost_by_stage"].marks[0].points}
    spent = sum(row.cost_by_stage_usd["generate"] or 0.0 for row in given[0].per_case if row.cost_by_stage_usd)
    assert cells["default", "generate"] == pytest.approx(spent)
    assert {figure.place for figure in found.values()} == {"board", "frontier", "categories", "operations"}


def test_names_are_those_that_were_given() -> None:
    given = reports("many")
    figure = next(found for found in figures(given, ["x", "y", "z"]) if found.key == "answering")
    assert [point.label for point in figure.marks[0].points] == ["x", "y", "z"]
