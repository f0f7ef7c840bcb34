"""The page in a real browser: quiet, deaf to what documents say, its state in its link, of use without scripts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from cairn_nb.errors import CairnError
from cairn_nb.explorer.packing.pack import pack
from cairn_nb.explorer.page.page import explorer_page, explorer_slot, page
from tests.browser import Watched, browser, open_page
from tests.explorer import views
from tests.explorer.hostile import HOSTILE, LONG, hostile_evidence, hostile_report, hostile_row
from tests.explorer.shown import cases_shown, link, opened_case, ready

pytestmark = pytest.mark.browser

TWICE = "[data-explorer='{}'] .cx-search"
TITLE = "<b>Hostile</b></title><script>window.__ran=0</script>"


@pytest.fixture(scope="module")
def context(playwright: Any) -> Iterator[Any]:
    with browser(playwright) as opened:
        yield opened


@pytest.fixture(scope="module")
def scriptless(playwright: Any) -> Iterator[Any]:
    with browser(playwright, java_script_enabled=False) as opened:
        yield opened


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("page")


@pytest.fixture(scope="module")
def hostile(folder: Path) -> Path:
    return saved(folder / "hostile.html", explorer_page(TITLE, pack([hostile_report()], [hostile_evidence()])))


def saved(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def detail(watched: Watched) -> str:
    """The text of the open case, once it is whole."""
    watched.page.wait_for_selector(".cx-dbody:not([aria-busy])")
    found: str = watched.page.locator(".cx-detail").text_content()
    return found


def well_formed(text: str) -> str:
    """Half a surrogate pair counts as any other half."""
    return re.sub("[\ud800-\udfff\ufffd]", "\ufffd", text)


def test_every_hostile_case_is_shown_as_text_and_nothing_runs(context: Any, hostile: Path) -> None:
    watched = ready(context, hostile)
    assert watched.page.title() == TITLE
    for number, text in enumerate(HOSTILE):
        watched.page.fill(".cx-search", f"case-{number:03d}")
        watched.page.locator(".cx-pad .cx-row:visible").first.click()
        assert well_formed(text).strip() in well_formed(detail(watched))
    assert (
        watched.page.evaluate("document.querySelectorAll('.cx :is(script, img, meta, base, link, iframe)').length") == 0
    )
    assert watched.page.evaluate("window.__ran ?? null") is None
    watched.assert_quiet()


def test_a_hostile_link_is_a_search_for_its_text(context: Any, hostile: Path) -> None:
    script = "%3Cscript%3Ewindow.__ran=1%3C/script%3E"
    watched = ready(context, hostile, f"#q={script}&{script}=x&sort={script}&case={script}&columns=%zz,{script}")
    assert cases_shown(watched) == 1
    assert watched.page.evaluate("window.__ran ?? null") is None
    watched.assert_quiet()


def test_a_megabyte_is_shown(context: Any, folder: Path) -> None:
    report = hostile_report(20).changed(per_case=(hostile_row(0, LONG), *hostile_report(20).per_case[1:]))
    watched = ready(context, saved(folder / "long.html", explorer_page("long", pack([report]))), "#case=case-000")
    assert len(detail(watched)) > 1000
    watched.assert_quiet()


def test_an_injected_script_or_style_is_stopped_by_the_policy(context: Any, hostile: Path, folder: Path) -> None:
    injected = "<script>window.__ran=9</script><img src=x onerror='window.__ran=10'><style>body{color:red}</style>"
    text = hostile.read_text(encoding="utf-8").replace("<main>", f"<main>{injected}", 1)
    watched = open_page(context, saved(folder / "spoiled.html", text))
    watched.page.wait_for_selector(".cx[data-ready]")
    assert watched.page.evaluate("window.__ran ?? null") is None
    assert watched.page.evaluate("getComputedStyle(document.body).color") != "rgb(255, 0, 0)"
    assert len(watched.messages) >= 3


@pytest.mark.parametrize("mode", ["one", "two", "many"])
def test_each_mode_is_quiet_and_a_link_opens_it_again_as_it_was(context: Any, folder: Path, mode: str) -> None:
    path = saved(folder / f"{mode}.html", explorer_page(mode, views.payload(mode)))
    watched = ready(context, path, "#rows=all")
    watched.page.fill(".cx-search", "matter 1")
    watched.page.locator(".cx-pad .cx-row:visible").nth(1).click()
    detail(watched)
    before = (cases_shown(watched), opened_case(watched))
    again = ready(context, path, link(watched))
    assert (cases_shown(again), opened_case(again)) == before
    assert again.page.input_value(".cx-search") == "matter 1"
    for opened in (watched, again):
        opened.assert_quiet()


def test_a_link_that_is_edited_in_place_is_followed(context: Any, folder: Path) -> None:
    path = saved(folder / "edited.html", explorer_page("one", views.payload("one")))
    watched = ready(context, path, "#q=matter%201&case=c001")
    watched.page.evaluate("location.hash = 'verdict=wrong'")
    expect(watched.page.locator(".cx-search")).to_have_value("")
    assert watched.page.locator(".cx-detail").is_hidden()
    assert 0 < cases_shown(watched) < 60
    watched.assert_quiet()


def two_explorers(folder: Path) -> Path:
    body = f"<h1>Two</h1>{explorer_slot(0)}<p>and</p>{explorer_slot(1)}"
    return saved(folder / "twice.html", page("two", body, [views.payload("one"), views.payload("many")]))


def test_two_explorers_keep_a_state_each(context: Any, folder: Path) -> None:
    path = two_explorers(folder)
    watched = open_page(context, path)
    expect(watched.page.locator(".cx[data-ready]")).to_have_count(2)
    watched.page.fill(TWICE.format(1), "a/b & c")
    watched.page.fill(TWICE.format(0), "matter")
    again = open_page(context, path, link(watched))
    expect(again.page.locator(".cx[data-ready]")).to_have_count(2)
    assert [again.page.input_value(TWICE.format(number)) for number in (0, 1)] == ["matter", "a/b & c"]
    for opened in (watched, again):
        opened.assert_quiet()


def test_ratings_are_there_when_the_page_is_opened_again(context: Any, folder: Path) -> None:
    path = saved(folder / "rated.html", explorer_page("one", views.payload("one")))
    watched = ready(context, path, "#case=c001")
    detail(watched)
    watched.page.locator(".cx-rating button", has_text="wrong").first.click()
    watched.page.fill(".cx-rating .cx-remark", "says <b>blue</b>")
    again = ready(context, path, "#case=c001")
    detail(again)
    assert again.page.locator(".cx-rating button", has_text="wrong").first.get_attribute("aria-pressed") == "true"
    assert again.page.input_value(".cx-rating .cx-remark") == "says <b>blue</b>"
    assert "rating" not in link(again)
    for opened in (watched, again):
        opened.assert_quiet()


def test_without_scripts_the_numbers_and_a_hundred_cases_stand(scriptless: Any, hostile: Path) -> None:
    watched = open_page(scriptless, hostile)
    text = watched.page.inner_text("main")
    assert "this is the summary" in text and "300 cases; the first 100 are shown" in text
    rows = watched.page.locator("main table").last.locator("tbody tr")
    assert rows.count() == 100
    assert HOSTILE[0] in rows.nth(0).inner_text()
    assert watched.page.locator("main :is(script, img, meta, base, link, iframe, style)").count() == 0
    assert watched.page.locator("meta[http-equiv]").count() == 1
    watched.assert_quiet()


@pytest.mark.parametrize(("mode", "said"), [("one", "judge score"), ("two", "difference"), ("many", "hybrid")])
def test_without_scripts_each_mode_says_its_numbers(scriptless: Any, folder: Path, mode: str, said: str) -> None:
    watched = open_page(scriptless, saved(folder / f"bare-{mode}.html", explorer_page(mode, views.payload(mode))))
    assert said in watched.page.inner_text("main")
    watched.assert_quiet()


@pytest.mark.parametrize("body", ["", explorer_slot(0) * 2, explorer_slot(1)])
def test_a_slot_that_is_missing_or_doubled_is_refused(body: str) -> None:
    with pytest.raises(CairnError, match="slots for explorer 0, not one"):
        page("t", body, [views.payload("one", 3)])


def test_equal_reports_give_equal_bytes() -> None:
    first, second = (explorer_page("t", pack([hostile_report()], [hostile_evidence()])) for _ in range(2))
    assert first == second
