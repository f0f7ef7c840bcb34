"""A figure as a small Altair chart: its points as values, one layer a mark.

Colour says what shape, dash and hollow bars say as well, so that a chart reads without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cairn_nb.explorer.figures.figure import Axis, Figure, Mark, Point, Role

WIDTH, HEIGHT, BAND, LETTER = 340, 220, 28, 7
COLOURS: dict[Role, str] = {
    "accent": "#1f6feb", "good": "#1a6b34", "bad": "#c2410c", "muted": "#8b949e", "neutral": "#57606a",
}  # fmt: skip
DASH, SOLID = [4, 3], [1, 0]
Chart = Any  # an Altair chart: most of its methods carry no types that strict checking could follow
Values = list[dict[str, Any]]


def altair_chart(figure: Figure) -> Chart:
    """Draw a figure; `width` and `height` of the result may be set like any chart's."""
    import altair as alt

    layers = [layer for mark in figure.marks for layer in _layers(figure, mark)]
    chart = alt.layer(*layers, title=figure.title).resolve_scale(xOffset="independent", yOffset="independent")
    height = BAND * len(figure.y.bands) + 10 if figure.y.kind == "band" else HEIGHT
    return chart.properties(width=WIDTH, height=height)


def _layers(figure: Figure, mark: Mark) -> list[Chart]:
    drawn = {"line": _line, "step": _line, "point": _points, "bar": _bars, "rule": _rules, "cell": _cells}
    return drawn[mark.kind](figure, mark)


def _line(figure: Figure, mark: Mark) -> list[Chart]:
    interpolate = "step-after" if mark.kind == "step" else "linear"
    drawn = _base(figure, mark).mark_line(interpolate=interpolate)
    return [drawn.encode(order="place:Q", strokeDash=_told(figure, "strokeDash"), **_places(figure))]


def _points(figure: Figure, mark: Mark) -> list[Chart]:
    base, flat = _base(figure, mark), figure.y.kind == "band"
    way = "x" if flat else "y"
    ends = {way: _axis(figure, way, field="low"), f"{way}2": "high"}
    whiskers = base.transform_filter("isValid(datum.low) && isValid(datum.high)").mark_rule()
    layers = [
        whiskers.encode(**{**_places(figure), **_offset(figure, mark), **ends}),
        base.mark_point(filled=True, size=60, opacity=1).encode(
            shape=_told(figure, "shape"), **_places(figure), **_offset(figure, mark)
        ),
    ]
    if mark.labelled:
        layers.append(base.mark_text(align="left", dx=8).encode(text="label:N", **_places(figure)))
    return layers


def _bars(figure: Figure, mark: Mark) -> list[Chart]:
    places = _places(figure)
    if "band" not in (figure.x.kind, figure.y.kind):
        places |= {"x2": "to", "y2": "base"}
    elif figure.y.kind == "band":
        places["x2"] = "to"
    look = {"filled": False, "strokeWidth": 1.5} if mark.dash else {"filled": True}
    return [_base(figure, mark).mark_bar(**look).encode(**places, **_offset(figure, mark))]


def _rules(figure: Figure, mark: Mark) -> list[Chart]:
    where = {mark.across: _places(figure)[mark.across]}
    return [_base(figure, mark).mark_rule().encode(strokeDash=_told(figure, "strokeDash"), **where)]


def _cells(figure: Figure, mark: Mark) -> list[Chart]:
    import altair as alt

    data, places = alt.Chart(alt.Data(values=_values(figure, mark))), _places(figure)
    shades = alt.Color("value:Q", scale=alt.Scale(range=["#f2f6fd", "#8db4ea"]), legend=None)
    return [data.mark_rect().encode(color=shades, **places), data.mark_text().encode(text="written:N", **places)]


def _base(figure: Figure, mark: Mark) -> Chart:
    import altair as alt

    return alt.Chart(alt.Data(values=_values(figure, mark))).encode(color=_told(figure, "color"))


def _told(figure: Figure, channel: str) -> Any:
    """Marks told apart by their names: channels over one scale share one legend, left out for a single mark."""
    import altair as alt

    named = {mark.name: mark for mark in reversed(figure.marks)}
    names = list(dict.fromkeys(mark.name for mark in figure.marks))
    signs: dict[str, Any] = {
        "color": [COLOURS[named[name].role] for name in names],
        "strokeDash": [DASH if named[name].dash else SOLID for name in names],
        "shape": [_sign(named[name]) for name in names],
    }
    scale = alt.Scale(domain=names, range=signs[channel])
    kind = {"color": alt.Color, "strokeDash": alt.StrokeDash, "shape": alt.Shape}[channel]
    return kind("series:N", scale=scale, legend=alt.Legend(title=None) if len(names) > 1 else None)


def _sign(mark: Mark) -> str:
    """Its shape in a legend."""
    if mark.kind == "point":
        return {"triangle": "triangle-up"}.get(mark.shape, mark.shape)
    return "square" if mark.kind == "bar" else "stroke"


def _places(figure: Figure) -> dict[str, Any]:
    return {way: _axis(figure, way) for way in ("x", "y")}


def _axis(figure: Figure, way: str, *, field: str = "") -> Any:
    import altair as alt

    axis: Axis = getattr(figure, way)
    channel = {"x": alt.X, "y": alt.Y}[way]
    if axis.kind == "band":
        angle = 0 if way == "y" or sum(map(len, axis.bands)) * LETTER < WIDTH else -35
        look = alt.Axis(labelAngle=angle, title=None if way == "y" else axis.label)
        return channel(f"{field or way}:N", sort=list(axis.bands), axis=look)
    look = alt.Axis(title=axis.label, tickCount=6, labelOverlap=True)
    return channel(f"{field or way}:Q", axis=look, scale=_scale(axis))


def _scale(axis: Axis) -> Any:
    import altair as alt

    if axis.low is not None and axis.high is not None:
        return alt.Scale(domain=[axis.low, axis.high])
    scale = alt.Scale(type="log" if axis.kind == "log" else "linear", zero=False, nice=True)
    for name, end in (("domainMin", axis.low), ("domainMax", axis.high)):
        if end is not None:
            scale[name] = end
    return scale


def _offset(figure: Figure, mark: Mark) -> dict[str, Any]:
    """Side by side within a band, where several marks of the kind stand there."""
    import altair as alt

    names = [other.name for other in figure.marks if other.kind == mark.kind]
    way = "yOffset" if figure.y.kind == "band" else "xOffset"
    if len(names) < 2 or "band" not in (figure.x.kind, figure.y.kind):
        return {}
    channel = {"xOffset": alt.XOffset, "yOffset": alt.YOffset}[way]
    return {way: channel("series:N", sort=names, scale=alt.Scale(domain=names))}


def _values(figure: Figure, mark: Mark) -> Values:
    bars = [other for other in figure.marks if other.kind == "bar"]
    shared = (bars.index(mark), len(bars)) if mark in bars and figure.x.kind != "band" != figure.y.kind else None
    return [_value(mark, point, place, shared) for place, point in enumerate(mark.points)]


def _value(mark: Mark, point: Point, place: int, shared: tuple[int, int] | None) -> dict[str, Any]:
    value = {
        "x": point.x,
        "y": point.y,
        "to": point.to,
        "low": point.low,
        "high": point.high,
        "value": point.value,
        "n": point.n,
        "label": point.label,
        "series": mark.name,
        "place": place,
        "base": 0,
        "written": "" if point.value is None else f"{point.value:.3g}",
    }
    if shared is not None and point.to is not None and not isinstance(point.x, str):
        slot, slots = shared
        width = (point.to - point.x) / slots
        value |= {"x": point.x + slot * width, "to": point.x + (slot + 1) * width}
    return {name: field for name, field in value.items() if field is not None}


def side_by_side(charts: Sequence[Chart]) -> Chart:
    """Charts in rows of two, each with its own scales: three would be wider than JupyterLab's cells on most screens."""
    import altair as alt

    return alt.concat(*charts, columns=2).resolve_scale(
        color="independent", shape="independent", strokeDash="independent"
    )
