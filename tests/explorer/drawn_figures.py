"""Charts of every kind of mark on a page of their own, and what a reader must find in their tables."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cairn_nb.explorer.figures.figure import Axis, Figure, Mark, Point
from cairn_nb.explorer.page.page import explorer_slot, page
from cairn_nb.explorer.payload import Payload, compressed
from cairn_nb.explorer.rows.filter import Filter
from tests.browser import Watched
from tests.explorer import views

WRONG = Filter(facets={"verdict": ("wrong",)}, label="wrong answers")
ONE_CASE = Filter(ids=("c003",), label="one case")
HOSTILE = '</script><img src=x onerror="window.__ran=1">'
X, Y = Axis(label="effort"), Axis(label="gain", low=0, high=1)


def point(x: float | str, y: float | str, label: str = "here", **fields: Any) -> Point:
    return Point(x=x, y=y, label=label, **fields)


DRAWN = (
    Figure(
        key="plane",
        title="A plane",
        note="Said below.",
        x=X,
        y=Y,
        marks=(
            Mark(kind="line", name="straight", dash=True, role="muted", points=(Point(x=0, y=0), Point(x=10, y=1))),
            Mark(kind="step", name="steps", points=(point(1, 0.2, "first", n=5), point(6, 0.7, "second", n=8))),
            Mark(
                kind="point",
                name="systems",
                shape="diamond",
                labelled=True,
                points=(
                    point(3, 0.5, "fast", low=0.4, high=0.625, n=40, filter=WRONG),
                    point(8, 0.75, "slow", low=0.7, high=None),
                ),
            ),
            Mark(kind="rule", name="target", role="bad", across="y", points=(point(0, 0.6, "the target"),)),
            Mark(kind="rule", name="limit", role="neutral", across="x", points=(point(9, 0, "the limit"),)),
        ),
    ),
    Figure(
        key="histogram",
        title="A histogram",
        x=X,
        y=Axis(label="cases", format="int", low=0),
        marks=(
            Mark(
                kind="bar", name="right", role="good", points=(point(0, 4, to=1, n=4), point(1, 9, "next", to=2, n=9))
            ),
            Mark(
                kind="bar", name="wrong", role="bad", dash=True, points=(point(0, 2, "bad", to=1, n=2, filter=WRONG),)
            ),
        ),
    ),
    Figure(
        key="stages",
        title="Stages",
        x=Axis(label="ms", format="ms", low=0),
        y=Axis(label="stage", kind="band", bands=("search", "a stage with quite a long name to be broken")),
        marks=(
            Mark(kind="bar", name="median", points=(point(0, "search", "search", to=12.34, low=10, high=20, n=7),)),
            Mark(kind="point", name="p95", shape="square", points=(point(1234.5, "search", "search", n=7),)),
        ),
    ),
    Figure(
        key="ranks",
        title="Ranks",
        x=Axis(label="rank", kind="band", bands=("1", "2", "none")),
        y=Axis(label="cases", format="int", low=0),
        marks=(Mark(kind="bar", name="cases", points=(point("1", 30, "rank 1"), point("none", 3, "missed"))),),
    ),
    Figure(
        key="cells",
        title="Cells",
        x=Axis(label="system", kind="band", bands=("a", "b", "a system with a name that is too long for its column")),
        y=Axis(label="kind", kind="band", bands=(HOSTILE, "table"), format="score"),
        marks=(
            Mark(
                kind="cell",
                name="judge score",
                points=(
                    point("a", HOSTILE, HOSTILE, value=0.8125, low=0.5, high=0.9, n=3, filter=ONE_CASE),
                    point("b", "table", "b: table", value=0.0, n=2),
                ),
            ),
        ),
    ),
    Figure(
        key="far",
        title="Far apart",
        x=Axis(label="USD", kind="log", format="usd"),
        y=Axis(label="gain"),
        marks=(
            Mark(
                kind="point", name="systems", shape="triangle", points=(point(0.0001, 0.5, "s"), point(2.5, 0.5, "t"))
            ),
        ),
    ),
)


def drawn_page(folder: Path, figures: Sequence[Figure] = DRAWN) -> Path:
    """A page of one run with these charts."""
    packed = views.payload("one", with_evidence=False)
    index = views.unpacked(packed.index) | {"figures": [figure.model_dump(mode="json") for figure in figures]}
    return written_page(folder, "drawn", packed.changed(index=compressed(index)))


def written_page(folder: Path, name: str, packed: Payload) -> Path:
    target = folder / f"{name}.html"
    target.write_text(page(name, f"<h1>Charts</h1>{explorer_slot(0)}", [packed]), encoding="utf-8")
    return target


def chart(watched: Watched, key: str) -> Any:
    return watched.page.locator(f".cx-figure[data-key={key}]")


def spot(watched: Watched, key: str, name: str) -> Any:
    return chart(watched, key).locator(f'.cx-spot[aria-label^="{name}"]').first


def written(value: float | None, kind: str) -> str:
    """As a reader of the report's own tables would see it."""
    if value is None:
        return "—"
    if kind == "int":
        return str(math.floor(value + 0.5))
    if kind == "ms":
        return str(math.floor(value + 0.5)) if abs(value) >= 100 else f"{value:.1f}"
    if kind == "usd":
        return "0" if value == 0 else f"{value:#.3g}"
    return f"{value:.3f}"


def expected_rows(figure: Figure) -> list[list[str]]:
    """The rows of the table view: label, series, then what the axes say, interval and n."""
    several = len(figure.marks) > 1
    said = [(mark, found) for mark in figure.marks for found in mark.points if found.label]
    rows = [[found.label, *([mark.name] if several else []), *_cells(figure, mark, found)] for mark, found in said]
    return [[" ".join(cell.split()) for cell in row if cell] for row in rows]


def _cells(figure: Figure, mark: Mark, found: Point) -> list[str]:
    cells, is_flat = [], figure.y.kind == "band"
    if figure.x.kind != "band" and not (mark.kind == "rule" and mark.across == "y"):
        start, end = written(float(found.x), figure.x.format), written(found.to, figure.x.format)
        cells.append(start if found.to is None else end if is_flat else f"{start} to {end}")
    if not is_flat and not (mark.kind == "rule" and mark.across == "x"):
        cells.append(written(float(found.y), figure.y.format))
    if mark.kind == "cell":
        cells.append(written(found.value, figure.y.format))
    axis = figure.x if is_flat and mark.kind != "cell" else figure.y
    if found.low is not None or found.high is not None:
        cells.append(f"{written(found.low, axis.format)} to {written(found.high, axis.format)}")
    return cells if found.n is None or axis.format == "int" else [*cells, str(found.n)]
