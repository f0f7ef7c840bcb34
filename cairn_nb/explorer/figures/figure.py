"""A chart as data: what it shows, computed once, drawn by the front end, by Altair, and as a table.

A mark's points carry everything a reader may ask of it: the value, its interval, how many cases stand behind
it, and which rows of the table they are.
"""

from __future__ import annotations

from typing import Literal

from cairn_nb.explorer.rows.filter import Filter
from cairn_nb.records import Record

Format = Literal["share", "score", "int", "ms", "usd", "text"]
Role = Literal["accent", "good", "bad", "muted", "neutral"]
Place = Literal["charts", "frontier", "board", "categories", "operations"]


class Axis(Record):
    """An axis. `kind` band takes its places from `bands`, in their order; `low` and `high` fix an end.

    `format` is how its values are written; on a band axis `y` it is the format of the cells.
    """

    label: str
    kind: Literal["linear", "log", "band"] = "linear"
    format: Format = "score"
    bands: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None


class Point(Record):
    """One place. `x` and `y` are numbers, or the name of a band; `to` ends a bar that starts at `x`.

    `low` and `high` are the interval of `y` (of `x` where `y` is a band). `size` is the relative area of a mark.
    `label` names the place in full; a point without one only guides the eye and is in no table.
    """

    x: float | str
    y: float | str
    to: float | None = None
    low: float | None = None
    high: float | None = None
    value: float | None = None
    n: int | None = None
    size: float | None = None
    label: str = ""
    filter: Filter | None = None


class Mark(Record):
    """Points drawn alike. `name` is the legend's word; `role` picks colour, `shape` and `dash` say the same without it.

    ``rule`` draws a line across the plot at each point's `x`, or at its `y` where `across` is ``y``.
    ``cell`` fills the crossing of two bands by `value`. Bars, and points on a band, of several marks stand
    side by side; a dashed bar is hollow. `labelled` writes each point's label beside it.
    """

    kind: Literal["line", "step", "point", "bar", "rule", "cell"]
    name: str
    role: Role = "accent"
    shape: Literal["circle", "square", "triangle", "diamond"] = "circle"
    dash: bool = False
    across: Literal["x", "y"] = "x"
    labelled: bool = False
    points: tuple[Point, ...]


class Figure(Record):
    """A chart with its title and what to make of it; `place` is the part of the page where it stands."""

    key: str
    title: str
    note: str = ""
    place: Place = "charts"
    x: Axis
    y: Axis
    marks: tuple[Mark, ...]
