"""The primary measure of each system with its interval."""

from __future__ import annotations

from collections.abc import Sequence

from cairn_nb.explorer.figures.cases import Cases
from cairn_nb.explorer.figures.figure import Axis, Figure, Mark, Point
from cairn_nb.explorer.figures.systems import LABELS, best_first, opened, quality, quality_metric, titled
from cairn_nb.explorer.rows.filter import Filter
from cairn_nb.records import Estimate

Ranked = Sequence[tuple[str, Estimate, Filter | None]]


def leaderboard_figure(every: Sequence[Cases]) -> Figure | None:
    """The runs best first."""
    metric = quality_metric(every)
    rows = [(cases, quality(cases, metric)) for cases in best_first(every, metric)]
    return whiskers([(cases.name, found, opened(cases, metric, found.value)) for cases, found in rows], metric)


def whiskers(rows: Ranked, metric: str) -> Figure | None:
    """Systems in the order given, each with its estimate and rows; None where no system has a value.

    Parameters
    ----------
    rows
        Name, estimate and what its mark opens.
    metric
        The measure's name in the catalogue.
    """
    points = tuple(
        Point(
            x=found.value, y=name, low=found.low, high=found.high, value=found.value, n=found.n or None,
            label=name, filter=opens,
        )
        for name, found, opens in rows
        if found.value is not None
    )  # fmt: skip
    if not points:
        return None
    label = LABELS.get(metric, metric)
    return Figure(
        key="leaderboard",
        title=f"{titled(metric)} by system",
        note="Lines are 95% intervals. Overlapping lines do not mean that two systems cannot be told apart.",
        place="board",
        x=Axis(label=label),
        y=Axis(label="system", kind="band", bands=tuple(name for name, _, _ in rows), format="text"),
        marks=(Mark(kind="point", name=label, points=points),),
    )
