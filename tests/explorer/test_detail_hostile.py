"""Texts that want more than to be read stay text in every part of the panel, whatever their size."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from cairn_nb.explorer.packing.pack import pack
from cairn_nb.records import Citation, Claim, Evidence, Outcome, Report, Status, Verdict
from tests.explorer.detail_page import (
    one_case,
    panel,
    passage,
    quoting,
    select,
)
from tests.report_factory import answered_row, build_report

pytestmark = pytest.mark.browser
BROWSER = {"viewport": {"width": 1300, "height": 900}}
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
