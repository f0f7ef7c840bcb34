"""The thresholds that a calibration tested: error seen and exact bound at each."""

from __future__ import annotations

from cairn_nb.explorer.figures.figure import Axis, Figure, Mark, Point
from cairn_nb.records import CalibrationRecord, GridPoint

CERTIFIED, UNCERTIFIED = "error seen, certified", "error seen, not certified"


def grid_figure(record: CalibrationRecord) -> Figure | None:
    """From the safest threshold down; None where none was tested."""
    if not record.grid:
        return None
    alpha = Point(x=0, y=record.alpha, label="target error among answered")
    marks = (
        Mark(kind="line", name="exact bound", role="neutral", points=tuple(map(_bound, record.grid))),
        Mark(kind="point", name=CERTIFIED, points=_seen(record, certified=True)),
        Mark(kind="point", name=UNCERTIFIED, role="bad", shape="square", points=_seen(record, certified=False)),
        Mark(kind="rule", name=f"target {record.alpha:g}", role="bad", dash=True, across="y", points=(alpha,)),
    )
    return Figure(
        key="threshold_grid",
        title="Exact bound at each threshold",
        note="A threshold is certified where the bound lies at or under the target, and so do those above it.",
        x=Axis(label="threshold"),
        y=Axis(label="error among answered", low=0),
        marks=tuple(mark for mark in marks if mark.points),
    )


def _bound(point: GridPoint) -> Point:
    return Point(x=point.threshold, y=point.bound, n=point.n_answered, label=_label(point))


def _seen(record: CalibrationRecord, *, certified: bool) -> tuple[Point, ...]:
    return tuple(
        Point(x=p.threshold, y=p.n_wrong / p.n_answered, n=p.n_answered, label=_label(p))
        for p in record.grid
        if p.certified is certified and p.n_answered
    )


def _label(point: GridPoint) -> str:
    return f"threshold {point.threshold:.3f}"
