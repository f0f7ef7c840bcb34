"""Does confidence mean what it says: how often an answer of a given confidence is right."""

from __future__ import annotations

import numpy as np

from cairn_nb.confidence.curves import reliability
from cairn_nb.explorer.figures.cases import JUDGED, Cases
from cairn_nb.explorer.figures.figure import Axis, Figure, Mark, Point


def reliability_figure(cases: Cases) -> Figure | None:
    """Bins of about equally many judged answers, with intervals; on the diagonal confidence is the share right."""
    if not cases.judged.any():
        return None
    return Figure(
        key="reliability",
        title="Reliability",
        note="On the dashed line, confidence is the share that is right. About equally many answers a point.",
        x=Axis(label="mean confidence", low=0, high=1),
        y=Axis(label="share right", low=0, high=1),
        marks=(
            Mark(kind="line", name="as stated", role="muted", dash=True, points=(Point(x=0, y=0), Point(x=1, y=1))),
            Mark(kind="point", name="answers, 95% interval", points=_bins(cases)),
        ),
    )


def _bins(cases: Cases) -> tuple[Point, ...]:
    ranked = np.sort(cases.judged_confidence)
    points, start = [], 0
    for found in reliability(cases.judged_confidence, cases.judged_right):
        low, high = float(ranked[start]), float(ranked[start + found.n - 1])
        start += found.n
        points.append(
            Point(
                x=found.confidence,
                y=found.correct,
                low=found.low,
                high=found.high,
                n=found.n,
                label=f"confidence {low:.3f} to {high:.3f}",
                filter=cases.filter(facets={"verdict": JUDGED}, ranges={"confidence": (low, high)}),
            )
        )
    return tuple(points)
