"""The tables with one row an answer, and per_question_results.jsonl."""

from __future__ import annotations

import json
from typing import Any

from cairn_nb.decisions.tables.answers import per_question
from cairn_nb.decisions.tables.outputs import TABLES, report_data, table_texts
from cairn_nb.decisions.tables.run_summary import run_summary
from cairn_nb.records import AXES, Claim
from cairn_nb.records.checked_claim import CheckedClaim
from tests.decisions.tables.reports import graded, named, scored, tables
from tests.report_factory import failed_row

ROW: dict[str, Any] = {
    "category": "dates",
    "is_hallucinated": False,
    "is_supported_by_context": True,
    "latency_by_stage_ms": {"generate": 90.0, "judge": 5.0},
    "cost_by_stage_usd": {"generate": 0.01, "judge": 0.002},
    "failure_type": "no_failure",
}

CLAIMS = (Claim(text="it weighs 3 kg", supported=True), Claim(text="it is red", supported=True))


def test_an_answer_has_its_scores_judgement_costs_and_claims() -> None:
    [found] = per_question(tables(named("a", [graded("q0", 4.0, **ROW).changed(claims=CLAIMS)])).systems)
    assert (found["system"], found["question_id"], found["trial"], found["category"]) == ("a", "q0", 0, "dates")
    assert found["scores"]["recall@5"] == 1.0 and found["scores"]["abstain_recall"] is None  # type: ignore[index]
    judged = found["answer_judge"]
    assert isinstance(judged, dict)
    assert {axis: judged[axis] for axis in AXES} == dict.fromkeys(AXES, 4.0)
    assert (judged["answer_score"], judged["is_hallucinated"], judged["metadata"]) == (4.0, False, {"judge": "judge"})
    assert (found["answering_cost"], found["judge_cost"], found["cost"]) == (0.01, 0.002, 0.012)
    assert [claim["text"] for claim in found["cited_claims"]] == ["it weighs 3 kg", "it is red"]  # type: ignore[attr-defined]
    assert found["failure_type"] == "no_failure"


def test_checked_claims_stand_beside_those_that_an_answer_cited_itself() -> None:
    checked = (
        CheckedClaim(text="it weighs 3 kg", supported=True, probability=0.9),
        CheckedClaim(text="it is red", supported=False, probability=0.2),
        CheckedClaim(text="it is old", reason="the reply must be one whole JSON object and nothing else"),
    )
    values: dict[str, Any] = {"claims_unreadable": 1, "claims_unchecked": 0, "claims_split_failed": False}
    row = graded("q0", 4.0, **ROW).changed(
        checked_claims=checked, claim_support_rate=0.5, unsupported_claims=1, claims=CLAIMS, **values
    )
    found, plain = per_question(tables(named("a", [row, graded("q1", 4.0)])).systems)
    block = found["claims"]
    assert isinstance(block, dict)
    assert [(one["text"], one["supported"], one["probability"]) for one in block["claims"]] == [
        ("it weighs 3 kg", True, 0.9),
        ("it is red", False, 0.2),
        ("it is old", None, None),
    ]
    assert (block["unsupported"], block["unreadable"], block["split_failed"]) == (["it is red"], 1, False)
    assert (block["claim_support_rate"], block["unsupported_claims"], block["unchecked"]) == (0.5, 1, 0)
    assert len(found["cited_claims"]) == 2 and plain["claims"] is None  # type: ignore[arg-type]


def test_columns_of_claims_are_there_when_some_answer_has_checked_ones() -> None:
    rows = [
        graded("q0", 4.0).changed(claim_support_rate=0.5, unsupported_claims=1),
        graded("q1", 4.0).changed(claim_support_rate=1.0, unsupported_claims=0),
        graded("q2", 4.0),
    ]
    with_claims, without = tables(named("a", rows)), tables(named("a", [graded("q0", 4.0)]))
    [summary] = with_claims.metrics.records()
    assert (summary["claim_support_rate"], summary["unsupported_claims"]) == (
        0.75,
        0.5,
    )  # over the two that have claims
    assert [row["unsupported_claims"] for row in with_claims.answers["answer_metrics"].records()] == [1, 0, None]
    for table in (without.metrics, without.answers["answer_metrics"]):
        assert not {"claim_support_rate", "unsupported_claims"} & set(table.columns)


def test_an_ungraded_answer_has_no_judgement_and_a_failed_question_is_a_run_error() -> None:
    ungraded, failed = per_question(tables(named("a", [graded("q0", None), failed_row("q1")])).systems)
    assert ungraded["answer_judge"] is None
    assert (failed["failure_type"], failed["error"]) == ("run_error", "the server said 500")
    assert set(failed["scores"].values()) == {None}  # type: ignore[attr-defined]


def test_the_three_tables_hold_a_row_an_answer() -> None:
    found = tables(named("a", [graded("q0", 4.0, **ROW), failed_row("q1")]), scored("b", [3.0, 2.0])).answers
    assert {table.columns[:3] for table in found.values()} == {("system", "question_id", "trial")}
    assert {len(table.rows) for table in found.values()} == {4}
    [retrieval, *_] = found["retrieval_metrics"].records()
    assert (retrieval["mrr@10"], retrieval["context_precision"]) == (1.0, 1.0)
    answer, failed, *_ = found["answer_metrics"].records()
    assert (answer["answer_score"], answer["is_supported_by_context"], answer["failure_type"]) == (
        4.0,
        True,
        "no_failure",
    )
    assert (failed["answer_score"], failed["failure_type"]) == (None, "run_error")
    cost = found["cost_metrics"].records()[0]
    assert (cost["cost"], cost["generate_cost"], cost["generate_latency_ms"]) == (0.012, 0.01, 90.0)
    assert not any(name.startswith("judge_latency") for name in cost)


def test_the_texts_are_the_files_they_say_and_the_json_among_them_is_strict() -> None:
    made = tables(scored("a", [4.0, 3.0]), scored("b", [3.0, 2.0]))
    summary = run_summary("run-1", made.systems, made.baseline)
    texts = table_texts(made, summary)
    assert tuple(texts) == TABLES
    data = json.loads(report_data(made, summary, {"page": 1}))
    assert data["metrics"] == made.metrics.records() and data["page"] == 1
    assert data["significance"] == made.significance.records()
    assert json.loads(texts["pareto.json"])["front"] == list(made.pareto.front)
    assert data["failures"]["a"] == {"no_failure": 1, "partial_answer": 1}
    assert len([json.loads(line) for line in texts["per_question_results.jsonl"].splitlines()]) == 4


def test_equal_reports_give_equal_bytes() -> None:
    def texts() -> dict[str, str]:
        made = tables(scored("a", [4.0, 3.0, 1.0]), scored("b", [3.0, 2.0, 5.0]))
        return table_texts(made, run_summary("run-1", made.systems, made.baseline))

    assert texts() == texts()
