"""Columns of the cases: which are there, what is copied of them, and that each can be read."""

from __future__ import annotations

from typing import Any

import pytest

from tests.explorer.axe import faint, violations
from tests.explorer.hostile import HOSTILE
from tests.explorer.shown import cases_shown, link
from tests.explorer.table_page import CLIPBOARD, column, heads, open_menu

pytestmark = pytest.mark.browser
BROWSER = CLIPBOARD
CUT_HEADS = """() => [...document.querySelectorAll(".cx-grid [role=columnheader] *")]
  .filter(text => text.scrollWidth > text.clientWidth + 1 && getComputedStyle(text).overflow !== "visible")
  .map(text => text.textContent)"""


def test_columns_are_chosen_keep_their_order_and_one_always_stays(opened: Any) -> None:
    watched = opened("one", "#columns=judge,id")
    assert heads(watched) == ["Case", "Judge"]
    panel = open_menu(watched, "Columns")
    panel.get_by_label("Verdict").check()
    assert heads(watched) == ["Case", "Verdict", "Judge"]
    assert "columns=id,verdict,judge" in link(watched)
    for name in ("Verdict", "Judge", "Case"):
        panel.get_by_label(name, exact=True).click()
    assert heads(watched) == ["Case"]
    panel.get_by_role("button", name="As at first").click()
    assert watched.page.locator(".cx-grid").get_by_role("columnheader").count() > 6
    assert "columns=" not in link(watched)


@pytest.mark.parametrize("name", ["one", "two", "many"])
def test_every_column_has_room_for_its_name(opened: Any, name: str) -> None:
    watched = opened(name)
    panel = open_menu(watched, "Columns")
    for box in panel.get_by_role("checkbox").all():
        box.check()
    assert len(heads(watched)) == panel.get_by_role("checkbox").count()
    assert watched.page.evaluate(CUT_HEADS) == []


@pytest.mark.parametrize(("name", "fragment"), [("empty", ""), ("many", "#columns=judge@0&systems=bm25")])
def test_the_cases_keep_their_names_where_no_other_column_is_left(opened: Any, name: str, fragment: str) -> None:
    watched = opened(name, fragment)
    assert heads(watched) == ["Case"]
    assert cases_shown(watched) == (60 if name == "many" else 0)
    watched.page.locator(".cx-grid").press("ArrowUp")
    watched.page.locator(".cx-grid").press("Enter")
    assert "sort=id" in link(watched)


def test_what_is_copied_is_what_is_shown(opened: Any) -> None:
    watched = opened("one", "#verdict=wrong&columns=id,judge&sort=-id")
    texts = {}
    for what in ("Copy as CSV", "Copy as Markdown", "Copy the pandas query"):
        open_menu(watched, "Copy").get_by_role("button", name=what).click()
        watched.page.wait_for_timeout(50)
        texts[what] = watched.page.evaluate("navigator.clipboard.readText()")
    assert texts["Copy as CSV"].splitlines()[:2] == ["Case,Judge", "c051,0.2"]
    assert texts["Copy as Markdown"].splitlines()[2] == "| c051 | 0.200 |"
    assert texts["Copy the pandas query"].startswith("report.cases.query(r'")
    with watched.page.expect_download() as download:
        open_menu(watched, "Copy").get_by_role("button", name="Save as CSV").click()
    assert download.value.suggested_filename == "cases.csv"


def test_no_text_of_a_case_runs_in_the_table_its_menus_or_its_chips(opened: Any) -> None:
    watched = opened("hostile")
    panel = open_menu(watched, "Category")
    for box in panel.get_by_role("checkbox").all():
        box.check()
    watched.page.keyboard.press("Escape")
    assert column(watched, "Question")[0] == HOSTILE[0]
    assert "<script>" in watched.page.inner_text(".cx-chips")
    assert watched.page.evaluate("window.__ran ?? null") is None
    address = link(watched)
    again = opened("hostile", address)
    assert cases_shown(again) == len(HOSTILE)


def test_on_a_phones_width_what_matters_most_comes_first(opened: Any) -> None:
    watched = opened("two")
    watched.page.set_viewport_size({"width": 400, "height": 800})
    watched.page.wait_for_timeout(100)
    assert heads(watched)[:4] == ["Case", "Change", "Verdict", "Verdict"]
    assert watched.page.evaluate("document.documentElement.scrollWidth") <= 400
    open_menu(watched, "Numbers")
    box = watched.page.locator(".cx-panel:popover-open").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 400
    watched.page.set_viewport_size({"width": 1280, "height": 900})


CUT = """names => [...document.querySelectorAll(names)].filter(e => e.clientWidth && e.scrollWidth > e.clientWidth)
  .map(e => e.textContent)"""


@pytest.mark.parametrize("mode", ["one", "two", "many"])
def test_no_head_and_no_single_state_is_cut_where_it_is_narrow(opened: Any, mode: str) -> None:
    watched = opened(mode)
    watched.page.set_viewport_size({"width": 700, "height": 800})
    watched.page.wait_for_timeout(100)
    assert watched.page.evaluate(CUT, ".cx-head-text, .cx-of-run") == []
    cells = watched.page.evaluate(CUT, ".cx-pad .cx-cell")
    assert [text for text in cells if text[0] in "▼▲✓✗○" and "," not in text] == []
    watched.page.set_viewport_size({"width": 1280, "height": 900})


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_toolbar_its_menus_and_the_rows_are_accessible(opened: Any, scheme: str) -> None:
    watched = opened("two", "#verdict@1=wrong&sort=-judge@1&case=c017")
    watched.page.emulate_media(color_scheme=scheme)
    open_menu(watched, "Numbers")
    assert [found for found in violations(watched.page) if "cx-" in found] == []
    assert faint(watched.page) == []
    watched.page.emulate_media(color_scheme="light")
