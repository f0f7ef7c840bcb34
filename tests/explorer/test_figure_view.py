"""Charts in a real browser: every mark drawn, the table's values, tooltip, keys, click through."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cairn_nb.explorer.figures.build import figures
from cairn_nb.explorer.figures.figure import Figure, Mark
from tests.browser import Watched, open_page
from tests.explorer import views
from tests.explorer.axe import violations
from tests.explorer.drawn_figures import DRAWN, X, Y, chart, drawn_page, expected_rows, point, spot, written_page
from tests.explorer.shown import cases_shown, ready

pytestmark = pytest.mark.browser
BROWSER = {"color_scheme": "light", "viewport": {"width": 1100, "height": 900}}

KINDS = {
    "plane": {"path.cx-vline": 4, "path.cx-vshape": 2, "path.cx-vinterval": 2, "circle.cx-vplace": 2},
    "histogram": {"rect.cx-vbar": 3},
    "stages": {"rect.cx-vbar": 1, "path.cx-vshape": 1, "path.cx-vinterval": 1},
    "ranks": {"rect.cx-vbar": 2},
    "cells": {"rect.cx-vcell": 2},
    "far": {"path.cx-vshape": 2},
}


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


def test_a_system_without_room_beside_its_point_is_named_below(context: Any, tmp_path: Path) -> None:
    crowd = tuple(point(5, 0.5, f"system number {i}") for i in range(9))
    mark = Mark(kind="point", name="systems", labelled=True, points=crowd)
    figure = Figure(key="crowd", title="A crowd", x=X, y=Y, marks=(mark,))
    watched = ready(context, drawn_page(tmp_path, (figure,)))
    words = watched.page.locator(".cx-figure svg text")
    said = " ".join(words.all_text_contents())
    assert all(f"system number {i}" in said for i in range(9))
    assert "Too near to others to be named there: " in said
    frame = watched.page.locator(".cx-figure svg").bounding_box()
    assert all(each.bounding_box()["y"] <= frame["y"] + frame["height"] - 8 for each in words.all())
    watched.assert_quiet()


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
