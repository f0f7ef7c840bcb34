"""The numbers as they are written, and that each opens the rows that count against it, counted by hand."""

from __future__ import annotations

from typing import Any

import pytest

from cairn_nb.explorer.packing.pack import pack
from cairn_nb.explorer.parts.numbers import ALL_EQUAL
from cairn_nb.explorer.tables.run import SHOWN
from cairn_nb.metrics import sections
from cairn_nb.records import Estimate
from tests.explorer import views
from tests.report_factory import abstained_row, answered_row, build_report, failed_row, with_judge

ROWS = [
    answered_row("right", judge=1.0, f1=1.0, exact_match=1.0, latency_ms=100.0, cost_usd=0.001),
    answered_row("wrong", judge=0.2, f1=0.1, latency_ms=300.0, cost_usd=0.003, retrieved_support_rank=4),
    answered_row("unsupported", judge=1.0, f1=1.0, claims=(1, 2), retrieved_support_rank=None),
    answered_row("invented", answerable=False, claims=(0, 0)),
    abstained_row("withheld", retrieved_support_rank=12),
    abstained_row("rightly", answerable=False),
    failed_row("failed", retrieved_support_rank=None),
]
OPENS = {
    "judge_score": ["wrong"],
    "token_f1": ["wrong"],
    "exact_match": ["wrong", "unsupported"],
    "citation_validity": ["unsupported"],
    "faithfulness": ["unsupported", "invented"],
    "recall_at_1": ["wrong", "unsupported", "withheld"],
    "recall_at_5": ["unsupported", "withheld"],
    "recall_at_10": ["unsupported", "withheld"],
    "ndcg_at_10": ["wrong", "unsupported", "withheld"],
    "mrr": ["wrong", "unsupported", "withheld"],
    "answer_rate": ["withheld", "rightly"],
    "error_rate_answered": ["wrong", "invented"],
    "unanswerable_abstained_rate": ["invented"],
    "answerable_answered_rate": ["withheld"],
    "latency_p95_ms": ["wrong"],
}


def numbers(found: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {measure["key"]: measure for measure in found["measures"]}


@pytest.fixture(scope="module")
def one() -> dict[str, Any]:
    report = build_report(ROWS, estimates=sections.estimates(ROWS, n_boot=200))
    found: dict[str, Any] = views.unpacked(pack([report]).index)
    return found


@pytest.mark.parametrize("name", OPENS)
def test_a_number_opens_the_rows_that_count_against_it(one: dict[str, Any], name: str) -> None:
    [value] = numbers(one)[name]["values"]
    found = views.selected(one, value["filter"])
    if name == "latency_p95_ms":
        assert set(found) >= set(OPENS[name])  # of a time, the rows of at least its value
    else:
        assert found == OPENS[name]


def test_every_number_of_every_view_opens_rows_unless_nothing_counts_against_it() -> None:
    for mode in ("one", "two", "many"):
        for measure in views.view(mode)["measures"]:
            assert all(value["filter"] is not None for value in measure["values"] if value["value"] is not None)


def test_a_number_is_written_with_its_interval_its_cases_and_what_is_missing(one: dict[str, Any]) -> None:
    measure = numbers(one)["judge_score"]
    [value] = measure["values"]
    assert value["text"].startswith("0.733 [") and value["n"] == 3
    assert value["missing"] == "2 abstained, 1 error, 1 not applicable"
    assert measure["help"].startswith("the judge's 0 to 1 grade; over answered, answerable cases; none where")
    assert measure["better"] == "higher" and numbers(one)["latency_p95_ms"]["better"] == "lower"


def test_a_promise_that_was_not_kept_is_said_at_its_number(one: dict[str, Any]) -> None:
    [value] = numbers(one)["error_rate_answered"]["values"]
    assert value["value"] == 0.5
    assert value["warning"].startswith("above alpha 0.35")


def test_a_measure_that_no_run_has_is_left_out_and_one_that_some_have_is_kept() -> None:
    silent = build_report([abstained_row("a")])
    assert "judge_score" not in numbers(views.unpacked(pack([silent]).index))
    both = numbers(views.unpacked(pack([silent, build_report([answered_row("a")])]).index))
    assert [value["text"].split()[0] for value in both["judge_score"]["values"]] == ["n/a", "0.800"]
    assert both["judge_score"]["difference"] is None


def test_two_runs_show_the_gates_comparison_and_adjust_the_others() -> None:
    before = build_report([answered_row(f"c{i:02d}", judge=0.9, retrieved_support_rank=1) for i in range(12)])
    after = with_judge(before, [0.2] * 12)
    found = numbers(views.unpacked(pack([before, after]).index))
    judge = found["judge_score"]
    assert judge["difference"]["text"] == "-0.700 [-0.700, -0.700]"
    assert judge["difference"]["outcome"] == "worse" and judge["values"][1]["mark"] == "worse"
    assert judge["difference"]["counts"] == "0 better, 0 equal, 12 worse"
    assert len(judge["difference"]["filter"]["ids"]) == 12
    errors = found["error_rate_answered"]
    assert errors["values"][1]["mark"] == "worse" and errors["difference"]["p_value"].endswith(", adjusted")
    assert errors["difference"]["counts"] == "0 better, 0 equal, 12 worse"
    assert found["recall_at_5"]["values"][1]["mark"] == "unclear"
    assert found["latency_p95_ms"]["difference"]["outcome"] == "not tested"


def test_a_rise_that_is_told_from_chance_is_better() -> None:
    before = build_report([answered_row(f"c{i:02d}", judge=0.2) for i in range(12)])
    found = numbers(views.unpacked(pack([before, with_judge(before, [0.9] * 12)]).index))
    assert found["judge_score"]["values"][1]["mark"] == "better"
    assert found["error_rate_answered"]["values"][1]["mark"] == "better"


def test_an_estimates_warning_is_shown() -> None:
    estimates = {"judge_score": Estimate(value=0.8, n=2, warning="only 2 clusters")}
    report = build_report([answered_row("a"), answered_row("b")], estimates=estimates)
    assert numbers(views.unpacked(pack([report]).index))["judge_score"]["values"][0]["warning"] == "only 2 clusters"


def test_equal_values_are_said_beside_a_number_and_are_no_reason_to_distrust_it() -> None:
    known = Estimate(value=1.0, n=2, warning=ALL_EQUAL, missing={"abstained": 1})
    report = build_report(ROWS, estimates={"judge_score": known, "token_f1": known.changed(warning="only 2 clusters")})
    found = numbers(views.unpacked(pack([report]).index))
    said = {name: found[name]["values"][0] for name in ("judge_score", "token_f1")}
    assert (said["judge_score"]["missing"], said["judge_score"]["warning"]) == (f"1 abstained; {ALL_EQUAL}", "")
    assert (said["token_f1"]["missing"], said["token_f1"]["warning"]) == ("1 abstained", "only 2 clusters")


def test_every_measure_is_shown_once_under_a_label_of_its_own() -> None:
    labels, names = zip(*SHOWN, strict=True)
    assert len(set(labels)) == len(labels) and len(set(names)) == len(names)
