"""In which ways cases changed between two runs."""

from __future__ import annotations

from collections.abc import Sequence

from cairn_nb.explorer.figures.figure import Axis, Figure, Mark, Point, Role
from cairn_nb.explorer.rows.filter import Filter
from cairn_nb.explorer.view import Change


def changes_figure(changes: Sequence[Change]) -> Figure | None:
    """Cases by kind of change; of one case several may apply. None where nothing changed."""
    present = [change for change in changes if change.n]
    if not present:
        return None
    return Figure(
        key="changes",
        title="Changed cases by kind",
        note="A case may have changed in several ways.",
        x=Axis(label="cases", format="int", low=0),
        y=Axis(label="change", kind="band", bands=tuple(change.label for change in present), format="text"),
        marks=tuple(
            mark
            for mark in (
                _bars("against the candidate", "bad", [change for change in present if change.regression]),
                _bars("for it", "good", [change for change in present if not change.regression]),
            )
            if mark.points
        ),
    )


def _bars(name: str, role: Role, changes: Sequence[Change]) -> Mark:
    points = tuple(
        Point(
            x=0,
            to=change.n,
            y=change.label,
            value=change.n,
            n=change.n,
            label=change.label,
            filter=Filter(facets={"change": (change.key,)}, label=change.label),
        )
        for change in changes
    )
    return Mark(kind="bar", name=name, role=role, dash=role == "good", points=points)
