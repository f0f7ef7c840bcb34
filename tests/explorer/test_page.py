"""The page in a real browser: quiet, complete, usable by keys, and deaf to what documents and answers say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cairn_nb.explorer.module import MODULES, STATIC, page_module, widget_module
from cairn_nb.explorer.page import explorer_slot, page
from cairn_nb.explorer.pack import pack
from cairn_nb.records import CaseRow, Citation, Claim, Evidence, Passage, Report, Status
from tests.browser import browser, open_page

pytestmark = pytest.mark.browser

HOSTILE = (
    "<script>window.__ran=1</script>",
    '<img src=x onerror="window.__ran=2">',
    "</script><script>window.__ran=3</script>",
    "<!--<script>",
    "javascript:window.__ran=4",
    '"><svg onload=window.__ran=5>',
    '\u2028\u2029<meta http-equiv=refresh content="0;url=//x.invalid/">',
    "{{constructor.constructor('window.__ran=6')()}} ${window.__ran=7}",
    "\u202eright to left\u202c",
    "a lone surrogate \ud800 here",
)
ROW = ".cx-pad .cx-row:visible"


def hostile_report() -> Report:
    rows = [_row(i, text) for i, text in enumerate(HOSTILE)] + [_row(i, "plain") for i in range(len(HOSTILE), 300)]
    return Report(
        cairn_version="0",
        config_name="hostile",
        config_hash="0" * 16,
        corpus_hash="0" * 64,
        golden_version="1",
        n_cases=len(rows),
        retrieval={},
        answer={},
        abstention={"alpha": 0.2, "threshold": 0.5},
        operational={},
        per_case=tuple(rows),
    )


def _row(number: int, text: str) -> CaseRow:
    claim = Claim(
        text=text,
        supported=True,
        citations=(Citation(chunk_id=f"chunk-{number}", quote="🚲 kept", resolved=True, start=2, end=8),),
    )
    return CaseRow(
        case_id=f"case-{number:03d}",
        answerable=True,
        status=Status.ANSWERED,
        confidence=number / 300,
        correct=number % 3 != 0,
        judge_score=None if number % 7 == 0 else 0.5,
        question=text,
        answer_text=text,
        category=text,
        claims=(claim,),
        latency_ms=float(number),
    )


def evidence() -> dict[tuple[str, int], Evidence]:
    found = {}
    for number, text in enumerate(HOSTILE):
        passage = Passage(chunk_id=f"chunk-{number}", source=text, text=f"a 🚲 kept by {text}", rank=1, score=0.5)
        found[f"case-{number:03d}", 0] = Evidence(case_id=f"case-{number:03d}", passages=(passage,))
    return found


@pytest.fixture(scope="module")
def context(playwright: Any) -> Iterator[Any]:
    with browser(playwright) as opened:
        yield opened


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("page") / "report.html"
    payload = pack([hostile_report()], [evidence()])
    target.write_text(page("<b>Hostile</b>", f"<h1>Cases</h1>{explorer_slot(0)}", [payload]), encoding="utf-8")
    return target


def ready(context: Any, path: Path, fragment: str = "") -> Any:
    watched = open_page(context, path, fragment)
    watched.page.wait_for_selector(".cx[data-ready]")
    return watched


def test_every_hostile_case_is_shown_as_text_and_nothing_runs(context: Any, path: Path) -> None:
    watched = ready(context, path)
    assert watched.page.title() == "<b>Hostile</b>"
    for number, text in enumerate(HOSTILE):
        watched.page.fill(".cx-search", f"case-{number:03d}")
        watched.page.locator(ROW).first.click()
        watched.page.wait_for_selector(".cx-body:not([aria-busy])")
        shown = watched.page.locator(".cx-detail").text_content()
        assert text.replace("\ud800", "\ufffd").strip() in shown.replace("\ud800", "\ufffd")
    assert watched.page.evaluate("window.__ran ?? null") is None
    watched.assert_quiet()


def test_a_quote_is_marked_at_its_place_behind_an_emoji(context: Any, path: Path) -> None:
    watched = ready(context, path, "#case=case-004")
    watched.page.wait_for_selector(".cx-body:not([aria-busy])")
    # Positions count characters, so the two code units of the bicycle are one: 2..8 of "a 🚲 kept by".
    assert watched.page.locator(".cx-passage mark").first.text_content() == "🚲 kept"
    watched.assert_quiet()


def test_keys_search_move_open_and_close(context: Any, path: Path) -> None:
    watched = ready(context, path)
    watched.page.focus(".cx-grid")
    watched.page.keyboard.press("/")
    watched.page.keyboard.type("case-00")
    watched.page.keyboard.press("Enter")
    assert watched.page.inner_text(".cx-count") == "10 of 300 cases"
    watched.page.keyboard.press("ArrowDown")
    watched.page.keyboard.press("Enter")
    watched.page.wait_for_selector(".cx-body:not([aria-busy])")
    assert watched.page.inner_text(".cx-dhead strong") == "case-001"
    assert "case=case-001" in watched.page.url and "q=case-00" in watched.page.url
    watched.page.keyboard.press("Escape")
    assert watched.page.locator(".cx-detail").is_hidden()
    watched.assert_quiet()


def test_sorting_puts_missing_values_last_both_ways(context: Any, path: Path) -> None:
    watched = ready(context, path)
    for expected in ("0.500", "0.500"):
        watched.page.get_by_role("button", name="Judge").click()
        assert watched.page.locator(f"{ROW} .cx-cell").nth(7).text_content() == expected
    watched.page.locator(".cx-grid").evaluate("grid => { grid.scrollTop = grid.scrollHeight; }")
    watched.page.wait_for_timeout(100)
    assert watched.page.locator(ROW).last.locator(".cx-cell").nth(7).text_content() == "—"


def test_a_link_reopens_filter_and_case(context: Any, path: Path) -> None:
    watched = ready(context, path, "#status=wrong&q=plain&case=case-012")
    watched.page.wait_for_selector(".cx-body:not([aria-busy])")
    # Every third of 300 cases is wrong: 0, 3, …; of those below ten, four are hostile, so 96 are plain.
    assert watched.page.inner_text(".cx-count") == "96 of 300 cases"
    assert watched.page.inner_text(".cx-dhead strong") == "case-012"


def test_without_scripts_a_sentence_stands_in_for_the_table(playwright: Any, path: Path) -> None:
    with browser(playwright, java_script_enabled=False) as context:
        watched = open_page(context, path)
        assert "needs scripts" in watched.page.inner_text("main")


def test_an_injected_script_is_stopped_by_the_policy(context: Any, path: Path, tmp_path: Path) -> None:
    text = path.read_text(encoding="utf-8").replace("<h1>Cases</h1>", "<h1>Cases</h1><script>window.__ran=9</script>")
    spoiled = tmp_path / "spoiled.html"
    spoiled.write_text(text, encoding="utf-8")
    watched = ready(context, spoiled)
    assert watched.page.evaluate("window.__ran ?? null") is None


def test_joined_modules_have_no_import_left_and_no_name_twice() -> None:
    import re

    assert not re.search(r"^import ", page_module(), re.MULTILINE)
    names = re.findall(r"^(?:export )?(?:async )?(?:function|const|class|let) (\w+)", page_module(), re.MULTILINE)
    assert len(names) == len(set(names))
    assert widget_module().rstrip().endswith("export default explorer;")
    assert {path.stem for path in STATIC.glob("*.mjs")} == {*MODULES, "page"}


def test_equal_reports_give_equal_bytes() -> None:
    assert pack([hostile_report()], [evidence()]) == pack([hostile_report()], [evidence()])


def test_what_does_not_fit_is_left_out_in_order_and_said(context: Any, tmp_path: Path) -> None:
    whole = pack([hostile_report()], [evidence()])
    without_passages = pack([hostile_report()])
    limits = {"passages": without_passages.embedded_mb + 1e-4, "details": without_passages.embedded_mb / 2}
    assert pack([hostile_report()], [evidence()], max_embedded_mb=whole.embedded_mb) == whole
    for what, limit in limits.items():
        payload = pack([hostile_report()], [evidence()], max_embedded_mb=limit)
        target = tmp_path / f"{what}.html"
        target.write_text(page("t", explorer_slot(0), [payload]), encoding="utf-8")
        watched = ready(context, target, "#case=case-004")
        watched.page.wait_for_selector(".cx-body:not([aria-busy])")
        assert what in watched.page.inner_text(".cx-bar").lower()
        assert "case-004" in watched.page.inner_text(".cx-detail")
        watched.assert_quiet()
