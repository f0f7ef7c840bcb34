"""Two runs row by row: the kinds with their counts, and what the page opens on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cairn_nb.explorer.packing.pack import pack
from cairn_nb.explorer.rows.compare import compare
from cairn_nb.explorer.runs import runs_of
from cairn_nb.records import CaseRow
from tests.explorer import views
from tests.report_factory import answered_row, answered_rows, build_report


def packed(before: Sequence[CaseRow], after: Sequence[CaseRow]) -> dict[str, Any]:
    found: dict[str, Any] = views.unpacked(pack([build_report(before), build_report(after)]).index)
    return found


def opened(found: dict[str, Any]) -> list[str]:
    return views.selected(found, found["opens"])


def test_a_change_opens_its_rows_and_counts_them() -> None:
    found = views.view("two")
    for change in found["changes"]:
        chosen: dict[str, Any] = {"facets": {"change": [change["key"]]}, "ranges": {}, "missing": [], "ids": None}
        assert len(views.selected(found, chosen)) == change["n"]
    assert sum(change["n"] for change in found["changes"]) > 5


def test_it_opens_on_regressions_in_what_was_said() -> None:
    before = [answered_row("same"), answered_row("worse"), answered_row("better", judge=0.1), answered_row("slow")]
    after = [answered_row("same"), answered_row("worse", judge=0.1), answered_row("better")]
    found = packed(before, [*after, answered_row("slow", latency_ms=900.0)])
    assert opened(found) == ["worse"]


def test_then_on_regressions_in_time_and_cost_then_on_whatever_changed() -> None:
    before = [answered_row("slow"), answered_row("better", judge=0.1)]
    mended = answered_row("better")
    assert opened(packed(before, [answered_row("slow", latency_ms=900.0), mended])) == ["slow"]
    found = packed(before, [answered_row("slow"), mended])
    assert opened(found) == ["better"]
    assert found["opens"]["label"] == "cases that changed"


def test_where_nothing_changed_it_opens_on_all_and_says_so() -> None:
    found = packed(answered_rows(3), answered_rows(3))
    assert found["opens"] is None
    assert found["decision"]["notes"][0]["text"] == "no case changed between the two runs."


def test_a_row_of_one_run_alone_did_not_change() -> None:
    found = packed([answered_row("a")], [answered_row("b")])
    assert found["cases"]["change"] == [[], []]
    assert found["cases"]["latency_change"] == [None, None]


def test_trials_are_compared_each_with_its_own() -> None:
    before = [answered_row("a"), answered_row("a", trial=1)]
    after = [answered_row("a"), answered_row("a", trial=1, judge=0.1)]
    assert packed(before, after)["cases"]["change"] == [[], ["became_wrong"]]


def test_differences_are_candidate_minus_baseline() -> None:
    runs = runs_of([build_report([answered_row("a", cost_usd=0.5)]), build_report([answered_row("a", cost_usd=0.25)])])
    assert compare(runs).cells["cost_change"] == [-0.25]
