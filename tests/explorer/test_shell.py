"""The shell of the explorer: which parts stand where, how they lead to the cases, and what is left on paper."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.explorer.shown import cases_shown, focused, ready, titles

pytestmark = pytest.mark.browser
MODES = ("one", "two", "many")
ORDER = {
    "one": ["Recommendation", "Numbers", "Charts", "Cases", "Reproducibility"],
    "two": ["Decision", "Cases", "Numbers", "Charts", "Reproducibility"],
    "many": [
        *("Recommendation", "Leaderboard", "Quality against cost and time", "Categories", "Cases", "Cost and time"),
        *("Charts", "Reproducibility"),
    ],
}


@pytest.mark.parametrize("mode", MODES)
def test_sections_stand_in_the_order_of_the_mode_and_each_has_a_link(context: Any, folder: Path, mode: str) -> None:
    watched = ready(context, folder / f"{mode}.html")
    assert titles(watched) == ORDER[mode]
    assert watched.page.locator(".cx-nav a").all_inner_texts() == ORDER[mode]
    watched.assert_quiet()


def test_a_link_goes_to_its_section_and_leaves_the_address_to_the_state(context: Any, folder: Path) -> None:
    watched = ready(context, folder / "one.html", "#q=matter")
    before = watched.page.url
    watched.page.locator(".cx-nav a", has_text="Reproducibility").click()
    assert watched.page.url == before
    assert watched.page.evaluate("document.activeElement.textContent") == "Reproducibility"
    watched.assert_quiet()


def test_the_first_tab_stop_skips_to_the_cases(context: Any, folder: Path) -> None:
    watched = ready(context, folder / "many.html")
    skip = watched.page.get_by_role("link", name="Skip to the cases")
    assert skip.bounding_box()["width"] <= 1
    watched.page.keyboard.press("Tab")
    assert skip.bounding_box()["width"] > 50
    watched.page.keyboard.press("Enter")
    assert watched.page.evaluate("document.activeElement.textContent") == "Cases"
    watched.page.keyboard.press("Tab")
    assert "cx-search" in focused(watched)
    watched.assert_quiet()


def test_two_runs_open_on_what_changed_for_the_worse_and_a_chip_narrows_to_it(context: Any, folder: Path) -> None:
    watched = ready(context, folder / "two.html")
    chips = watched.page.get_by_role("group", name="What changed").get_by_role("button")
    wrong, right = chips.filter(has_text="became wrong"), chips.filter(has_text="became right")
    assert watched.page.locator(".cx-change[aria-pressed=true]").count() >= 1
    watched.page.get_by_role("button", name="Clear all").click()
    assert wrong.get_attribute("aria-pressed") == "false"
    wrong.click()
    assert (wrong.get_attribute("aria-pressed"), cases_shown(watched)) == ("true", 2)
    right.click()
    assert cases_shown(watched) == 5
    wrong.click()
    assert (wrong.get_attribute("aria-pressed"), cases_shown(watched)) == ("false", 3)
    watched.assert_quiet()


def test_a_sentence_opens_its_rows_and_a_number_its_own(context: Any, folder: Path) -> None:
    watched = ready(context, folder / "two.html")
    watched.page.get_by_role("button", name="show 2 cases: The judge's score fell").click()
    assert cases_shown(watched) == 2
    assert "cx-grid" in focused(watched)
    assert watched.page.locator(".cx-grid").bounding_box()["y"] < 900
    watched.page.get_by_role("button", name="token F1, difference").click()
    assert cases_shown(watched) == 2
    watched.page.get_by_role("button", name="answer rate, hybrid").click()
    assert cases_shown(watched) > 2
    watched.assert_quiet()


def test_a_number_replaces_the_filters_and_the_search_before_it(context: Any, folder: Path) -> None:
    watched = ready(context, folder / "one.html", "#q=matter 3&verdict=wrong")
    narrow = cases_shown(watched)
    watched.page.get_by_role("button", name="answer rate:").click()
    # 17 answerable or not abstain of 60; the search and the verdict no longer narrow them.
    assert cases_shown(watched) == 18 > narrow
    assert watched.page.input_value(".cx-search") == ""
    watched.assert_quiet()


def test_a_system_narrows_the_matrix_to_it_and_back(context: Any, folder: Path) -> None:
    watched = ready(context, folder / "many.html")
    heads = watched.page.locator(".cx-head [role=columnheader]")
    before = heads.count()
    system = watched.page.get_by_role("group", name="Leaderboard").get_by_role("button", name="hybrid", exact=True)
    system.click()
    assert system.get_attribute("aria-pressed") == "true"
    assert heads.count() == before - 2
    system.click()
    assert heads.count() == before
    watched.assert_quiet()


def test_one_region_speaks_of_copies(context: Any, folder: Path) -> None:
    watched = ready(context, folder / "one.html")
    watched.page.get_by_role("button", name="Copy default.yaml").click()
    watched.page.locator(".cx > [role=status]", has_text="default.yaml copied").wait_for(state="attached")
    watched.assert_quiet()


def test_paper_holds_the_first_rows_and_says_how_many_more(context: Any, folder: Path) -> None:
    watched = ready(context, folder / "one.html")
    watched.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    watched.page.emulate_media(media="print")
    watched.page.set_viewport_size({"width": 794, "height": 1123})  # A4 at 96 pixels an inch
    assert watched.page.evaluate("document.documentElement.scrollWidth") == 794
    printed = watched.page.locator(".cx-printed")
    assert printed.locator("tbody tr").count() == 40
    assert "20 more cases are in the explorer itself" in printed.inner_text()
    assert printed.is_visible()
    for hidden in (".cx-nav", ".cx-cases", ".cx-ask", ".cx-file-head button"):
        assert watched.page.locator(hidden).first.is_hidden()
    assert watched.page.locator("details:not([open])").count() == 0
    watched.page.emulate_media(media="screen")
    watched.page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert printed.count() == 0
    watched.assert_quiet()


def test_paper_holds_the_filtered_rows_and_shuts_again_what_it_opened(context: Any, folder: Path) -> None:
    watched = ready(context, folder / "two.html", "#rows=all&q=c01")
    closed = watched.page.locator("details:not([open])").count()
    assert closed >= 1
    watched.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert watched.page.locator(".cx-printed tbody tr").count() == 10
    printed = watched.page.locator(".cx-printed").text_content()
    assert "more case" not in printed
    assert "✓ right" in printed
    watched.page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert watched.page.locator("details:not([open])").count() == closed
    watched.assert_quiet()


def test_paper_holds_the_columns_of_the_screen(context: Any, folder: Path) -> None:
    watched = ready(context, folder / "many.html", "#columns=id,smell,judge@0,judge@2&systems=bm25")
    watched.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert watched.page.locator(".cx-printed th[scope=col]").all_text_contents() == ["Case", "bm25"]
    watched.page.evaluate("dispatchEvent(new Event('afterprint'))")
    watched.assert_quiet()


def test_a_pdf_is_made_of_it(context: Any, folder: Path) -> None:
    watched = ready(context, folder / "two.html")
    assert watched.page.pdf(format="A4")[:5] == b"%PDF-"
    watched.assert_quiet()
