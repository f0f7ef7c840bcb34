"""Failures by type."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cairn_nb.explorer.figures.cases import Cases
from cairn_nb.explorer.figures.figure import Axis, Figure, Mark, Point
from cairn_nb.explorer.rows.cells import failure


def failures_figure(cases: Cases) -> Figure | None:
    """Cases by the type of their failure, the most frequent first."""
    counts = _counts(cases)
    if not counts:
        return None
    points = tuple(
        Point(x=0, to=count, y=name, value=count, n=count, label=name, filter=cases.filter(facets={"failure": (name,)}))
        for name, count in counts
    )
    return Figure(
        key="failures",
        title="Failures by type",
        x=Axis(label="cases", format="int", low=0),
        y=Axis(label="type", kind="band", bands=tuple(name for name, _ in counts), format="text"),
        marks=(Mark(kind="bar", name="cases", role="bad", points=points),),
    )


def failures_by_run(every: Sequence[Cases]) -> Figure | None:
    """The same for several runs: a cell for each type and run, blank where a run has none."""
    found = [(cases, dict(_counts(cases))) for cases in every]
    totals = sum((Counter(counts) for _, counts in found), Counter[str]())
    if not totals:
        return None
    points = tuple(
        Point(
            x=cases.name,
            y=name,
            value=counts[name],
            n=counts[name],
            label=f"{cases.name}: {name}",
            filter=cases.filter(facets={"failure": (name,)}),
        )
        for cases, counts in found
        for name in totals
        if name in counts
    )
    return Figure(
        key="failures",
        title="Failures by type",
        note="Cases; blank where there is none.",
        place="operations",
        x=Axis(label="system", kind="band", bands=tuple(cases.name for cases in every), format="text"),
        y=Axis(label="type", kind="band", bands=tuple(name for name, _ in totals.most_common()), format="int"),
        marks=(Mark(kind="cell", name="cases", points=points),),
    )


def _counts(cases: Cases) -> list[tuple[str, int]]:
    counts = Counter(failure(row) for row in cases.rows)
    return [(name, count) for name, count in counts.most_common() if name]
