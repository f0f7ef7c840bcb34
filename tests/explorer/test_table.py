"""The cases in a browser: drawn as they are seen, sorted, searched and filtered by mouse and by keys alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cairn_nb.explorer.pack import pack
from cairn_nb.explorer.page import explorer_page
from tests.browser import Watched, browser
from tests.explorer import views
from tests.explorer.axe import faint, violations
from tests.explorer.hostile import HOSTILE
from tests.explorer.shown import cases_shown, focused, opened_case, ready
from tests.report_factory import answered_row, build_report

pytestmark = pytest.mark.browser

ROW = ".cx-pad .cx-row:visible"
N_LONG = 3000


@pytest.fixture(scope="module")
def context(playwright: Any) -> Iterator[Any]:
    options = {"viewport": {"width": 1280, "height": 900}, "permissions": ["clipboard-read", "clipboard-write"]}
    with browser(playwright, **options) as opened:
        yield opened


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("table")
    payloads = {mode: views.payload(mode) for mode in ("one", "two", "many")}
    long = [answered_row(f"case-{i}", judge=i % 7 / 7, category=str(i % 3)) for i in range(N_LONG)]
    hostile = [answered_row(f"h{i}", question=text, category=text, answer_text=text) for i, text in enumerate(HOSTILE)]
    payloads |= {"long": pack([build_report(long)]), "hostile": pack([build_report(hostile)])}
    payloads["empty"] = pack([build_report([])])
    for name, payload in payloads.items():
        (made / f"{name}.html").write_text(explorer_page("Cases", payload), encoding="utf-8")
    return made


@pytest.fixture
def opened(context: Any, folder: Path) -> Iterator[Any]:
    pages: list[Watched] = []

    def open_one(name: str, fragment: str = "") -> Watched:
        pages.append(ready(context, folder / f"{name}.html", fragment))
        return pages[-1]

    yield open_one
    for watched in pages:
        watched.assert_quiet()
        watched.page.close()


def column(watched: Watched, name: str) -> list[str]:
    """The texts of a column in the rows that are drawn, from top to bottom."""
    found: list[str] = watched.page.evaluate(
        """name => {
          const heads = [...document.querySelectorAll(".cx-grid [role=columnheader]")];
          const words = head => head.querySelector(".cx-head-text").innerText.replace("\\n", " · ");
          const j = heads.findIndex(head => words(head) === name);
          const rows = [...document.querySelectorAll(".cx-pad .cx-row:not([hidden])")];
          rows.sort((a, b) => a.dataset.place - b.dataset.place);
          return rows.map(row => row.children[j].textContent);
        }""",
        name,
    )
    return found


def heads(watched: Watched) -> list[str]:
    """What the columns are called, without the runs' names."""
    found = watched.page.locator(".cx-grid").get_by_role("columnheader").all_inner_texts()
    return [text.strip().split("\n")[0] for text in found]


def head(watched: Watched, name: str) -> Any:
    return watched.page.locator(".cx-grid").get_by_role("columnheader", name=name).first


def open_menu(watched: Watched, name: str) -> Any:
    watched.page.locator(".cx-toolbar").get_by_role("button", name=name, exact=True).click()
    return watched.page.locator(".cx-panel:popover-open")


def active(watched: Watched) -> str:
    found: str = watched.page.evaluate(
        "document.getElementById(document.querySelector('.cx-grid').getAttribute('aria-activedescendant')).innerText"
    )
    return found


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
    assert "sort=judge,-latency" in watched.page.url


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
    assert "sort=verdict,status" in watched.page.url
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
    watched = opened("one", "#cost=0.0005533333333333333..&latency=134.80000001..200.06&judge=0.30000000000000004..")
    chips = ["Cost (USD) ≥ 0.000553", "Time (ms): 135 to 200", "Judge ≥ 0.3"]
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
    assert "#rows=all" in watched.page.url
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
    assert "mode=different" in watched.page.url and "systems=default,bm25" in watched.page.url
    assert [*column(watched, "default")] != [*column(watched, "bm25")]


def test_columns_are_chosen_keep_their_order_and_one_always_stays(opened: Any) -> None:
    watched = opened("one", "#columns=judge,id")
    assert heads(watched) == ["Case", "Judge"]
    panel = open_menu(watched, "Columns")
    panel.get_by_label("Verdict").check()
    assert heads(watched) == ["Case", "Verdict", "Judge"]
    assert "columns=id,verdict,judge" in watched.page.url
    for name in ("Verdict", "Judge", "Case"):
        panel.get_by_label(name, exact=True).click()
    assert heads(watched) == ["Case"]
    panel.get_by_role("button", name="As at first").click()
    assert watched.page.locator(".cx-grid").get_by_role("columnheader").count() > 6
    assert "columns=" not in watched.page.url


@pytest.mark.parametrize(("name", "fragment"), [("empty", ""), ("many", "#columns=judge@0&systems=bm25")])
def test_the_cases_keep_their_names_where_no_other_column_is_left(opened: Any, name: str, fragment: str) -> None:
    watched = opened(name, fragment)
    assert heads(watched) == ["Case"]
    assert cases_shown(watched) == (60 if name == "many" else 0)
    watched.page.locator(".cx-grid").press("ArrowUp")
    watched.page.locator(".cx-grid").press("Enter")
    assert "sort=id" in watched.page.url


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
    link = watched.page.url
    again = opened("hostile", link[link.index("#") :])
    assert cases_shown(again) == len(HOSTILE)


def test_no_case_left_is_said_with_a_way_out(opened: Any) -> None:
    watched = opened("one", "#q=zzzz")
    assert watched.page.inner_text(".cx-count") == "0 of 60 cases"
    watched.page.locator(".cx-empty").get_by_role("button", name="Clear all").click()
    assert cases_shown(watched) == 60


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
