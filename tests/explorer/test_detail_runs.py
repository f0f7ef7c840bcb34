"""The panel over several runs and cases: side by side, block by block, closed, and readable."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cairn_nb.explorer.packing.pack import pack
from tests.explorer.axe import faint, violations
from tests.explorer.detail_page import (
    panel,
    part,
    select,
)
from tests.explorer.views import payload
from tests.report_factory import answered_row, build_report

pytestmark = pytest.mark.browser
BROWSER = {"viewport": {"width": 1300, "height": 900}}


def test_a_late_block_of_an_earlier_case_is_dropped(context: Any, tmp_path: Path) -> None:
    watched = panel(context, tmp_path, payload("one"), None)
    page = watched.page
    page.evaluate("() => { window.holding = true; view.put({ selected: 'c001' }); view.put({ selected: 'c002' }); }")
    assert page.inner_text(".cx-dname b") == "c002"
    assert page.inner_text(".cx-dbody") == "", "nothing of an earlier case stands under this one's name"
    page.evaluate("async () => { held[1](); await new Promise(go => setTimeout(go, 50)); }")
    assert "matter 2" in page.inner_text(".cx-dbody")
    page.evaluate("async () => { held[0](); await new Promise(go => setTimeout(go, 50)); }")
    assert "matter 2" in page.inner_text(".cx-dbody") and "matter 1?" not in page.inner_text(".cx-dbody")
    page.focus(".cx-detail")
    page.keyboard.press("r")
    assert page.evaluate("Object.keys(view.get('ratings').default)") == ["c002"]
    watched.assert_quiet()


def test_only_the_block_of_the_case_is_opened(context: Any, tmp_path: Path) -> None:
    watched = panel(context, tmp_path, payload("one", 600), None)
    script = """() => { window.read = []; const before = view.read;
      view.read = (kind, position) => {
        read.push([kind, Math.floor(position / view.get("block"))]);
        return before(kind, position);
      }; }"""
    watched.page.evaluate(script)
    select(watched, "c301")
    read = watched.page.evaluate("read")
    assert [block for kind, block in read if kind == "details"] == [1]
    assert len({block for kind, block in read if kind == "chunks"}) <= 2


def test_a_damaged_block_is_told(context: Any, tmp_path: Path) -> None:
    packed = payload("one")
    watched = panel(context, tmp_path, packed.changed(details=(b"no gzip",)), "c001")
    assert "The data of this case are damaged" in watched.page.inner_text(".cx-dbody")


def test_two_answers_stand_beside_each_other_with_their_difference(context: Any, tmp_path: Path) -> None:
    before = build_report(
        [answered_row("c1", answer_text="The fee is 12 euros a year."), answered_row("only")], config_name="old"
    )
    after = build_report([answered_row("c1", answer_text="The fee is 13 euros a month.")], config_name="new")
    watched = panel(context, tmp_path, pack([before, after]), "c1", mode="two")
    sides = part(watched, "Answers").locator(".cx-side")
    assert sides.nth(0).locator("del").all_text_contents() == ["12", "year"]
    assert sides.nth(1).locator("ins").all_text_contents() == ["13", "month"]
    left, right = (sides.nth(i).bounding_box() for i in (0, 1))
    assert left["y"] == right["y"] and left["x"] < right["x"]
    lines = [
        watched.page.locator(tag).first.evaluate("e => getComputedStyle(e).textDecorationLine")
        for tag in ("del", "ins")
    ]
    assert lines == ["line-through", "underline"]
    watched.page.set_viewport_size({"width": 500, "height": 900})
    left, right = (sides.nth(i).bounding_box() for i in (0, 1))
    watched.page.set_viewport_size({"width": 1300, "height": 900})
    assert left["x"] == right["x"] and left["y"] < right["y"]
    select(watched, "only")
    assert "This run has no such case." in part(watched, "Answers").inner_text()
    watched.assert_quiet()


def test_many_runs_are_listed_and_two_are_read_side_by_side(context: Any, tmp_path: Path) -> None:
    watched = panel(context, tmp_path, payload("many"), "c007", mode="many")
    lines = watched.page.locator(".cx-runline")
    assert lines.count() == 3
    assert "✗ wrong" in lines.nth(0).inner_text() and "0.200" in lines.nth(0).inner_text()
    names = part(watched, "Answers").locator(".cx-run bdi")
    shown = set(names.all_text_contents())
    other = next(i for i, name in enumerate(("default", "hybrid", "bm25")) if name not in shown)
    watched.page.locator(".cx-runline input").nth(other).focus()
    watched.page.keyboard.press("Space")
    watched.page.wait_for_selector(".cx-dbody:not([aria-busy])")
    assert ("default", "hybrid", "bm25")[other] in names.all_text_contents() and names.count() == 2
    assert watched.page.evaluate("document.activeElement.closest('.cx-runline').innerText").startswith(
        ("default", "hybrid", "bm25")[other]
    )
    chosen = names.all_text_contents()
    select(watched, "c008")
    assert names.all_text_contents() == chosen, "the choice goes along to the next case"
    watched.assert_quiet()


def test_the_panel_is_closed_and_left(context: Any, tmp_path: Path) -> None:
    watched = panel(context, tmp_path, payload("one"), "c001")
    watched.page.get_by_role("button", name="next").click()
    assert watched.page.inner_text(".cx-dname b") == "c002"
    watched.page.get_by_role("button", name="previous").click()
    assert watched.page.inner_text(".cx-dname b") == "c001"
    watched.page.get_by_role("button", name="close").click()
    assert watched.page.locator(".cx-detail").is_hidden()
    assert watched.page.evaluate("[view.get('selected'), window.wasClosed]") == [None, True]
    watched.assert_quiet()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("mode", ["one", "two", "many"])
def test_the_panel_is_accessible(context: Any, tmp_path: Path, mode: str, scheme: str) -> None:
    watched = panel(context, tmp_path, payload(mode), "c003", mode=mode)
    watched.page.emulate_media(color_scheme=scheme)
    watched.page.locator(".cx-claim").first.click()
    watched.page.focus(".cx-detail")
    watched.page.keyboard.press("w")
    assert violations(watched.page) == []
    assert faint(watched.page) == []
