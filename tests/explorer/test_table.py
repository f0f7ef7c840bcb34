"""The cases in a browser: drawn as they are seen, sorted and searched by mouse and by keys alone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.explorer.shown import cases_shown, focused, link, opened_case
from tests.explorer.table_page import CLIPBOARD, N_LONG, ROW, active, column, head

pytestmark = pytest.mark.browser
BROWSER = CLIPBOARD


def test_only_the_rows_in_sight_are_drawn_and_all_are_counted(opened: Any) -> None:
    watched = opened("long")
    assert cases_shown(watched) == N_LONG
    assert watched.page.inner_text(".cx-count") == f"{N_LONG} cases"
    assert watched.page.locator(".cx-pad .cx-row").count() < 60
    watched.page.locator(".cx-grid").evaluate("grid => { grid.scrollTop = grid.scrollHeight; }")
    watched.page.wait_for_selector(f"[aria-rowindex='{N_LONG + 1}']")
    assert column(watched, "Case")[-1] == f"case-{N_LONG - 1}"
    assert watched.page.locator(".cx-pad .cx-row").count() < 60


def test_heads_stay_above_their_columns(opened: Any) -> None:
    watched = opened("one")
    watched.page.locator(".cx-grid").evaluate("grid => { grid.scrollTop = 300; grid.scrollLeft = 200; }")
    watched.page.wait_for_timeout(100)
    places = watched.page.evaluate(
        """() => {
          const left = row => [...row.children].map(cell => Math.round(cell.getBoundingClientRect().left));
          return [".cx-head", ".cx-pad .cx-row:not([hidden])"].map(part => left(document.querySelector(part)));
        }"""
    )
    assert places[0] == places[1]
    top = watched.page.evaluate("document.querySelector('.cx-head').getBoundingClientRect().top")
    assert top == pytest.approx(
        watched.page.evaluate("document.querySelector('.cx-grid').getBoundingClientRect().top"), abs=1
    )


def test_a_click_sorts_and_shift_adds_a_column_whose_turn_is_shown(opened: Any) -> None:
    watched = opened("one")
    head(watched, "Judge").click()
    assert column(watched, "Judge")[:2] == ["0.200", "0.200"]
    head(watched, "Time (ms)").click(modifiers=["Shift"])
    head(watched, "Time (ms)").click(modifiers=["Shift"])
    assert head(watched, "Judge").get_attribute("aria-sort") == "ascending"
    assert head(watched, "Time (ms)").get_attribute("aria-sort") == "descending"
    assert watched.page.locator(".cx-order").all_inner_texts() == ["▲1", "▼2"]
    times = [
        float(time)
        for time, judge in zip(column(watched, "Time (ms)"), column(watched, "Judge"), strict=True)
        if judge == "0.200"
    ]
    assert times == sorted(times, reverse=True)
    assert "sort=judge,-latency" in link(watched)


@pytest.mark.parametrize("way", ["asc", "desc"])
def test_missing_values_come_last_both_ways(opened: Any, way: str) -> None:
    watched = opened("one", f"#sort={'-' if way == 'desc' else ''}judge")
    assert column(watched, "Judge")[0] == ("0.900" if way == "desc" else "0.200")
    watched.page.locator(".cx-grid").evaluate("grid => { grid.scrollTop = grid.scrollHeight; }")
    watched.page.wait_for_selector("[aria-rowindex='61']")
    assert column(watched, "Judge")[-1] == "—"


def test_keys_reach_the_heads_and_sort_by_them(opened: Any) -> None:
    watched = opened("one")
    keyboard = watched.page.keyboard
    watched.page.focus(".cx-grid")
    keyboard.press("ArrowUp")
    assert active(watched).strip() == "Case"
    keyboard.press("End")
    assert active(watched).strip() == "Cost (USD)"
    keyboard.press("Home")
    for _ in range(2):
        keyboard.press("ArrowRight")
    keyboard.press("Enter")
    keyboard.press("ArrowLeft")
    keyboard.press("Shift+Enter")
    assert "sort=verdict,status" in link(watched)
    assert focused(watched) == "cx-grid"
    keyboard.press("ArrowDown")
    keyboard.press("Enter")
    assert opened_case(watched) is not None


def test_arrows_pages_and_ends_move_the_active_row_into_sight(opened: Any) -> None:
    watched = opened("long")
    keyboard = watched.page.keyboard
    watched.page.focus(".cx-grid")
    for key, case in (
        ("ArrowDown", "case-1"),
        ("End", f"case-{N_LONG - 1}"),
        ("ArrowDown", f"case-{N_LONG - 1}"),
        ("Home", "case-0"),
    ):
        keyboard.press(key)
        assert active(watched).startswith(case + "\n")
    keyboard.press("PageDown")
    keyboard.press("PageDown")
    keyboard.press("PageUp")
    box = watched.page.locator(".cx-pad .cx-active").bounding_box()
    grid = watched.page.locator(".cx-grid").bounding_box()
    assert grid["y"] + 27 <= box["y"] and box["y"] + box["height"] <= grid["y"] + grid["height"] + 1


def test_while_a_case_is_open_moving_opens_the_next(opened: Any) -> None:
    watched = opened("one")
    watched.page.locator(ROW).nth(2).click()
    assert opened_case(watched) == "c002"
    watched.page.focus(".cx-grid")
    watched.page.keyboard.press("ArrowDown")
    assert opened_case(watched) == "c003"
    assert watched.page.locator("[aria-selected=true]").count() == 1


def test_slash_searches_and_the_count_follows(opened: Any) -> None:
    watched = opened("one")
    watched.page.focus(".cx-grid")
    watched.page.keyboard.press("/")
    watched.page.keyboard.type("matter 1")
    assert watched.page.inner_text(".cx-count") == "11 of 60 cases"
    assert watched.page.locator(".cx-count").get_attribute("role") == "status"
    watched.page.keyboard.press("Escape")
    assert watched.page.inner_text(".cx-count") == "60 cases"


def test_an_expression_is_switched_on_and_a_broken_one_is_said_beside_the_box(opened: Any) -> None:
    watched = opened("one")
    watched.page.get_by_role("button", name="Regular expression").click()
    watched.page.fill(".cx-search", "c0[12]5")
    assert watched.page.inner_text(".cx-count") == "2 of 60 cases"
    watched.page.fill(".cx-search", "c0[12")
    assert "Not searched: " in watched.page.locator(".cx-toolbar").get_by_role("alert").inner_text()
    assert watched.page.get_attribute(".cx-search", "aria-invalid") == "true"
    assert cases_shown(watched) == 60
    watched.page.fill(".cx-search", "c01")
    assert watched.page.locator(".cx-problem").is_hidden()
    assert cases_shown(watched) == 10


def test_no_case_left_is_said_with_a_way_out(opened: Any) -> None:
    watched = opened("one", "#q=zzzz")
    assert watched.page.inner_text(".cx-count") == "0 of 60 cases"
    watched.page.locator(".cx-empty").get_by_role("button", name="Clear all").click()
    assert cases_shown(watched) == 60
