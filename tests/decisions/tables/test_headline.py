"""Intervals of the headline measures: the method's over questions, and the one that `stats.cluster` says."""

from __future__ import annotations

from cairn_nb.records import Estimate
from tests.decisions.tables.reports import cells, graded, named, scored, stats, tables

BOOT = stats(n_boot=4000)


def test_the_methods_interval_of_two_questions_by_hand() -> None:
    # Two of two draws give means 2, 3 and 4 with chances 1/4, 1/2 and 1/4: the middle 95% runs from 2 to 4.
    row = cells(scored("a", [2.0, 4.0], config=BOOT))["a"]
    assert (row["answer_score_question_ci_lo"], row["answer_score_question_ci_hi"]) == (2.0, 4.0)
    assert (row["faithfulness_question_ci_lo"], row["faithfulness_question_ci_hi"]) == (2.0, 4.0)


def test_equal_values_have_the_methods_interval_without_width() -> None:
    row = cells(scored("a", [3.0, 3.0, 3.0], config=BOOT))["a"]
    assert (row["answer_score_question_ci_lo"], row["answer_score_question_ci_hi"]) == (3.0, 3.0)
    assert (row["recall@5_question_ci_lo"], row["recall@5_question_ci_hi"]) == (1.0, 1.0)


def test_documents_are_resampled_by_default_and_questions_where_the_configuration_says_so() -> None:
    # Forty questions of two documents, one all right and one all wrong: as questions they are many, as documents two.
    rows = [graded(f"q{i}", 5.0 * (i % 2), cluster_id=f"d{i % 2}") for i in range(40)]
    by_document = cells(named("a", rows, config=BOOT))["a"]
    by_question = cells(named("a", rows, config=stats(n_boot=4000, cluster="none")))["a"]

    def width(row: dict[str, float], name: str) -> float:
        low, high = row[f"answer_score_{name}_lo"], row[f"answer_score_{name}_hi"]
        return 5.0 if low is None or high is None else high - low

    assert width(by_document, "ci") > 2 * width(by_document, "question_ci")
    assert width(by_question, "ci") < 1.3 * width(by_question, "question_ci")


def test_a_reports_own_estimate_is_the_one_that_is_shown() -> None:
    own = Estimate(value=3.0, low=1.25, high=4.5, n=2, method="as the report says")
    report = scored("a", [2.0, 4.0]).changed(estimates={"answer_score": own})
    row = cells(report)["a"]
    assert (row["answer_score_ci_lo"], row["answer_score_ci_hi"]) == (1.25, 4.5)
    assert tables(report).stats.systems["a"].estimates["answer_score"] == own


def test_an_estimate_of_another_value_is_made_anew() -> None:
    other = Estimate(value=2.0, low=1.9, high=2.1, n=2, method="of something else")
    row = cells(scored("a", [2.0, 4.0]).changed(estimates={"answer_score": other}))["a"]
    assert row["answer_score"] == 3.0
    assert (row["answer_score_ci_lo"], row["answer_score_ci_hi"]) != (1.9, 2.1)


def test_the_cutoff_of_recall_is_the_configurations() -> None:
    found = cells(scored("a", [2.0, 4.0], config={"evaluation": {"primary_k": 3}}))["a"]
    assert "recall@3_ci_lo" in found and "recall@5_ci_lo" not in found
    assert {"mrr@10_ci_lo", "ndcg@10_ci_lo"} <= set(found)
