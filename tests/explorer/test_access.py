"""Access: axe-core finds nothing, texts are readable, a narrow or much enlarged page does not scroll sideways."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cairn_nb.explorer.packing.pack import pack
from cairn_nb.explorer.page.page import explorer_page
from tests.browser import Watched, browser
from tests.explorer.axe import faint, violations
from tests.explorer.shown import ready
from tests.explorer.views import small_report

pytestmark = pytest.mark.browser
MODES = ("one", "two", "many")
WIDE, NARROW = {"width": 1280, "height": 900}, {"width": 320, "height": 640}

OUTSIDE = """() => [...document.querySelectorAll(".cx-button, .cx-link, .cx-change, .cx-warning, .cx-fact, .cx-word")]
  .filter(element => element.checkVisibility() && !element.closest(".cx-wide, .cx-grid"))
  .filter(element => element.getBoundingClientRect().right > 320).map(element => element.textContent)"""


def shown(context: Any, path: Path, scheme: str, size: dict[str, int], fragment: str = "") -> Watched:
    watched = ready(context, path, fragment)
    watched.page.set_viewport_size(size)
    watched.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    return watched


def assert_accessible(watched: Watched) -> None:
    assert violations(watched.page) == []
    assert faint(watched.page) == []
    watched.assert_quiet()
    watched.page.close()


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_every_view_as_it_opens(context: Any, folder: Path, mode: str, scheme: str, size: dict[str, int]) -> None:
    assert_accessible(shown(context, folder / f"{mode}.html", scheme, size))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_view_with_a_case_open(context: Any, folder: Path, mode: str, scheme: str) -> None:
    watched = shown(context, folder / f"{mode}.html", scheme, WIDE, "#rows=all&case=c003")
    watched.page.wait_for_selector(".cx-detail [role=heading]")
    assert_accessible(watched)


@pytest.mark.parametrize("mode", MODES)
def test_a_narrow_view_with_a_case_open(context: Any, folder: Path, mode: str) -> None:
    watched = shown(context, folder / f"{mode}.html", "light", NARROW, "#rows=all&case=c003")
    watched.page.wait_for_selector(".cx-detail [role=heading]")
    assert_accessible(watched)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_helps_more_measures_and_notes_when_they_are_open(context: Any, folder: Path, scheme: str) -> None:
    for mode in MODES:
        watched = shown(context, folder / f"{mode}.html", scheme, WIDE)
        for closed in (".cx-ask", ".cx details:not([open]) > summary"):
            for found in watched.page.locator(closed).all():
                found.click()
        assert_accessible(watched)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_list_of_keys(context: Any, folder: Path, scheme: str) -> None:
    watched = shown(context, folder / "one.html", scheme, WIDE)
    watched.page.keyboard.press("?")
    assert_accessible(watched)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_case_left(context: Any, folder: Path, scheme: str) -> None:
    watched = shown(context, folder / "one.html", scheme, WIDE, "#q=nothing says this")
    assert_accessible(watched)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_menu_of_the_cases_when_it_is_open(context: Any, folder: Path, scheme: str) -> None:
    watched = shown(context, folder / "many.html", scheme, WIDE)
    for menu in watched.page.locator(".cx-menu").all():
        menu.click()
        assert violations(watched.page) == []
        assert faint(watched.page) == []
        watched.page.keyboard.press("Escape")
    watched.assert_quiet()
    watched.page.close()


@pytest.mark.parametrize("mode", MODES)
def test_a_page_of_320_pixels_never_scrolls_sideways(context: Any, folder: Path, mode: str) -> None:
    # 320 pixels are 1280 at four times the size, which is what reflow asks for.
    for fragment in ("", "#rows=all&case=c003"):
        watched = shown(context, folder / f"{mode}.html", "light", NARROW, fragment)
        assert watched.page.evaluate("document.documentElement.scrollWidth") == 320
        outside = watched.page.evaluate(OUTSIDE)
        assert outside == []
        watched.page.close()


def test_names_without_a_blank_break_within_320_pixels(context: Any, tmp_path: Path) -> None:
    name = "a_name_without_any_blank_" * 8
    runs = [small_report(20, name=f"{name}{i}", shift=i, warnings=(name,)) for i in range(2)]
    (tmp_path / "long.html").write_text(explorer_page(name, pack(runs)), encoding="utf-8")
    watched = shown(context, tmp_path / "long.html", "light", NARROW, "#rows=all&case=c003")
    assert watched.page.evaluate("document.documentElement.scrollWidth") == 320
    assert watched.page.evaluate(OUTSIDE) == []
    watched.page.close()


def test_a_long_filter_can_be_removed_within_320_pixels(context: Any, folder: Path) -> None:
    watched = shown(context, folder / "two.html", "light", NARROW, "#change=became_wrong,newly_abstained,became_right")
    watched.page.locator(".cx-chips").scroll_into_view_if_needed()
    right = "element => element.getBoundingClientRect().right"
    [chip] = watched.page.locator(".cx-chip").all()
    assert chip.evaluate(right) <= watched.page.locator(".cx-chips").evaluate(right)
    assert chip.evaluate("element => element.lastChild.getBoundingClientRect().right") <= chip.evaluate(right)
    chip.click()
    assert watched.page.locator(".cx-chip").count() == 0
    watched.page.close()


def test_the_parts_of_numbers_are_told_without_colour(context: Any, folder: Path) -> None:
    watched = shown(context, folder / "two.html", "light", WIDE)
    for element in watched.page.locator(".cx-better:visible, .cx-worse:visible, .cx-unclear:visible").all():
        assert any(sign in element.inner_text() for sign in "▲▼≈✓✗?"), element.inner_text()
    watched.page.close()


def test_forced_colours_keep_every_mark(playwright: Any, folder: Path) -> None:
    with browser(playwright, forced_colors="active", viewport=WIDE) as context:
        watched = ready(context, folder / "many.html")
        dot = watched.page.locator(".cx-whisker .cx-dot").first
        page_colour = watched.page.evaluate("getComputedStyle(document.querySelector('.cx')).backgroundColor")
        assert dot.evaluate("element => getComputedStyle(element).stroke") != page_colour
        watched.page.get_by_role("button", name="failures", exact=True).click()
        for chosen in (".cx-row.cx-active", ".cx-tab[aria-pressed=true]"):
            outline = watched.page.locator(chosen).evaluate("element => getComputedStyle(element).outlineStyle")
            assert outline == "solid", chosen
        watched.assert_quiet()
