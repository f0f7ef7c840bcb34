"""The whole of a packed view: it validates, every filter in it can be asked, and no text or number is lost or odd."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cairn_nb.errors import InputError
from cairn_nb.explorer.packing.pack import pack
from cairn_nb.explorer.view import Section, View
from cairn_nb.records import Report
from tests.explorer import views
from tests.report_factory import answered_row, build_report, earlier_json

MODES = ("one", "two", "many")


def filters_in(data: Any) -> Iterator[dict[str, Any]]:
    if isinstance(data, dict):
        if "facets" in data and "ranges" in data:
            yield data
        for value in data.values():
            yield from filters_in(value)
    elif isinstance(data, list):
        for value in data:
            yield from filters_in(value)


@pytest.mark.parametrize("mode", MODES)
def test_the_index_is_a_view_with_a_cell_for_every_row(mode: str) -> None:
    found = views.view(mode)
    view = View.model_validate(found)
    assert view.mode == mode
    n = len(view.cases["id"])
    assert all(len(cells) == n for part in (view.cases, *view.rows) for cells in part.values())
    for column in view.columns:
        assert column.key in (view.cases if column.run is None else view.rows[column.run])
    assert len({column.name for column in view.columns}) == len(view.columns)


@pytest.mark.parametrize("mode", MODES)
def test_every_filter_names_columns_that_are_there_and_selects_rows(mode: str) -> None:
    found = views.view(mode)
    filters = list(filters_in(found))
    assert len(filters) > 10
    for chosen in filters:
        assert set(views.selected(found, chosen)) <= set(found["cases"]["id"])


@pytest.mark.parametrize("mode", MODES)
def test_equal_reports_give_equal_bytes(mode: str) -> None:
    assert views.payload(mode) == views.payload(mode)


def test_a_report_of_an_earlier_cairn_fills_what_it_holds() -> None:
    earlier = Report.model_validate(earlier_json(build_report([answered_row("a"), answered_row("b", judge=0.1)])))
    found = views.unpacked(pack([earlier]).index)
    assert found["rows"][0]["verdict"] == ["right", "wrong"]
    assert found["cases"]["question"] == ["", ""]
    shown = {column["key"] for column in found["columns"] if column["shown"]}
    assert "question" not in shown and "judge" in shown
    numbers = {measure["key"]: measure["values"][0] for measure in found["measures"]}
    assert numbers["judge_score"]["value"] == pytest.approx(0.45)
    assert numbers["judge_score"]["low"] is not None


def test_a_question_that_one_report_left_out_comes_from_the_other() -> None:
    whole = build_report([answered_row("a", question="why?", expected_answer="because")])
    bare = build_report([answered_row("a", question=None)], config_name="bare")
    for pair in ([whole, bare], [bare, whole]):
        cases = views.unpacked(pack(pair).index)["cases"]
        assert (cases["question"], cases["expected"]) == (["why?"], ["because"])


ODD = st.text(st.characters(codec=None, categories=None), max_size=30) | st.sampled_from(
    ["\ud800", "</script>", "\u2028"]
)


@settings(max_examples=30, deadline=None)
@given(st.lists(ODD, min_size=1, max_size=5))
def test_every_text_comes_through_whole(texts: list[str]) -> None:
    report = build_report([answered_row(f"c{i}", question=text, answer_text=text) for i, text in enumerate(texts)])
    found = views.unpacked(pack([report]).index)
    assert found["cases"]["question"] == texts
    assert found["rows"][0]["answer"] == texts


def test_numbers_at_the_ends_of_what_a_report_may_hold_stay_finite() -> None:
    rows = [answered_row("a", confidence=1e308, signals={"s": 1.7e308}), answered_row("b", confidence=-1e308)]
    report = build_report(rows)
    report = report.changed(abstention=report.abstention.changed(threshold=-1e308))
    payload = pack([report])
    assert views.unpacked(payload.index)["rows"][0]["margin"] == [None, 0.0]
    [[detail], _] = [row["runs"] for row in views.every(payload.details)]
    assert detail["signals"] == {"s": 1.7e308}


def test_sections_that_are_handed_in_come_before_reproducibility() -> None:
    given = Section(key="recommendation", title="Recommendation", paragraphs=("take default",))
    sections = views.view("one", sections=[given])["sections"]
    assert [section["key"] for section in sections] == ["recommendation", "reproducibility"]


def test_evidence_must_be_given_for_each_report() -> None:
    with pytest.raises(InputError, match="1 were given for 2 reports"):
        pack(views.reports("two", 3), [None])
