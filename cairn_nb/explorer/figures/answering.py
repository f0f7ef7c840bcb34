"""How often each system answers, against how often it is then wrong."""

from __future__ import annotations

from collections.abc import Sequence

from cairn_nb.decisions.reading.measured import error_rate
from cairn_nb.explorer.figures.cases import Cases
from cairn_nb.explorer.figures.figure import Axis, Figure, Mark, Point
from cairn_nb.explorer.figures.systems import LABELS, opened

ERROR, ANSWERED = "error_rate_answered", "answer_rate"


def answering_figure(every: Sequence[Cases]) -> Figure | None:
    """One point a system that answered anything, and the target error."""
    points = tuple(point for cases in every if (point := _point(cases)) is not None)
    if not points:
        return None
    targets = sorted({cases.report.abstention.alpha for cases in every})
    return Figure(
        key="answering",
        title="Answering against error",
        note="Down and to the right is better. Under the dashed line the target is met.",
        place="frontier",
        x=Axis(label=LABELS[ANSWERED], low=0, high=1),
        y=Axis(label=LABELS[ERROR], low=0),
        marks=(Mark(kind="point", name="systems, 95% interval", labelled=True, points=points), *map(_target, targets)),
    )


def _point(cases: Cases) -> Point | None:
    answered, wrong = cases.report.abstention.answer_rate, error_rate(cases.report)
    if answered is None or wrong is None:
        return None
    known = cases.report.estimates.get(ERROR)
    return Point(
        x=answered,
        y=wrong,
        low=None if known is None else known.low,
        high=None if known is None else known.high,
        n=None if known is None else known.n,
        label=cases.name,
        filter=opened(cases, ERROR, wrong),
    )


def _target(alpha: float) -> Mark:
    return Mark(
        kind="rule",
        name=f"target {alpha:g}",
        role="bad",
        dash=True,
        across="y",
        points=(Point(x=0, y=alpha, label="target error among answered"),),
    )
