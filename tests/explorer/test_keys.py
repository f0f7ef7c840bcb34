"""Keys from anywhere in the explorer: they move, open, close and search, and none reaches the host around it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser import Watched, browser
from tests.explorer.furnished import written
from tests.explorer.shown import cases_shown, focused, opened_case, ready

pytestmark = pytest.mark.browser
LISTEN = "globalThis.heard = []; document.body.addEventListener('keydown', event => heard.push(event.key))"


@pytest.fixture(scope="module")
def context(playwright: Any) -> Iterator[Any]:
    with browser(playwright, viewport={"width": 1280, "height": 800}) as opened:
        yield opened


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("keys"), "one")


def press(watched: Watched, *keys: str) -> None:
    for key in keys:
        watched.page.keyboard.press(key)


def test_search_go_down_open_and_close_by_keys_alone(context: Any, path: Path) -> None:
    watched = ready(context, path)
    press(watched, "/")
    assert "cx-search" in focused(watched)
    watched.page.keyboard.type("c01")
    press(watched, "Enter")
    assert "cx-grid" in focused(watched)
    assert cases_shown(watched) == 10
    press(watched, "ArrowDown", "Enter")
    assert opened_case(watched) == "c011"
    assert "cx-detail" in focused(watched)
    press(watched, "Escape")
    assert opened_case(watched) is None
    assert "cx-grid" in focused(watched)
    watched.assert_quiet()


def test_escape_clears_the_search_and_down_leaves_it(context: Any, path: Path) -> None:
    watched = ready(context, path, "#q=c01")
    press(watched, "/", "Escape")
    assert watched.page.input_value(".cx-search") == ""
    assert cases_shown(watched) == 60
    press(watched, "/", "ArrowDown")
    assert "cx-grid" in focused(watched)
    watched.assert_quiet()


@pytest.mark.parametrize(("down", "up"), [("ArrowDown", "ArrowUp"), ("j", "k")])
def test_from_a_button_far_away_the_rows_move(context: Any, path: Path, down: str, up: str) -> None:
    watched = ready(context, path)
    watched.page.get_by_role("button", name="Copy winner.yaml").focus()
    press(watched, down, down, down, up)
    assert "cx-grid" in focused(watched)
    press(watched, "Enter")
    assert opened_case(watched) == "c002"
    watched.assert_quiet()


def test_reading_a_case_up_and_down_go_to_its_neighbours_and_the_focus_stays(context: Any, path: Path) -> None:
    watched = ready(context, path, "#case=c010")
    watched.page.locator(".cx-detail").focus()
    press(watched, "ArrowDown")
    assert opened_case(watched) == "c011"
    press(watched, "k", "k")
    assert opened_case(watched) == "c009"
    assert "cx-detail" in focused(watched)
    watched.assert_quiet()


def test_enter_on_a_button_presses_it(context: Any, path: Path) -> None:
    watched = ready(context, path)
    ask = watched.page.get_by_role("button", name="What is MRR?")
    ask.focus()
    press(watched, "Enter")
    assert ask.get_attribute("aria-expanded") == "true"
    assert opened_case(watched) is None
    watched.assert_quiet()


def test_letters_typed_into_fields_are_text(context: Any, path: Path) -> None:
    watched = ready(context, path)
    press(watched, "/")
    watched.page.keyboard.type("j/k?")
    assert watched.page.input_value(".cx-search") == "j/k?"
    assert watched.page.locator("dialog[open]").count() == 0
    watched.assert_quiet()


def test_a_question_mark_lists_the_keys_and_escape_gives_the_focus_back(context: Any, path: Path) -> None:
    watched = ready(context, path, "#case=c004")
    watched.page.focus(".cx-grid")
    press(watched, "?")
    dialog = watched.page.get_by_role("dialog", name="Keys")
    assert dialog.is_visible()
    assert watched.page.evaluate("document.activeElement.closest('dialog') !== null")
    press(watched, "ArrowDown", "/")
    assert dialog.is_visible()
    press(watched, "Escape")
    assert dialog.is_hidden()
    assert "cx-grid" in focused(watched)
    assert opened_case(watched) == "c004"
    watched.assert_quiet()


def test_no_key_leaves_the_explorer(context: Any, path: Path) -> None:
    watched = ready(context, path)
    watched.page.evaluate(LISTEN)
    places = (".cx-grid", ".cx-search", ".cx-ask", ".cx-to", ".cx-menu")
    for place in places:
        for key in ("b", "a", "d", "Enter", "Escape", "j", "?", "Escape", "ArrowDown", "z"):
            watched.page.locator(place).first.focus()
            press(watched, key)
    assert watched.page.evaluate("heard") == []
    assert watched.page.get_attribute(".cx", "data-lm-suppress-shortcuts") == "true"
    watched.assert_quiet()


def test_keys_with_a_modifier_are_left_to_the_browser(context: Any, path: Path) -> None:
    watched = ready(context, path)
    watched.page.focus(".cx-grid")
    press(watched, "Control+Slash", "Alt+Enter", "Meta+j")
    assert "cx-grid" in focused(watched)
    assert opened_case(watched) is None


def test_with_nothing_focused_arrows_scroll_until_the_cases_are_in_sight(context: Any, path: Path) -> None:
    watched = ready(context, path)
    assert focused(watched) == "BODY"
    press(watched, "ArrowDown")
    assert focused(watched) == "BODY"
    watched.page.locator(".cx-cases").evaluate("element => element.scrollIntoView()")
    press(watched, "ArrowDown")
    assert "cx-grid" in focused(watched)
    watched.assert_quiet()


def test_with_nothing_focused_slash_searches_and_a_question_mark_helps(context: Any, path: Path) -> None:
    watched = ready(context, path)
    press(watched, "?")
    assert watched.page.get_by_role("dialog", name="Keys").is_visible()
    press(watched, "Escape", "/")
    assert "cx-search" in focused(watched)
    watched.assert_quiet()


def test_a_case_that_a_click_opened_is_rated_by_keys(context: Any, path: Path) -> None:
    watched = ready(context, path)
    press(watched, "r")
    assert watched.page.get_by_role("button", name="Ratings").inner_text() == "Ratings: 0", "no case is open"
    watched.page.locator(".cx-grid .cx-row", has_text="c003").first.click()
    watched.page.wait_for_selector(".cx-rate")
    assert "cx-grid" in focused(watched)
    press(watched, "w")
    assert watched.page.locator('.cx-rate[aria-pressed="true"]').inner_text().startswith("✗ wrong")
    press(watched, "j")
    watched.page.wait_for_selector(".cx-rate[aria-pressed]")
    watched.page.wait_for_selector(".cx-dname:has-text('c004')")
    watched.page.wait_for_function("() => !document.querySelector('.cx-dbody[aria-busy]')")
    press(watched, "r")
    assert watched.page.get_by_role("button", name="Ratings").inner_text() == "Ratings: 2"
    watched.assert_quiet()
