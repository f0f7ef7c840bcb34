"""Where the time goes: median and p95 of each stage, for one run or two side by side; of many, of the whole answer."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cairn_nb.explorer.figures.cases import Cases
from cairn_nb.explorer.figures.figure import Axis, Figure, Mark, Place, Point, Role
from cairn_nb.explorer.figures.stages import TOTAL, StageValues, stage_times_ms
from cairn_nb.explorer.figures.style import run_style
from cairn_nb.explorer.rows.filter import Filter
from cairn_nb.stats import quantile_estimate

P50, P95 = 0.5, 0.95
SLOWEST = 50
NOTE = "Bars are medians, diamonds p95, lines their 95% intervals. A p95 opens its slowest cases."


def latency_figure(every: Sequence[Cases]) -> Figure | None:
    """Stages of one or two runs; the whole answer is the last band."""
    timed = [(cases, stage_times_ms(cases)) for cases in every]
    bands = tuple(dict.fromkeys(stage for _, times in timed for stage in times if stage != TOTAL))
    if not any(times for _, times in timed):
        return None
    marks = []
    for cases, times in timed:
        style = run_style(cases.run, len(every))
        name = "" if len(every) == 1 else f" ({cases.name})"
        bars, points = _medians(times), _p95s(times, cases)
        marks.append(Mark(kind="bar", name=f"median{name}", role=style.role, dash=style.dash, points=bars))
        marks.append(
            Mark(kind="point", name=f"p95{name}", role=_p95_role(cases, every), shape="diamond", points=points)
        )
    return _figure("latency_by_stage", "Time by stage", "stage", (*bands, TOTAL), marks, place="charts")


def latency_by_run(every: Sequence[Cases]) -> Figure | None:
    """The whole answer of each run."""
    timed = [(cases, stage_times_ms(cases)) for cases in every]
    named = {cases.name: (cases, times[TOTAL]) for cases, times in timed if TOTAL in times}
    if not named:
        return None
    medians = {name: times for name, (_, times) in named.items()}
    slow = tuple(_p95(name, times, cases) for name, (cases, times) in named.items())
    marks = [
        Mark(kind="bar", name="median", points=_medians(medians)),
        Mark(kind="point", name="p95", role="neutral", shape="diamond", points=slow),
    ]
    return _figure("latency", "Time of an answer", "system", tuple(named), marks, place="operations")


def _figure(key: str, title: str, of: str, bands: tuple[str, ...], marks: list[Mark], *, place: Place) -> Figure:
    return Figure(
        key=key,
        title=title,
        note=NOTE,
        place=place,
        x=Axis(label="ms", format="ms", low=0),
        y=Axis(label=of, kind="band", bands=bands, format="text"),
        marks=tuple(marks),
    )


def _medians(times: dict[str, StageValues]) -> tuple[Point, ...]:
    return tuple(_quantile(stage, found, P50, stage) for stage, found in times.items())


def _p95s(times: dict[str, StageValues], cases: Cases) -> tuple[Point, ...]:
    return tuple(_p95(stage, found, cases) for stage, found in times.items())


def _p95(band: str, found: StageValues, cases: Cases) -> Point:
    point = _quantile(band, found, P95, band)
    value = float(point.to or 0.0)
    return point.changed(x=value, to=None, filter=_slowest(cases, found, value, band))


def _quantile(band: str, found: StageValues, q: float, label: str) -> Point:
    estimate = quantile_estimate(found.values, q)
    return Point(
        x=0, to=estimate.value, y=band, low=estimate.low, high=estimate.high, value=estimate.value, n=estimate.n,
        label=label,
    )  # fmt: skip


def _slowest(cases: Cases, found: StageValues, at_least: float, band: str) -> Filter:
    """At most fifty rows: a link to half a thousand ids is no use to a reader."""
    order = np.argsort(-found.values, kind="stable")[:SLOWEST]
    places = found.places[order][found.values[order] >= at_least]
    ids = tuple(cases.ids[place] for place in places.tolist())
    of = cases.name if band == cases.name else f"{cases.name}: {band}"
    return Filter(ids=ids, label=f"the {len(ids)} slowest of {of}")


def _p95_role(cases: Cases, every: Sequence[Cases]) -> Role:
    return "neutral" if len(every) == 1 else run_style(cases.run, len(every)).role
