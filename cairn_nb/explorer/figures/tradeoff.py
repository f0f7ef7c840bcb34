"""Quality against what it takes: cost or time, with the frontier of the systems that no other one beats in both."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cairn_nb.explorer.figure import Axis, Figure, Mark, Point
from cairn_nb.explorer.figures.cases import Cases
from cairn_nb.explorer.figures.systems import LABELS, opened, quality, quality_metric
from cairn_nb.records import Estimate
from cairn_nb.stats.pareto import frontier

LOG_FROM = 30.0  # beyond this ratio a linear axis crowds the cheap ones together


class _Effort(NamedTuple):
    key: str
    title: str
    label: str
    format: str


COST = _Effort("quality_cost", "Quality against cost", "USD per question", "usd")
TIME = _Effort("quality_latency", "Quality against time", "p95 ms per answer", "ms")


def cost_tradeoff(every: Sequence[Cases]) -> Figure | None:
    """Left out when every system is free, or none has both values."""
    efforts = [cases.report.operational.cost_per_question_usd for cases in every]
    return _tradeoff(every, efforts, COST) if any(efforts) else None


def latency_tradeoff(every: Sequence[Cases]) -> Figure | None:
    """Quality against the p95 of an answer's time."""
    return _tradeoff(every, [_p95_ms(cases) for cases in every], TIME)


def _p95_ms(cases: Cases) -> float | None:
    """With its fraction where the report has it: the aggregate is whole milliseconds."""
    known = cases.report.estimates.get("latency_p95_ms")
    return cases.report.operational.latency_p95_ms if known is None else known.value


def _tradeoff(every: Sequence[Cases], efforts: Sequence[float | None], effort: _Effort) -> Figure | None:
    metric = quality_metric(every)
    found = [(cases, quality(cases, metric), taken) for cases, taken in zip(every, efforts, strict=True)]
    placed = [(cases, value, taken) for cases, value, taken in found if value.value is not None and taken is not None]
    if not placed:
        return None
    points = [_point(cases, value, taken, metric) for cases, value, taken in placed]
    best = frontier([taken for _, _, taken in placed], [value.value or 0.0 for _, value, _ in placed])
    least, most = min(float(p.x) for p in points), max(float(p.x) for p in points)
    is_log = least > 0 and most / least >= LOG_FROM
    return Figure(
        key=effort.key,
        title=effort.title,
        note="Up and to the left is better. The line joins the systems that no other one beats in both.",
        place="frontier",
        x=Axis(label=effort.label, kind="log" if is_log else "linear", format=effort.format, low=None if is_log else 0),
        y=Axis(label=LABELS[metric]),
        marks=tuple(mark for mark in _marks(points, best) if mark.points),
    )


def _marks(points: list[Point], best: list[int]) -> tuple[Mark, ...]:
    on = tuple(points[place] for place in best)
    off = tuple(point for place, point in enumerate(points) if place not in best)
    line = tuple(point.changed(low=None, high=None, n=None, label="", filter=None) for point in on)
    return (
        Mark(kind="step", name="frontier", role="muted", dash=True, points=line if len(line) > 1 else ()),
        Mark(kind="point", name="on the frontier", shape="diamond", labelled=True, points=on),
        Mark(kind="point", name="beaten in both", role="neutral", labelled=True, points=off),
    )


def _point(cases: Cases, value: Estimate, taken: float, metric: str) -> Point:
    return Point(
        x=taken,
        y=value.value or 0.0,
        low=value.low,
        high=value.high,
        n=value.n or None,
        label=cases.name,
        filter=opened(cases, metric, value.value),
    )
