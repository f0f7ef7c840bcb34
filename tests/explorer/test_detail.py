"""The panel of a case: claims and the quotes they rest on, passages, measurements, and what is not there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cairn_nb.records import Citation, Claim, Evidence, Outcome, Verdict
from tests.explorer.detail_page import (
    claimed,
    one_case,
    panel,
    part,
    passage,
    quoting,
)
from tests.explorer.views import payload
from tests.report_factory import answered_row, failed_row

pytestmark = pytest.mark.browser
BROWSER = {"viewport": {"width": 1300, "height": 900}}


def test_a_claim_shows_its_quote_where_it_stands_behind_emoji(context: Any, tmp_path: Path) -> None:
    text = "𝔄 🚲🚲 stands. The 🚲 costs 12 €. The 🚗 costs 9 €."
    claims = (
        Claim(text="the bicycle", supported=True, citations=(quoting(text, "The 🚲 costs 12 €", "k"),)),
        Claim(text="the car", supported=True, citations=(quoting(text, "🚗 costs 9", "k"),)),
    )
    watched = panel(
        context, tmp_path, one_case(claimed(*claims), Evidence(case_id="c1", passages=(passage("k", text),))), "c1"
    )
    marks = watched.page.locator(".cx-passage mark")
    assert marks.all_text_contents() == ["The 🚲 costs 12 €", "🚗 costs 9"]
    assert watched.page.locator("mark.cx-strong").count() == 0
    second = watched.page.get_by_role("button", name="the car")
    second.click()
    assert watched.page.locator("mark.cx-strong").all_text_contents() == ["🚗 costs 9"]
    assert second.get_attribute("aria-pressed") == "true"
    assert watched.page.locator(f"#{second.get_attribute('aria-controls')} mark").count() == 2
    second.click()
    assert watched.page.locator("mark.cx-strong").count() == 0
    watched.assert_quiet()


def test_quotes_that_overlap_are_each_told(context: Any, tmp_path: Path) -> None:
    text = "abcdefghij"
    claims = tuple(
        Claim(text=f"claim {quote}", supported=True, citations=(quoting(text, quote, "k"),))
        for quote in ("cdef", "efgh")
    )
    watched = panel(
        context, tmp_path, one_case(claimed(*claims), Evidence(case_id="c1", passages=(passage("k", text),))), "c1"
    )
    watched.page.get_by_role("button", name="claim efgh").click()
    assert watched.page.locator(".cx-passage mark").all_text_contents() == ["cd", "ef", "gh"]
    assert watched.page.locator("mark.cx-strong").all_text_contents() == ["ef", "gh"]
    assert watched.page.locator(".cx-passage .cx-said").text_content() == text


def test_a_claim_opens_its_passage_and_scrolls_to_a_quote_far_inside(context: Any, tmp_path: Path) -> None:
    long = "Before. " * 60_000 + "The quote stands here. " + "After. " * 60_000
    first = [passage(f"f{i}", f"passage {i}. " * 30, rank=i) for i in range(1, 9)]
    row = claimed(Claim(text="far", supported=True, citations=(quoting(long, "The quote stands here.", "k"),)))
    evidence = Evidence(case_id="c1", passages=(*first, passage("k", long, rank=9)))
    watched = panel(context, tmp_path, one_case(row, evidence), "c1")
    ninth = watched.page.locator(".cx-passage").nth(8)
    ninth.evaluate("element => { element.open = false; }")
    watched.page.get_by_role("button", name="far").click()
    mark = ninth.locator("mark.cx-strong")
    assert mark.text_content() == "The quote stands here."
    box, frame = mark.bounding_box(), watched.page.locator(".cx-detail").bounding_box()
    assert frame["y"] < box["y"] and box["y"] + box["height"] < frame["y"] + frame["height"]
    watched.assert_quiet()


def test_a_long_passage_is_folded_around_its_quote_and_grows_in_steps(context: Any, tmp_path: Path) -> None:
    long = "Before. " * 60_000 + "The quote stands here. " + "After. " * 60_000
    row = claimed(Claim(text="far", supported=True, citations=(quoting(long, "The quote stands here.", "k"),)))
    watched = panel(context, tmp_path, one_case(row, Evidence(case_id="c1", passages=(passage("k", long),))), "c1")
    said = watched.page.locator(".cx-passage .cx-said")
    folded = said.text_content()
    assert len(folded) < 700 and "Before. The quote stands here. After." in folded
    watched.page.get_by_role("button", name="show more").click()
    assert 30_000 < len(said.text_content()) < 45_000
    assert said.locator("mark").text_content() == "The quote stands here."
    watched.assert_quiet()


def test_a_quote_that_stands_nowhere_says_so(context: Any, tmp_path: Path) -> None:
    claim = Claim(
        text="made up", citations=(Citation(chunk_id="k", quote="never said"),), problem="the quote is not there"
    )
    bare = Claim(text="without a quote")
    evidence = Evidence(case_id="c1", passages=(passage("k", "a text"),))
    row = answered_row("c1", claims=(0, 2)).changed(claims=(claim, bare))
    watched = panel(context, tmp_path, one_case(row, evidence), "c1")
    said = watched.page.get_by_role("button", name="made up").inner_text()
    assert "✗ not verified: the quote is not there" in said and "✗ stands in no passage" in said
    assert "✗ not verified: it cites nothing" in watched.page.get_by_role("button", name="without a quote").inner_text()
    watched.page.get_by_role("button", name="made up").click()
    assert watched.page.locator("mark").count() == 0
    watched.assert_quiet()


def test_passages_are_marked_in_words(context: Any, tmp_path: Path) -> None:
    watched = panel(context, tmp_path, payload("one"), "c001")
    heads = [" ".join(text.split()) for text in watched.page.locator(".cx-phead").all_inner_texts()]
    assert heads[0].startswith("1 manual-2.md · page 1 · Upkeep > Brakes") and "★ supporting" in heads[0]
    assert "bm25 11.50 · dense 0.8000" in heads[0]
    assert "⊘ ranked, never shown to the generator" in heads[3] and "⊘" not in heads[2]
    style = "element => getComputedStyle(element).borderTopStyle"
    borders = [watched.page.locator(".cx-passage").nth(i).evaluate(style) for i in (0, 3)]
    assert borders == ["solid", "dashed"]
    watched.assert_quiet()


def test_judge_signals_and_trace_are_told_in_numbers(context: Any, tmp_path: Path) -> None:
    watched = panel(context, tmp_path, payload("one"), "c001")
    assert "score 0.900 · ✓ correct" in part(watched, "Judge").inner_text()
    assert "says what the reference says" in part(watched, "Judge").inner_text()
    assert "top score\n0.710" in part(watched, "Confidence signals").inner_text()
    trace = part(watched, "Time and cost by step")
    assert "70.5 ms" in trace.inner_text() and "from the cache" in trace.inner_text()
    widths = trace.locator(".cx-bar-fill").evaluate_all("bars => bars.map(bar => parseFloat(bar.style.width))")
    assert widths == pytest.approx([100 * 9.5 / 70.5, 100, 100 * 1.25 / 70.5], abs=0.01)
    watched.assert_quiet()


def test_a_judges_reply_that_could_not_be_read_is_kept_in_reach(context: Any, tmp_path: Path) -> None:
    row = answered_row(
        "c1", judge=None, outcomes={"judge_score": Outcome.UNPARSED, "exact_match": Outcome.NOT_APPLICABLE}
    )
    verdict = Verdict(outcome=Outcome.UNPARSED, raw="<b>I would say four</b>")
    watched = panel(context, tmp_path, one_case(row, Evidence(case_id="c1", verdict=verdict)), "c1")
    judge = part(watched, "Judge")
    assert "no score: the reply could not be read" in judge.inner_text()
    judge.get_by_text("the judge's reply as it came").click()
    assert "<b>I would say four</b>" in judge.inner_text()
    assert "exact match\ndoes not apply" in part(watched, "Not scored").inner_text()
    watched.assert_quiet()


def test_an_error_is_told_with_its_kind(context: Any, tmp_path: Path) -> None:
    watched = panel(context, tmp_path, one_case(failed_row("c1"), None), "c1")
    assert watched.page.inner_text(".cx-dname") == "c1 ! error"
    assert part(watched, "Error").inner_text().split("\n")[1:3] == ["! ServerError", "the server said 500"]


def test_without_evidence_the_panel_says_what_is_not_here(context: Any, tmp_path: Path) -> None:
    watched = panel(context, tmp_path, payload("one", with_evidence=False), "c001")
    missing = watched.page.locator(".cx-field").filter(has_text="Not here").inner_text()
    assert "passages and the trace by step: no evidence file lay beside the report" in missing
    assert "retrieve" in part(watched, "Time and cost by step").inner_text()
    assert "in a passage that is not here" in watched.page.locator(".cx-claim").first.inner_text()
    watched.assert_quiet()


def test_what_a_page_had_no_room_for_is_said(context: Any, tmp_path: Path) -> None:
    packed = payload("one", max_embedded_mb=0.001)
    watched = panel(context, tmp_path, packed, "c001")
    assert "the page may hold" in watched.page.locator(".cx-field").filter(has_text="Not here").inner_text()
