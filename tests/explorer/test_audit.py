"""The label audit: it stands there where the labels may lack a document, and leads to the answers that say so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cairn_nb.explorer.packing.pack import pack
from cairn_nb.explorer.page.page import explorer_page
from cairn_nb.explorer.parts.audit import label_audit
from cairn_nb.explorer.parts.sections import sections
from cairn_nb.explorer.runs import runs_of
from cairn_nb.explorer.view import Section
from cairn_nb.records import Evidence, Passage, Report
from tests.browser import browser
from tests.decisions.labelled_rows import RIGHT, WRONG, answer, missed
from tests.explorer.shown import cases_shown, ready
from tests.explorer.views import selected, unpacked
from tests.report_factory import build_report


def systems() -> list[Report]:
    """`dense` has two answers that are well supported by unlabelled documents, of four; `hybrid` none."""
    dense = [answer(RIGHT, "q1", **missed()), answer(RIGHT, "q2", **missed()), answer(RIGHT, "q3"), answer(WRONG, "q4")]
    hybrid = [answer(RIGHT, f"q{i}") for i in range(1, 5)]
    return [build_report(rows, config_name=name) for name, rows in (("dense", dense), ("hybrid", hybrid))]


def test_each_run_that_has_such_answers_is_led_to_its_rows() -> None:
    section = label_audit(runs_of(systems()))
    assert section is not None
    [sentence] = section.sentences
    assert sentence.text == "dense: 2 of 4 answers to labelled questions."
    view = unpacked(pack(systems()).index)
    assert sentence.filter is not None
    assert selected(view, sentence.filter.model_dump(mode="json")) == ["q1", "q2"]


def test_it_is_there_only_where_there_are_any() -> None:
    _, hybrid = systems()
    assert label_audit(runs_of([hybrid])) is None
    assert [section.key for section in sections(runs_of([hybrid]), ())] == ["reproducibility"]
    assert [section.key for section in sections(runs_of(systems()), ())] == ["label-audit", "reproducibility"]


def test_one_that_is_handed_in_takes_its_place() -> None:
    given = (Section(key="label-audit", title="Labels"), Section(key="recommendation", title="Recommendation"))
    assert [section.title for section in sections(runs_of(systems()), given)] == [
        *("Labels", "Recommendation", "Reproducibility")
    ]


@pytest.mark.browser
def test_a_click_shows_the_answers_and_what_their_generator_had(playwright: Any, tmp_path: Path) -> None:
    path = tmp_path / "audit.html"
    passages = (Passage(chunk_id="b-1", source="b", text="It says so here.", rank=1, score=0.5),)
    evidence = {("q1", 0): Evidence(case_id="q1", passages=passages)}
    path.write_text(explorer_page("audit", pack(systems()[:1], [evidence])), encoding="utf-8")
    with browser(playwright, viewport={"width": 1280, "height": 900}) as context:
        watched = ready(context, path)
        section = watched.page.locator('[data-section="label-audit"]')
        assert "dense: 2 of 4 answers" in section.inner_text()
        section.get_by_role("button", name="2 cases").click()
        assert cases_shown(watched) == 2
        watched.page.locator("[role=row]", has_text="q1").last.click()
        watched.page.wait_for_selector(".cx-passage")
        assert "☆ not labelled" in watched.page.inner_text(".cx-passage")
        watched.assert_quiet()
