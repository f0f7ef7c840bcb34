"""The charts of notebooks: the figures' own values, drawn by Altair, offline and without a warning."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from cairn_nb.decisions.board.leaderboard import leaderboard
from cairn_nb.errors import InputError
from cairn_nb.explorer import charts
from cairn_nb.explorer.figures.altair_figure import altair_chart
from cairn_nb.explorer.figures.build import figures
from cairn_nb.explorer.renderer import SPEC_MIMETYPE, mimebundle
from cairn_nb.records import GridPoint
from tests.explorer.views import calibrated, reports
from tests.report_factory import abstained_row, build_report

ONE = [
    *(charts.risk_coverage, charts.reliability, charts.confidence_by_correctness, charts.outcomes, charts.failures),
    *(charts.support_rank, charts.latency_by_stage, charts.cost_by_stage),
]
TWO = [charts.risk_coverage, charts.latency_by_stage, charts.cost_by_stage, charts.differences, charts.changes]
MANY = [charts.quality_cost, charts.quality_latency, charts.answering, charts.categories]


def values(spec: Any) -> Iterator[dict[str, Any]]:
    """Every value of every layer."""
    if isinstance(spec, dict):
        yield from spec.get("data", {}).get("values", [])
        for part in spec.values():
            yield from values(part)
    elif isinstance(spec, list):
        for part in spec:
            yield from values(part)


@pytest.mark.parametrize("mode", ["one", "two", "many"])
def test_every_figure_is_drawn_with_its_own_values(mode: str) -> None:
    for figure in figures(reports(mode)):
        spec = altair_chart(figure).to_dict()
        drawn = {(v["series"], v["label"], v["y"], v.get("low"), v.get("high"), v.get("n")) for v in values(spec)}
        for mark in figure.marks:
            for point in mark.points:
                assert (mark.name, point.label, point.y, point.low, point.high, point.n) in drawn
        assert spec["title"] == figure.title


@pytest.mark.parametrize(("n", "drawing"), [*((1, f) for f in ONE), *((2, f) for f in TWO), *((3, f) for f in MANY)])
def test_a_chart_renders_as_a_picture_without_a_script(n: int, drawing: Callable[..., Any]) -> None:
    bundle = mimebundle(drawing(*reports({1: "one", 2: "two", 3: "many"}[n])).to_dict())
    assert bundle["image/svg+xml"].startswith("<svg") and "<script" not in bundle["image/svg+xml"]
    assert bundle[SPEC_MIMETYPE]["title"] == bundle["text/plain"]


def test_a_chart_that_tells_two_runs_apart_refuses_three() -> None:
    with pytest.raises(InputError, match="3 reports were given"):
        charts.risk_coverage(*reports("many"))
    with pytest.raises(InputError, match="no report"):
        charts.risk_coverage()


def test_charts_in_rows_of_two_leave_out_what_has_no_data() -> None:
    free = build_report([abstained_row("a", cost_by_stage_usd={"generate": 0.0})])
    assert charts.cost_by_stage(free) is None and charts.reliability(free) is None
    rows = charts.side_by_side(charts.support_rank(free), charts.cost_by_stage(free), charts.latency_by_stage(free))
    spec = rows.to_dict()
    assert [chart["title"] for chart in spec["concat"]] == ["Rank of the supporting chunk", "Time by stage"]
    assert spec["columns"] == 2
    assert mimebundle(spec)["image/svg+xml"].startswith("<svg")


def test_the_grid_shows_the_error_seen_and_the_bound() -> None:
    grid = (
        GridPoint(threshold=0.9, n_answered=0, n_wrong=0, bound=1.0, certified=False),
        GridPoint(threshold=0.5, n_answered=30, n_wrong=3, bound=0.19, certified=True),
    )
    spec = charts.threshold_grid(calibrated(*grid)).to_dict()
    shown = {(v["series"], v["x"], v["y"]) for v in values(spec)}
    # Nothing was answered at 0.9, so no error was seen there.
    assert shown == {
        ("exact bound", 0.9, 1.0),
        ("exact bound", 0.5, 0.19),
        ("error seen, certified", 0.5, 0.1),
        ("target 0.2", 0, 0.2),
    }
    assert charts.threshold_grid(calibrated()) is None


def test_the_leaderboards_chart_holds_its_estimates() -> None:
    board = leaderboard(reports("many"))
    shown = {(v["y"], v["x"], v["low"], v["high"]) for v in values(charts.leaderboard(board).to_dict())}
    expected = [(row.config, row.estimates[board.primary_metric]) for row in board.rows]
    assert shown == {(name, estimate.value, estimate.low, estimate.high) for name, estimate in expected}
