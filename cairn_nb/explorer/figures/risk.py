"""Risk and coverage: the error among answered cases against how many of them a higher threshold would keep."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cairn_nb.confidence.curves import RiskPoint, risk_coverage
from cairn_nb.explorer.figures.cases import JUDGED, Cases
from cairn_nb.explorer.figures.figure import Axis, Figure, Mark, Point
from cairn_nb.explorer.figures.style import run_style

MOST_POINTS = 400  # a chart is some 300 px wide
FEW_ANSWERS = 10


def risk_figure(every: Sequence[Cases]) -> Figure | None:
    """The curve of each run, the target as a line, and where the threshold in force stands (the curve's end).

    Abstained cases have no verdict, so a curve ends where its threshold stands. A threshold that fewer than
    ten answers reach is not drawn, and of very many every k-th is; the note says so.
    """
    curves = [(cases, _curve(cases)) for cases in every if cases.judged.any()]
    if not curves:
        return None
    marks = [_line(cases, points) for cases, points in curves]
    marks += [_in_force(cases, points[-1]) for cases, points in curves]
    return Figure(
        key="risk_coverage",
        title="Risk and coverage",
        note=" ".join(["Each step is a threshold; to the left fewer answers are kept.", *_left_out(curves)]),
        x=Axis(label="share of answered cases kept", low=0, high=1),
        y=Axis(label="error among them", low=0),
        marks=(*marks, *_targets([cases for cases, _ in curves])),
    )


def _curve(cases: Cases) -> tuple[RiskPoint, ...]:
    points = risk_coverage(cases.judged_confidence, cases.judged_right, most=MOST_POINTS)
    enough = tuple(point for point in points if point.n_answered >= FEW_ANSWERS)
    return enough or points[-1:]


def _left_out(curves: Sequence[tuple[Cases, tuple[RiskPoint, ...]]]) -> list[str]:
    said = []
    if any(cases.judged.sum() >= FEW_ANSWERS and points[0].n_answered > 1 for cases, points in curves):
        said.append(f"Thresholds that fewer than {FEW_ANSWERS} answers reach are left out.")
    most = max(len(np.unique(cases.judged_confidence)) for cases, _ in curves)
    if most > MOST_POINTS:
        said.append(f"Drawn at {MOST_POINTS} of {most} thresholds, evenly by rank.")
    return said


def _line(cases: Cases, points: tuple[RiskPoint, ...]) -> Mark:
    style = run_style(cases.run, len(cases.runs.reports))
    return Mark(
        kind="step",
        name=cases.name,
        role=style.role,
        dash=style.dash,
        points=tuple(_point(cases, point, f"confidence from {point.threshold:.3f}") for point in points),
    )


def _point(cases: Cases, point: RiskPoint, label: str) -> Point:
    return Point(
        x=point.coverage,
        y=point.risk,
        low=point.low,
        high=point.high,
        n=point.n_answered,
        label=label,
        filter=cases.filter(facets={"verdict": JUDGED}, ranges={"confidence": (point.threshold, None)}),
    )


def _in_force(cases: Cases, last: RiskPoint) -> Mark:
    """The point where all answers are kept, with the interval that the report gives the error rate."""
    threshold = cases.report.abstention.threshold
    name = "all answers" if threshold is None else f"threshold {threshold:.3f}"
    point = _point(cases, last, name)
    known = cases.report.estimates.get("error_rate_answered")
    if known is not None and known.value == last.risk:
        point = point.changed(low=known.low, high=known.high)
    style = run_style(cases.run, len(cases.runs.reports))
    alone = len(cases.runs.reports) == 1
    return Mark(
        kind="point",
        name=name if alone else f"{name} ({cases.name})",
        role="neutral" if alone else style.role,
        shape="diamond" if style.shape == "circle" else style.shape,
        points=(point,),
    )


def _targets(every: Sequence[Cases]) -> tuple[Mark, ...]:
    targets = sorted({cases.report.abstention.alpha for cases in every})
    return tuple(
        Mark(
            kind="rule",
            name=f"target {alpha:g}",
            role="bad",
            dash=True,
            across="y",
            points=(Point(x=0, y=alpha, label="target error among answered"),),
        )
        for alpha in targets
    )
