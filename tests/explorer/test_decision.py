"""The gate's sentences, each with the rows behind it."""

from __future__ import annotations

from typing import Any

from cairn_nb.decisions.gate.gate import gate
from cairn_nb.explorer.packing.pack import pack
from cairn_nb.records import Report
from tests.explorer import views
from tests.report_factory import abstained_row, answered_row, answered_rows, build_report, with_judge

GOOD = build_report(answered_rows(12, judge=0.9))
BAD = with_judge(GOOD, [0.1] * 6 + [0.9] * 6)


def view_of(*reports: Report, **options: Any) -> dict[str, Any]:
    found: dict[str, Any] = views.unpacked(pack(list(reports), **options).index)
    return found


def test_a_roll_back_links_each_reason_to_its_rows() -> None:
    found = view_of(GOOD, BAD, names=["main", "change"])
    decision = found["decision"]
    assert decision["promote"] is False
    assert decision["title"] == "roll back: change against main on judge score"
    behind = {reason["check"]: views.selected(found, reason["filter"]) for reason in decision["reasons"]}
    fell = [f"c{i:02d}" for i in range(6)]
    assert behind == {"quality": fell, "guarantee": fell}
    [paired] = [note for note in decision["notes"] if note["check"] == "judge_score"]
    assert views.selected(found, paired["filter"]) == fell
    assert paired["filter"]["label"] == "a lower judge score"


def test_rows_that_pull_a_mean_down_without_having_fallen_are_named_as_such() -> None:
    before = build_report([*answered_rows(11, judge=0.9), abstained_row("c11")])
    after = build_report([*answered_rows(10, judge=0.9), *(answered_row(f"c{i}", judge=0.1) for i in (10, 11))])
    [paired] = [note for note in view_of(before, after)["decision"]["notes"] if note["check"] == "judge_score"]
    assert "0 better, 10 equal, 1 worse" in paired["text"]
    assert paired["filter"]["ids"] == ["c10", "c11"]
    assert paired["filter"]["label"] == "a lower judge score, or a first one below the baseline's mean"


def test_a_promotion_has_no_reason() -> None:
    decision = view_of(GOOD, GOOD)["decision"]
    assert (decision["promote"], decision["reasons"]) == (True, [])
    assert decision["title"].startswith("promote: candidate against baseline")


def test_reports_that_are_not_comparable_give_no_verdict_and_say_why() -> None:
    decision = view_of(GOOD, GOOD.changed(split="all"))["decision"]
    assert decision["promote"] is None and decision["title"].startswith("no verdict: ")
    assert decision["undecided"][0]["check"] == "comparability"
    assert decision["undecided"][0]["text"].startswith("the splits differ")


def test_a_report_that_the_gate_cannot_read_still_opens() -> None:
    odd = GOOD.changed(notes={**GOOD.notes, "environment": "a laptop"})
    decision = view_of(GOOD, odd)["decision"]
    assert decision["promote"] is None
    assert "notes.environment" in decision["undecided"][0]["text"]


def test_a_verdict_that_is_given_is_shown() -> None:
    found = view_of(GOOD, BAD, decision=gate(GOOD, BAD, max_quality_drop=0.9, require_guarantee=False))
    assert found["decision"]["promote"] is True


def test_latency_and_answer_rate_open_their_rows_by_the_tables_own_filters() -> None:
    slow = build_report([answered_row(f"c{i:02d}", judge=0.9, latency_ms=900.0 if i < 8 else 100.0) for i in range(12)])
    found = view_of(GOOD, slow)
    [reason] = [entry for entry in found["decision"]["reasons"] if entry["check"] == "latency"]
    assert reason["filter"]["ranges"] == {"latency@1": [100.0, None]}
    silent = build_report([*answered_rows(11, judge=0.9), abstained_row("c11")])
    found = view_of(GOOD, silent)
    [note] = [entry for entry in found["decision"]["notes"] if entry["text"].startswith("answer rate dropped")]
    assert views.selected(found, note["filter"]) == ["c11"]


def test_a_reason_about_trials_opens_every_trial() -> None:
    before = build_report([answered_row("a", judge=0.9, trial=t) for t in (0, 1)])
    after = build_report([answered_row("a", judge=0.1, trial=t) for t in (0, 1)])
    found = view_of(before, after)
    reason = found["decision"]["reasons"][0]
    assert reason["filter"]["ids"] == ["a", "a · trial 2"]
