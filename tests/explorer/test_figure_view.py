"""Charts in a real browser: every mark drawn, the table's values, tooltip, keys, click through, saved files."""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from cairn_nb.explorer.figure import Axis, Figure, Mark, Point
from cairn_nb.explorer.figures.build import figures
from cairn_nb.explorer.filter import Filter
from cairn_nb.explorer.page import explorer_slot, page
from cairn_nb.explorer.payload import Payload, compressed
from tests.browser import Watched, browser, open_page
from tests.explorer import views
from tests.explorer.axe import READABLE, faint, violations
from tests.explorer.shown import cases_shown, ready

pytestmark = pytest.mark.browser

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
KINDS = {
    "plane": {"path.cx-vline": 4, "path.cx-vshape": 2, "path.cx-vinterval": 2, "circle.cx-vplace": 2},
    "histogram": {"rect.cx-vbar": 3},
    "stages": {"rect.cx-vbar": 1, "path.cx-vshape": 1, "path.cx-vinterval": 1},
    "ranks": {"rect.cx-vbar": 2},
    "cells": {"rect.cx-vcell": 2},
    "far": {"path.cx-vshape": 2},
}


@pytest.fixture(scope="module")
def context(playwright: Any) -> Iterator[Any]:
    with browser(playwright, color_scheme="light", viewport={"width": 1100, "height": 900}) as opened:
        yield opened


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("charts")


@pytest.fixture(scope="module")
def drawn(folder: Path) -> Path:
    """A page of one run whose charts are those above."""
    packed = views.payload("one", with_evidence=False)
    index = views.unpacked(packed.index) | {"figures": [figure.model_dump(mode="json") for figure in DRAWN]}
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


def table_rows(watched: Watched, key: str) -> list[list[str]]:
    read = "rows => rows.map(row => [...row.children].map(cell => cell.textContent.replace(/\\s+/g, ' ').trim()))"
    rows: list[list[str]] = chart(watched, key).locator("tbody tr").evaluate_all(read)
    return [[cell for cell in row if cell] for row in rows]


def test_every_kind_of_mark_is_drawn_inside_its_chart(context: Any, drawn: Path) -> None:
    watched = ready(context, drawn)
    for key, counts in KINDS.items():
        for selector, count in counts.items():
            marks = chart(watched, key).locator(f".cx-spot {selector}, .cx-svg > {selector}")
            assert marks.count() == count, (key, selector)
        frame = chart(watched, key).locator("svg").bounding_box()
        for box in (each.bounding_box() for each in chart(watched, key).locator(".cx-spot").all()):
            assert box["x"] >= frame["x"] - 2 and box["x"] + box["width"] <= frame["x"] + frame["width"] + 2
            assert box["y"] >= frame["y"] - 2 and box["y"] + box["height"] <= frame["y"] + frame["height"] + 2
    assert chart(watched, "plane").locator(".cx-fnote").inner_text() == "Said below."
    assert watched.page.evaluate("window.__ran ?? null") is None
    watched.assert_quiet()


def test_a_mark_stands_where_its_value_is(context: Any, drawn: Path) -> None:
    watched = ready(context, drawn)
    read = """svg => {
      const tick = text => [...svg.querySelectorAll("text")].find(node => node.textContent === text);
      const box = element => element.getBoundingClientRect();
      const middle = element => [box(element).x + box(element).width / 2, box(element).y + box(element).height / 2];
      const shape = svg.querySelector('[aria-label^="fast"] .cx-vshape');
      return { at: middle(shape), left: middle(tick("2"))[0], right: middle(tick("4"))[0], top: middle(tick("0.6"))[1],
               bottom: middle(tick("0.4"))[1] };
    }"""
    found = chart(watched, "plane").locator("svg").evaluate(read)
    # 3 lies midway between 2 and 4, 0.5 midway between 0.4 and 0.6.
    assert found["at"][0] == pytest.approx((found["left"] + found["right"]) / 2, abs=1.5)
    assert found["at"][1] == pytest.approx((found["top"] + found["bottom"]) / 2, abs=1.5)


def test_the_legend_tells_marks_apart_in_words_and_signs(context: Any, drawn: Path) -> None:
    watched = ready(context, drawn)
    words = chart(watched, "plane").locator(".cx-svg > g:not(.cx-spot) text").all_text_contents()
    assert words == ["straight", "steps", "systems", "target", "limit"]
    dashes = (
        chart(watched, "histogram")
        .locator(".cx-svg > g:not(.cx-spot) rect")
        .evaluate_all("rects => rects.map(rect => getComputedStyle(rect).fill)")
    )
    assert dashes[0] != dashes[1] == "rgb(255, 255, 255)"  # the second is hollow
    assert chart(watched, "ranks").locator(".cx-svg > g:not(.cx-spot)").count() == 0


def test_the_table_has_the_same_values_to_the_printed_digit(context: Any, drawn: Path) -> None:
    watched = ready(context, drawn)
    for figure in DRAWN:
        toggle = chart(watched, figure.key).get_by_role("button", name="Show as a table")
        toggle.click()
        assert toggle.get_attribute("aria-pressed") == "true"
        assert chart(watched, figure.key).locator("svg").is_hidden()
        assert table_rows(watched, figure.key) == expected_rows(figure), figure.key
        toggle.click()
        assert chart(watched, figure.key).locator("table").is_hidden()
    watched.assert_quiet()


@pytest.mark.parametrize("mode", ["one", "two", "many"])
def test_reports_charts_are_drawn_with_all_their_values(context: Any, folder: Path, mode: str) -> None:
    watched = ready(context, written_page(folder, mode, views.payload(mode, with_evidence=False)))
    wanted = figures(views.reports(mode))
    assert sorted(
        watched.page.locator(".cx-figure").evaluate_all("all => all.map(each => each.dataset.key)")
    ) == sorted(figure.key for figure in wanted)
    for figure in wanted:
        assert table_rows(watched, figure.key) == expected_rows(figure), figure.key
        shown = chart(watched, figure.key).locator(".cx-spot").count()
        assert shown == sum(bool(found.label) for mark in figure.marks for found in mark.points)
    watched.assert_quiet()


def test_pointing_shows_what_a_mark_says(context: Any, drawn: Path) -> None:
    watched = ready(context, drawn)
    tip = chart(watched, "plane").locator(".cx-tip")
    assert tip.is_hidden()
    spot(watched, "plane", "fast").hover()
    said = tip.inner_text().split("\n")
    assert said == ["fast", "systems", "effort", "3.000", "gain", "0.500", "95% interval", "0.400 to 0.625", "n", "40",
                    "opens wrong answers"]  # fmt: skip
    box, plot = tip.bounding_box(), chart(watched, "plane").locator(".cx-plot").bounding_box()
    assert box["x"] >= plot["x"] and box["x"] + box["width"] <= plot["x"] + plot["width"]
    watched.page.mouse.move(5, 5)
    assert tip.is_hidden()


def test_near_a_line_the_nearest_place_answers(context: Any, drawn: Path) -> None:
    watched = ready(context, drawn)
    spot(watched, "plane", "second").scroll_into_view_if_needed()
    place = spot(watched, "plane", "second").locator("circle").bounding_box()
    watched.page.mouse.move(place["x"] - 8, place["y"] + 12)
    assert chart(watched, "plane").locator(".cx-tiphead").inner_text() == "second"


def test_a_click_opens_the_cases_behind_a_mark(context: Any, drawn: Path) -> None:
    watched = ready(context, drawn)
    wrong = sum(row.correct is False for row in views.small_report().per_case)
    spot(watched, "plane", "fast").click()
    assert cases_shown(watched) == wrong
    spot(watched, "cells", "</script>").click()
    assert cases_shown(watched) == 1
    spot(watched, "plane", "slow").click()  # has no rows of its own
    assert cases_shown(watched) == 1
    watched.assert_quiet()


def test_keys_reach_every_mark_and_open_its_cases(context: Any, drawn: Path) -> None:
    watched = ready(context, drawn)
    keys = watched.page.keyboard
    chart(watched, "plane").get_by_role("button", name="Save as PNG").focus()
    keys.press("Tab")
    said = "document.activeElement.getAttribute('aria-label')"
    heard = [watched.page.evaluate(said)]
    for _ in range(6):
        keys.press("ArrowRight")
        heard.append(watched.page.evaluate(said))
    assert heard[0] == "first, steps, effort 1.000, gain 0.200, n 5"
    assert [text.split(",")[0] for text in heard] == [
        *("first", "second", "fast", "slow", "the target", "the limit", "the limit"),
    ]
    assert chart(watched, "plane").locator(".cx-tiphead").inner_text() == "the limit"
    keys.press("Home")
    assert watched.page.evaluate(said).startswith("first")
    for _ in range(2):
        keys.press("ArrowDown")
    keys.press("Enter")
    assert cases_shown(watched) == sum(row.correct is False for row in views.small_report().per_case)
    # One stop for the Tab key, wherever the arrows left it.
    assert chart(watched, "plane").locator(".cx-spot[tabindex='0']").count() == 1
    watched.assert_quiet()


def test_a_saved_svg_stands_alone(context: Any, drawn: Path, folder: Path) -> None:
    watched = ready(context, drawn)
    for figure in DRAWN:
        with watched.page.expect_download() as download:
            chart(watched, figure.key).get_by_role("button", name="Save as SVG").click()
        assert download.value.suggested_filename == f"{figure.key}.svg"
        saved = folder / f"{figure.key}.svg"
        download.value.save_as(saved)
        root = ElementTree.parse(saved).getroot()
        assert root.tag == "{http://www.w3.org/2000/svg}svg" and root[0].text == figure.title
        text = saved.read_text(encoding="utf-8")
        ours = ("class=", "var(", "tabindex", "aria-", "style=", "color-mix", "color(")
        assert [word for word in ours if word in text] == []
        texts = ["".join(node.itertext()) for node in root.iter("{http://www.w3.org/2000/svg}text")]
        assert figure.title in texts and root[1].get("fill") == "rgb(255, 255, 255)"
    alone = open_page(context, folder / "plane.svg")
    assert alone.page.evaluate("document.documentElement.getBBox().width") > 200
    alone.assert_quiet()
    watched.assert_quiet()


def test_a_saved_png_is_a_picture_of_twice_the_size(context: Any, drawn: Path, folder: Path) -> None:
    watched = ready(context, drawn)
    for key in ("plane", "cells"):
        with watched.page.expect_download() as download:
            chart(watched, key).get_by_role("button", name="Save as PNG").click()
        saved = folder / f"{key}.png"
        download.value.save_as(saved)
        width, height, pixels = _png(saved.read_bytes())
        view = chart(watched, key).locator("svg").get_attribute("viewBox").split()
        assert (width, height) == (2 * float(view[2]), 2 * (float(view[3]) + 26))
        assert len(set(zip(*[iter(pixels)] * 4, strict=False))) > 20  # something is drawn on the ground
    watched.assert_quiet()


def _png(data: bytes) -> tuple[int, int, bytes]:
    """Width, height and the inflated scan lines."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", data[16:24])
    at, packed = 8, b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at : at + 8])
        packed += data[at + 8 : at + 8 + size] if kind == b"IDAT" else b""
        at += 12 + size
    return width, height, zlib.decompress(packed)


def test_in_the_dark_a_saved_chart_is_dark_and_readable(playwright: Any, drawn: Path, folder: Path) -> None:
    with browser(playwright, color_scheme="dark", viewport={"width": 1100, "height": 900}) as context:
        watched = ready(context, drawn)
        with watched.page.expect_download() as download:
            chart(watched, "cells").get_by_role("button", name="Save as SVG").click()
        saved = folder / "dark.svg"
        download.value.save_as(saved)
        root = ElementTree.parse(saved).getroot()
        assert root[1].get("fill") == "rgb(20, 23, 26)"
        assert not [text for text in faint(watched.page, READABLE) if "cx-v" in text or "cx-tip" in text]
        watched.assert_quiet()


def test_axe_finds_nothing_in_charts_and_their_tables(context: Any, drawn: Path) -> None:
    watched = ready(context, drawn)
    spot(watched, "plane", "fast").focus()
    assert violations(watched.page) == []
    for figure in DRAWN:
        chart(watched, figure.key).get_by_role("button", name="Show as a table").click()
    assert violations(watched.page) == []


def test_a_narrow_page_keeps_charts_inside(context: Any, drawn: Path) -> None:
    watched = open_page(context, drawn)
    for width in (320, 400, 700):
        watched.page.set_viewport_size({"width": width, "height": 800})
        watched.page.wait_for_selector(".cx[data-ready]")
        watched.page.wait_for_timeout(100)
        assert watched.page.evaluate("document.documentElement.scrollWidth") <= width
        for figure in DRAWN:
            view = float(chart(watched, figure.key).locator("svg").get_attribute("viewBox").split()[2])
            assert 280 <= view <= 640
            ends = (
                chart(watched, figure.key)
                .locator("svg text")
                .evaluate_all("all => all.map(t => t.getBBox()).map(b => [b.x, b.x + b.width])")
            )
            assert all(left >= -1 and right <= view + 16 for left, right in ends), (figure.key, width)
    watched.page.set_viewport_size({"width": 1100, "height": 900})
    watched.assert_quiet()
