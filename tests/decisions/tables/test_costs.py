"""Cost per question and per correct answer, and the breakdown by stage, by hand."""

from __future__ import annotations

import pytest

from cairn_nb.decisions.tables.costs import Costs
from tests.decisions.tables.reports import graded, named, scored, system, tables
from tests.report_factory import failed_row


def test_cost_per_correct_counts_wrong_answers_cost_and_scores_from_four() -> None:
    # Three questions at 0.010 + 0.002; 4.0 and 5.0 are correct, 3.9 is not: 0.036 / 2.
    found = Costs(system([graded("q0", 4.0), graded("q1", 3.9), graded("q2", 5.0)]))
    assert found.per_question == pytest.approx(0.012)
    assert found.per_correct == pytest.approx(0.036 / 2)


def test_without_a_correct_answer_there_is_no_price_for_one() -> None:
    assert Costs(system([graded("q0", 3.0)])).per_correct is None


def test_ingestion_is_no_part_of_a_questions_cost() -> None:
    rows = [graded("q0", 4.0)]
    found = Costs(system(rows, operational={"ingestion_cost_usd": 7.0}))
    assert found.ingestion == 7.0
    assert found.per_correct == pytest.approx(0.012)


def test_a_failed_question_is_outside() -> None:
    found = Costs(system([graded("q0", 4.0), failed_row("q1", cost_usd=5.0)]))
    assert found.per_question == pytest.approx(0.012)


def test_a_price_that_is_not_known_leaves_every_sum_unknown() -> None:
    found = Costs(system([graded("q0", 4.0), graded("q1", 4.0, cost_usd=None)]))
    assert (found.per_question, found.per_correct, found.answering_per_question) == (None, None, None)
    assert found.judging_per_question == pytest.approx(0.002)


def test_an_unknown_judges_price_is_unknown_and_no_judge_costs_nothing() -> None:
    assert Costs(system([graded("q0", 4.0, judge_cost_usd=None)])).per_question is None
    unjudged = graded("q0", None, judge_cost_usd=None, judge=None)
    assert Costs(system([unjudged])).per_question == pytest.approx(0.01)


def test_checks_of_claims_are_judging_and_no_stage_of_answering() -> None:
    stages = {"generate": 0.01, "claims": 0.004, "refusal": 0.001}
    row = graded("q0", None, judge=None, judge_cost_usd=0.005, cost_by_stage_usd=stages)
    found = Costs(system([row]))
    assert (found.judging_per_question, found.answering_per_question) == (0.005, 0.01)
    assert set(found.by_stage) == {"generate"}
    unknown = {**stages, "claims": None}
    unpriced = graded("q0", None, judge=None, judge_cost_usd=None, cost_by_stage_usd=unknown)
    assert Costs(system([unpriced])).per_question is None


def test_stages_and_what_no_stage_accounts_for_add_up() -> None:
    first = graded("q0", 4.0, cost_by_stage_usd={"embed": 0.001, "generate": 0.006, "judge": 0.002})
    second = graded("q1", 4.0, cost_by_stage_usd={"generate": 0.004})
    found = tables(named("a", [first, second])).cost_breakdown
    [row] = found.records()
    assert row["embed_cost"] == pytest.approx(0.001 / 2)
    assert row["generate_cost"] == pytest.approx((0.006 + 0.004) / 2)
    # 0.010 a question is answering; 0.0055 of it has a stage, and the judge's is apart.
    assert row["untracked_cost"] == pytest.approx(0.010 - 0.0005 - 0.005)
    assert row["answering_cost"] == pytest.approx(0.010)
    assert row["judge_cost"] == pytest.approx(0.002)
    assert row["cost_per_question"] == pytest.approx(0.012)
    assert found.columns.count("judge_cost") == 1


def test_a_stage_that_a_system_does_not_have_costs_it_nothing() -> None:
    plain = scored("plain", [4.0], shared={"cost_by_stage_usd": {"generate": 0.01}})
    ranked = scored("ranked", [4.0], shared={"cost_by_stage_usd": {"rerank": 0.004, "generate": 0.006}})
    unknown = scored("unknown", [4.0], shared={"cost_by_stage_usd": {"generate": None}, "cost_usd": None})
    found = {row["system"]: row for row in tables(plain, ranked, unknown).cost_breakdown.records()}
    assert found["plain"]["rerank_cost"] == 0.0
    assert found["unknown"]["rerank_cost"] is None and found["unknown"]["generate_cost"] is None
    assert "untracked_cost" not in found["plain"]
