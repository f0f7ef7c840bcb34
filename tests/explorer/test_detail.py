"""The detail panel in a real browser: quotes at their places, never a stale case, hostile and huge texts as text."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cairn_nb.explorer.pack import pack
from cairn_nb.explorer.payload import Payload
from cairn_nb.records import CaseRow, Citation, Claim, Evidence, Outcome, Passage, Report, Status, Verdict
from tests.browser import Watched, browser
from tests.explorer.axe import faint, violations
from tests.explorer.detail_page import opened_panel, select, write_page
from tests.explorer.views import payload
from tests.report_factory import answered_row, build_report, failed_row

pytestmark = pytest.mark.browser

MEGABYTE = 1_000_000
HOSTILE = (
    "<script>window.__ran=1</script>",
    '<img src=x onerror="window.__ran=2">',
    "</script><script>window.__ran=3</script>",
    "<!--<script>",
    '"><svg onload=window.__ran=4>',
    "{{constructor.constructor('window.__ran=5')()}} ${window.__ran=6}",
    "a lone surrogate \ud800 here",
    "\u202eright to left",
)


@pytest.fixture(scope="module")
def context(playwright: Any) -> Iterator[Any]:
    with browser(playwright, viewport={"width": 1300, "height": 900}) as opened:
        yield opened


def panel(context: Any, folder: Path, packed: Payload, selected: str | None, *, mode: str = "one") -> Watched:
    path = write_page(folder / "detail.html", packed, state={"selected": selected}, mode=mode)
    return opened_panel(context, path)


def part(watched: Watched, title: str) -> Any:
    """The part of the panel under a heading."""
    heading = watched.page.get_by_role("heading", name=title, exact=True)
    return watched.page.locator("section.cx-dpart").filter(has=heading)


def passage(chunk_id: str, text: str, rank: int = 1, **changes: Any) -> Passage:
    return Passage(
        **{"chunk_id": chunk_id, "source": f"{chunk_id}.md", "text": text, "rank": rank, "score": 0.5, **changes}
    )


def quoting(text: str, quote: str, chunk_id: str) -> Citation:
    """A citation as Python makes it: places count characters."""
    start = text.index(quote)
    return Citation(chunk_id=chunk_id, quote=quote, resolved=True, start=start, end=start + len(quote))


def one_case(row: CaseRow, evidence: Evidence | None, **changes: Any) -> Payload:
    report = build_report([row], **changes)
    return pack([report], [None if evidence is None else {(row.case_id, row.trial): evidence}])


def claimed(*claims: Claim) -> CaseRow:
    return answered_row("c1", claims=(len(claims), len(claims))).changed(claims=claims)


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


def hostile_report() -> tuple[Report, dict[tuple[str, int], Evidence]]:
    rows, evidence = [], {}
    for i, text in enumerate(HOSTILE):
        case_id = f"{i} {text}"
        claim = Claim(
            text=text, problem=text, citations=(Citation(chunk_id="k", quote=text, resolved=True, start=0, end=3),)
        )
        changes: dict[str, Any] = {
            "question": text,
            "expected_answer": text,
            "answer_text": text,
            "category": text,
            "tags": (text,),
        }
        row = answered_row(
            case_id, claims=(0, 1), signals={text: 1.0}, latency_by_stage_ms={text: 2.0}, error=text, **changes
        )
        rows.append(row.changed(claims=(claim,)))
        verdict = Verdict(outcome=Outcome.UNPARSED, raw=text, reason=text)
        kept = passage("k", f"abc {text}", source=text, heading=text, components={text: 1.0, "b": 2.0})
        evidence[case_id, 0] = Evidence(case_id=case_id, passages=(kept,), verdict=verdict)
    return build_report(rows, config_name=HOSTILE[0]), evidence


def test_hostile_texts_are_shown_as_text_in_every_part(context: Any, tmp_path: Path) -> None:
    report, evidence = hostile_report()
    watched = panel(context, tmp_path, pack([report], [evidence]), None)
    for i, text in enumerate(HOSTILE):
        select(watched, f"{i} {text}".replace("\ud800", "\ufffd") if "\ud800" not in text else None)
        if "\ud800" in text:
            watched.page.evaluate("i => view.put({ selected: view.ids[i] })", i)
            watched.page.wait_for_selector(".cx-dbody:not([aria-busy])")
        shown = watched.page.locator(".cx-detail").text_content()
        assert shown.replace("\ud800", "\ufffd").count(text.replace("\ud800", "\ufffd")) >= 12
    assert watched.page.evaluate("window.__ran ?? null") is None
    watched.assert_quiet()


def test_an_override_of_the_writing_direction_stays_in_its_text(context: Any, tmp_path: Path) -> None:
    """The score stands right of the source and the marks read from left to right, whatever the source says."""
    row = answered_row("c1", status=Status.ANSWERED)
    evil = passage("k", "\u202etext", source="\u202e\u2067evil", heading="\u202ehead", shown=False)
    watched = panel(context, tmp_path, one_case(row, Evidence(case_id="c1", passages=(evil,))), "c1")
    script = """() => {
      const place = document.querySelector(".cx-flag").firstChild, range = document.createRange();
      const left = at => {
        range.setStart(place, at);
        range.setEnd(place, at + 1);
        return range.getBoundingClientRect().left;
      };
      const box = name => document.querySelector(name).getBoundingClientRect().left;
      return [left(2) < left(10), box(".cx-rank") < box(".cx-place"), box(".cx-place") < box(".cx-pscore")];
    }"""
    assert watched.page.evaluate(script) == [True, True, True]
    isolated = "elements => elements.map(element => getComputedStyle(element).unicodeBidi)"
    assert set(watched.page.locator(".cx-detail bdi, .cx-detail [dir=auto]").evaluate_all(isolated)) <= {
        "isolate",
        "plaintext",
    }


def test_a_megabyte_does_not_freeze_the_page(context: Any, tmp_path: Path) -> None:
    huge = ("word " * (MEGABYTE // 5))[:MEGABYTE]
    claim = Claim(text=huge, supported=True, citations=(quoting(f"{huge}🚲 end", "🚲 end", "k"),))
    row = answered_row("c1", claims=(1, 1), answer_text=huge, question=huge, expected_answer=huge).changed(
        claims=(claim,)
    )
    evidence = Evidence(case_id="c1", passages=(passage("k", f"{huge}🚲 end"),))
    reports = [build_report([row], config_name=name) for name in ("a", "b")]
    other = reports[1].changed(per_case=(row.changed(answer_text=huge.replace("word", "term", 1)),))
    packed = pack([reports[0], other], [{("c1", 0): evidence}, None])
    watched = panel(context, tmp_path, packed, None, mode="two")
    started = time.perf_counter()
    select(watched, "c1")
    opened_s = time.perf_counter() - started
    text = watched.page.locator(".cx-detail").text_content()
    assert len(text) < 40_000, "texts are cut until more is asked for"
    assert watched.page.locator("mark").first.text_content() == "🚲 end"
    assert "too different" in text, "a text beyond the bound is not compared"
    print(f"a case of five texts of a megabyte opened in {opened_s:.2f} s")
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
