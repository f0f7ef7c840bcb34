"""Quality against what it takes: cost or time, with the frontier of the systems that no other one beats in both.

Where a recommendation is at hand, its own numbers are drawn, and the system to deploy and its ties are marked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cairn_nb.decisions.reading.timed import probed_estimates
from cairn_nb.decisions.selection.quality import TITLES
from cairn_nb.explorer.figures.cases import Cases
from cairn_nb.explorer.figures.figure import Axis, Figure, Mark, Point
from cairn_nb.explorer.figures.systems import LABELS, opened, quality, quality_metric
from cairn_nb.records import Estimate
from cairn_nb.records.recommendation import Recommendation, SystemNumbers
from cairn_nb.stats.pareto import frontier

LOG_FROM = 30.0  # beyond this ratio a linear axis crowds the cheap ones together
LARGEST_AREA, LEAST_AREA = 3.0, 0.7  # of a mark, the usual one being 1
BETTER = (
    "Up and to the left is better. The line joins the systems that no other one beats in these two; the front of "
    "pareto.json (★) weighs answer score, cost and time together."
)


class _Effort(NamedTuple):
    key: str
    title: str
    label: str
    format: str


COST = _Effort("quality_cost", "Quality against cost", "USD per question", "usd")
TIME = _Effort("quality_latency", "Quality against time", "p95 ms per answer", "ms")


@dataclass(frozen=True)
class _Placed:
    """A system with both values."""

    cases: Cases
    quality: Estimate
    taken: float
    latency_ms: float | None = None


def cost_tradeoff(every: Sequence[Cases], chosen: Recommendation | None = None) -> Figure | None:
    """Left out when every system is free, or none has both values.

    Parameters
    ----------
    every
        The runs.
    chosen
        Which of them is recommended; null marks none.
    """
    if chosen is None:
        efforts = [cases.report.operational.cost_per_question_usd for cases in every]
    else:
        efforts = [_or_none(chosen, cases, "cost_per_question_usd") for cases in every]
    label = "USD per question" if chosen is None else "USD per question, judging included"
    return _tradeoff(every, efforts, COST._replace(label=label), chosen) if any(efforts) else None


def latency_tradeoff(every: Sequence[Cases], chosen: Recommendation | None = None) -> Figure | None:
    """Quality against the p95 of an answer's time; parameters as in `cost_tradeoff`."""
    if chosen is None:
        return _tradeoff(every, [_p95_ms(cases) for cases in every], TIME, None)
    return _tradeoff(every, [_or_none(chosen, cases, "latency_p95_ms") for cases in every], TIME, chosen)


def _p95_ms(cases: Cases) -> float | None:
    """The probe's where there is one; with its fraction where the report has it, since aggregates are whole numbers."""
    known = {**cases.report.estimates, **probed_estimates(cases.report)}.get("latency_p95_ms")
    return cases.report.operational.latency_p95_ms if known is None else known.value


def _numbers(chosen: Recommendation, cases: Cases) -> SystemNumbers | None:
    """What the recommendation says of a run; None of one that took no part."""
    known = (*(entry.numbers for entry in chosen.ranking), *(entry.numbers for entry in chosen.excluded))
    return next((found for found in known if found.system == cases.report.config_name), None)


def _or_none(chosen: Recommendation, cases: Cases, field: str) -> float | None:
    value: float | None = getattr(_numbers(chosen, cases), field, None)
    return value


def _tradeoff(
    every: Sequence[Cases], efforts: Sequence[float | None], effort: _Effort, chosen: Recommendation | None
) -> Figure | None:
    metric = quality_metric(every) if chosen is None or chosen.quality_metric is None else chosen.quality_metric
    placed = [
        _Placed(cases, value, taken, _latency(cases, effort, chosen))
        for cases, taken in zip(every, efforts, strict=True)
        if (value := _quality(cases, metric, chosen)).value is not None and taken is not None
    ]
    if not placed:
        return None
    efforts_known = [found.taken for found in placed]
    least, most = min(efforts_known), max(efforts_known)
    is_log = least > 0 and most / least >= LOG_FROM
    return Figure(
        key=effort.key,
        title=effort.title,
        note=f"{BETTER} A larger mark takes longer." if any(found.latency_ms for found in placed) else BETTER,
        place="frontier",
        x=Axis(label=effort.label, kind="log" if is_log else "linear", format=effort.format, low=None if is_log else 0),
        y=Axis(label=LABELS.get(metric) or TITLES[metric]),
        marks=tuple(mark for mark in _marks(placed, metric, chosen) if mark.points),
    )


def _latency(cases: Cases, effort: _Effort, chosen: Recommendation | None) -> float | None:
    """What a mark's area says beside the cost; nothing where time is the axis already."""
    return _or_none(chosen, cases, "latency_ms") if chosen is not None and effort.key == COST.key else None


def _quality(cases: Cases, metric: str, chosen: Recommendation | None) -> Estimate:
    if chosen is None:
        return quality(cases, metric)
    found = _numbers(chosen, cases)
    return Estimate(value=None) if found is None else found.quality


def _marks(placed: list[_Placed], metric: str, chosen: Recommendation | None) -> Iterator[Mark]:
    """The line, then every system once: recommended, tied, on the frontier or beaten, in this order."""
    longest = max((found.latency_ms or 0.0 for found in placed), default=0.0)
    points = [_point(found, metric, longest) for found in placed]
    best = frontier([found.taken for found in placed], [found.quality.value or 0.0 for found in placed])
    line = tuple(points[at].changed(low=None, high=None, n=None, label="", filter=None) for at in best)
    yield Mark(kind="step", name="frontier", role="muted", dash=True, points=line if len(line) > 1 else ())
    names = [found.cases.report.config_name for found in placed]
    winner = [at for at, name in enumerate(names) if chosen is not None and name == chosen.winner]
    tied = [at for at, name in enumerate(names) if chosen is not None and name in chosen.tied]
    front = [at for at in best if at not in (*winner, *tied)]
    beaten = [at for at in range(len(points)) if at not in (*winner, *tied, *front)]

    def of(members: list[int]) -> tuple[Point, ...]:
        return tuple(points[at] for at in members)

    yield Mark(kind="point", name="recommended", role="good", labelled=True, points=of(winner))
    yield Mark(kind="point", name="tied with it", role="good", shape="square", labelled=True, points=of(tied))
    yield Mark(kind="point", name="on the frontier", shape="diamond", labelled=True, points=of(front))
    shape = "circle" if chosen is None else "triangle"
    yield Mark(kind="point", name="beaten in both", role="neutral", shape=shape, labelled=True, points=of(beaten))


def _point(found: _Placed, metric: str, longest_ms: float) -> Point:
    value, share = found.quality, (found.latency_ms or 0.0) / longest_ms if longest_ms else None
    return Point(
        x=found.taken,
        y=value.value or 0.0,
        low=value.low,
        high=value.high,
        n=value.n or None,
        size=None if share is None else max(LEAST_AREA, LARGEST_AREA * share),
        label=found.cases.name,
        filter=opened(found.cases, metric, value.value),
    )
