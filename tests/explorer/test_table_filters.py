"""Filters of the cases: menus, chips, modes of the matrix, and the link that opens them again."""

from __future__ import annotations

from typing import Any

import pytest

from tests.explorer.shown import cases_shown, link, opened_case
from tests.explorer.table_page import CLIPBOARD, ROW, column, open_menu

pytestmark = pytest.mark.browser
BROWSER = CLIPBOARD


def test_a_menu_counts_what_the_other_filters_leave_and_filters_are_chips(opened: Any) -> None:
    watched = opened("one")
    panel = open_menu(watched, "Verdict")
    panel.get_by_label("wrong").check()
    panel.get_by_label("error").check()
    assert watched.page.inner_text(".cx-count") == "11 of 60 cases"
    watched.page.keyboard.press("Escape")
    panel = open_menu(watched, "Category")
    counts = [int(note) for note in panel.locator(".cx-mark").all_inner_texts()]
    assert sum(counts) == 11
    panel.get_by_label("billing").check()
    watched.page.keyboard.press("Escape")
    chips = watched.page.locator(".cx-chips")
    assert chips.locator(".cx-chip-text").all_inner_texts() == ["Verdict: ✗ wrong or ! error", "Category: billing"]
    assert cases_shown(watched) == counts[0]
    chips.get_by_role("button", name="Remove filter: Verdict").click()
    assert cases_shown(watched) == 20
    chips.get_by_role("button", name="Clear all").click()
    assert cases_shown(watched) == 60
    assert chips.is_hidden()


def test_a_chip_says_a_number_as_the_column_does(opened: Any) -> None:
    watched = opened(
        "one", "#cost=0.0005533333333333333..&latency=134.80000001..200.06&judge=0.30000000000000004..&f1=..0.999999999"
    )
    chips = ["Cost (USD) ≥ 0.000553", "Time (ms): 135 to 200", "Judge ≥ 0.3", "Token F1 < 1"]
    assert watched.page.locator(".cx-chip-text").all_inner_texts() == chips


def test_a_menu_is_worked_by_keys_and_gives_the_focus_back(opened: Any) -> None:
    watched = opened("one", "#case=c001")
    keyboard = watched.page.keyboard
    opener = watched.page.locator(".cx-toolbar").get_by_role("button", name="Verdict", exact=True)
    opener.focus()
    keyboard.press("Enter")
    assert opener.get_attribute("aria-expanded") == "true"
    watched.page.wait_for_selector(".cx-panel:popover-open input:focus")
    keyboard.press("Space")
    assert watched.page.locator(".cx-chip").count() == 1
    keyboard.press("Tab")
    keyboard.press("Space")
    assert watched.page.locator(".cx-panel:popover-open input:checked").count() == 2
    keyboard.press("Escape")
    assert watched.page.locator(".cx-panel:popover-open").count() == 0
    assert opener.evaluate("opener => opener === document.activeElement")
    assert opened_case(watched) == "c001"


def test_numbers_are_filtered_from_to_missing_and_near_the_threshold(opened: Any) -> None:
    watched = opened("one")
    panel = open_menu(watched, "Numbers")
    panel.get_by_label("Judge: at most").fill("0.5")
    panel.get_by_label("Judge: at most").press("Enter")
    assert watched.page.locator(".cx-chip-text").all_inner_texts() == ["Judge ≤ 0.5"]
    low = cases_shown(watched)
    panel.get_by_label("missing").nth(4).check()
    assert 0 < cases_shown(watched) < low
    assert "Rank: missing" in watched.page.locator(".cx-chip-text").all_inner_texts()
    watched.page.locator(".cx-chips").get_by_role("button", name="Clear all").click()
    panel = watched.page.locator(".cx-panel:popover-open")
    if not panel.count():
        panel = open_menu(watched, "Numbers")
    panel.get_by_label("near the threshold").check()
    panel.get_by_label("how near to the threshold").fill("0.1")
    panel.get_by_label("how near to the threshold").press("Enter")
    assert watched.page.locator(".cx-chip-text").all_inner_texts() == ["Near the threshold: ±0.1"]
    confidences = [float(value) for value in column(watched, "Confidence")]
    assert confidences and all(0.4 - 1e-9 <= value <= 0.6 + 1e-9 for value in confidences)


def test_two_runs_show_changes_in_words_and_filter_each_run_apart(opened: Any) -> None:
    watched = opened("two")
    assert watched.page.locator(".cx-chip-text").all_inner_texts() == ["Change: ▼ became wrong"]
    assert all("▼ became wrong" in text for text in column(watched, "Change"))
    watched.page.locator(".cx-chips").get_by_role("button", name="Clear all").click()
    assert "#rows=all" in link(watched)
    panel = open_menu(watched, "Verdict")
    assert panel.locator(".cx-part").all_inner_texts() == ["default", "hybrid"]
    panel.get_by_label("wrong").nth(1).check()
    assert watched.page.locator(".cx-chip-text").all_inner_texts() == ["Verdict · hybrid: ✗ wrong"]
    assert set(column(watched, "Verdict · hybrid")) == {"✗ wrong"}


def test_many_runs_are_a_matrix_with_modes_and_chosen_systems(opened: Any) -> None:
    watched = opened("many")
    assert column(watched, "default")[3] == "✗ 0.20"
    assert column(watched, "default")[4] == "○ abstained"
    modes = watched.page.get_by_role("group", name="Which cases")
    modes.get_by_role("button").nth(2).click()
    different = cases_shown(watched)
    assert 0 < different < 60
    panel = open_menu(watched, "Systems")
    panel.get_by_label("hybrid").uncheck()
    watched.page.keyboard.press("Escape")
    assert 0 < cases_shown(watched) < different
    assert watched.page.locator(".cx-grid").get_by_role("columnheader", name="hybrid").count() == 0
    assert "mode=different" in link(watched) and "systems=default,bm25" in link(watched)
    assert [*column(watched, "default")] != [*column(watched, "bm25")]


def test_a_link_opens_exactly_this_state_and_an_edited_one_is_followed(opened: Any) -> None:
    fragment = "#verdict=wrong&judge=..0.5&q=matter&sort=-latency&columns=id,verdict,latency&case=c011"
    watched = opened("one", fragment)
    rows, chips = column(watched, "Case"), watched.page.locator(".cx-chip-text").all_inner_texts()
    assert chips == ["Verdict: ✗ wrong", "Judge ≤ 0.5"]
    assert rows[0] == "c043" and opened_case(watched) == "c011"
    assert watched.page.input_value(".cx-search") == "matter"
    watched.page.evaluate("location.hash = '#verdict=right&case=c000'")
    watched.page.wait_for_selector(".cx-chip[title='Verdict: ✓ right']")
    assert watched.page.input_value(".cx-search") == ""
    assert opened_case(watched) == "c000"
    watched.page.go_back()
    watched.page.wait_for_selector(".cx-chip[title='Verdict: ✗ wrong']")
    assert column(watched, "Case") == rows


def test_names_that_the_reports_do_not_have_are_said_once_and_left_out(opened: Any) -> None:
    watched = opened("one", "#speed=fast&judge=0.2..0.2&sort=-colour&columns=smell,id")
    assert watched.page.locator(".cx-chip-text").all_inner_texts() == ["Judge: 0.2 to 0.2"]
    assert cases_shown(watched) > 0
    said = watched.page.locator("[aria-live=polite].cx-hidden").text_content()
    assert said == "Not in these reports, so left out: colour, smell, speed."
    assert said in watched.page.inner_text(".cx-chips"), "also for those who look"


def test_a_case_that_the_reports_do_not_have_is_said_until_another_is_opened(opened: Any) -> None:
    watched = opened("one", "#case=c999")
    said = "Not in these reports, so left out: case c999."
    assert said in watched.page.inner_text(".cx-chips")
    assert watched.page.locator("[aria-live=polite].cx-hidden").text_content() == said
    watched.page.locator(ROW).first.click()
    assert watched.page.locator(".cx-chips").is_hidden()
    assert opened_case(watched) == "c000"
