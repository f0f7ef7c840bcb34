"""metrics_summary.csv: means over what succeeded, blanks for what was not measured, columns by need."""

from __future__ import annotations

import pytest

from cairn_nb.records import AXES
from tests.decisions.tables.reports import cells, graded, named, scored, system
from tests.report_factory import abstained_row, answered_row, failed_row


def test_a_failed_question_is_counted_and_enters_no_mean() -> None:
    row = cells(scored("a", [4.0, None, 3.0]))["a"]
    assert (row["n_ok"], row["n_error"]) == (2, 1)
    assert row["answer_score"] == (4.0 + 3.0) / 2
    assert row["recall@5"] == 1.0
    assert row["cost_per_question"] == pytest.approx((0.012 + 0.012) / 2)


def test_a_metric_that_some_questions_lack_is_a_mean_over_the_others_and_blank_over_none() -> None:
    rows = [graded("q0", 4.0, keyword_recall=0.5), graded("q1", 2.0)]
    row = cells(named("a", rows))["a"]
    assert row["keyword_recall"] == 0.5
    assert row["exact_match"] is None


def test_documents_by_hand_at_each_k() -> None:
    # Ranks 2 and 4 of two relevant documents with grades 1 and 2.
    ranked = ("x", "low", "y", "high", "z")
    row = cells(named("a", [graded("q", 4.0, ranked_documents=ranked, relevant_documents={"low": 1.0, "high": 2.0})]))[
        "a"
    ]
    assert [row[f"recall@{k}"] for k in (1, 3, 5, 10)] == [0.0, 1 / 2, 2 / 2, 2 / 2]
    assert [row[f"precision@{k}"] for k in (1, 3, 5, 10)] == [0.0, 1 / 3, 2 / 5, 2 / 10]
    assert [row[f"hit@{k}"] for k in (1, 3, 5, 10)] == [0.0, 1.0, 1.0, 1.0]
    assert [row[f"mrr@{k}"] for k in (1, 3, 5, 10)] == [0.0, 1 / 2, 1 / 2, 1 / 2]
    # Gains 2^1 - 1 = 1 at rank 2 and 2^2 - 1 = 3 at rank 4, against 3 at rank 1 and 1 at rank 2.
    log2_3, log2_5 = 1.584962500721156, 2.321928094887362
    assert row["ndcg@5"] == pytest.approx((1 / log2_3 + 3 / log2_5) / (3 + 1 / log2_3))


def test_a_system_that_retrieves_nothing_has_blank_cells() -> None:
    rows = [graded("q0", 4.0, ranked_documents=(), given_documents=(), retrieved_ids=())]
    row = cells(named("a", rows), scored("b", [4.0]))["a"]
    for name in ("recall@5", "mrr@10", "ndcg@10", "recall@5_ci_lo", "recall@5_question_ci_lo", "context_precision"):
        assert row[name] is None, name


def test_columns_of_evidence_are_there_only_when_a_question_names_some() -> None:
    assert not any(name.startswith("evidence_recall@") for name in cells(scored("a", [4.0]))["a"])
    rows = [graded("q0", 4.0, evidence_ranks=(1, 7)), graded("q1", 4.0, evidence_ranks=(None,)), graded("q2", 4.0)]
    row = cells(named("a", rows))["a"]
    # q0 finds one of two quotes in the top 5 and both in the top 10, q1 none of one, q2 names none.
    assert (row["evidence_recall@5"], row["evidence_recall@10"]) == ((1 / 2 + 0) / 2, (2 / 2 + 0) / 2)


def test_the_names_of_the_method_are_its_own_normalisation_and_axes() -> None:
    axes = dict(zip(AXES, (5.0, 4.0, 3.0, 2.0, 1.0), strict=True))
    rows = [graded("q0", 3.0, axes=axes, token_f1_uncited=0.9, exact_match_uncited=1.0, f1=0.2, faithful=False)]
    row = cells(named("a", rows))["a"]
    assert (row["token_f1"], row["exact_match"], row["faithfulness"]) == (0.9, 1.0, 4.0)
    assert [row[axis] for axis in AXES] == [5.0, 4.0, 3.0, 2.0, 1.0]


def test_abstention_by_hand() -> None:
    rows = [
        graded("q0", 4.0),
        abstained_row("q1", cluster_id="q1", refused=True),
        abstained_row("q2", answerable=False, cluster_id="q2", refused=True),
        answered_row("q3", answerable=False, cluster_id="q3", refused=False),
    ]
    row = cells(named("a", rows))["a"]
    assert row["abstain_precision"] == 1 / 2  # of the refusals q1 and q2, q2 was right
    assert row["abstain_recall"] == 1 / 2  # of the unanswerable q2 and q3, q2 was refused
    assert row["false_refusal_rate"] == 1 / 2  # of the answerable q0 and q1, q1 was refused


def test_a_rate_over_nothing_is_blank() -> None:
    row = cells(scored("a", [4.0]))["a"]
    assert (row["abstain_precision"], row["abstain_recall"], row["false_refusal_rate"]) == (None, None, 0.0)


def test_a_judges_fallback_is_shown_where_a_model_graded() -> None:
    mixed = [graded("q0", 4.0, axes_judge="llm"), graded("q1", 4.0, axes_judge="heuristic")]
    found = cells(named("a", mixed), named("b", [graded(q, 4.0, axes_judge="heuristic") for q in ("q0", "q1")]))
    assert found["a"]["judge_fallback_rate"] == 1 / 2
    assert found["b"]["judge_fallback_rate"] is None
    assert "judge_fallback_rate" not in cells(scored("c", [4.0], shared={"axes_judge": "heuristic"}))["c"]


def test_what_failed_is_no_part_of_what_succeeded() -> None:
    one = system([graded("q0", 4.0), failed_row("q1")])
    assert [row.case_id for row in one.succeeded] == ["q0"]


def test_a_judge_whose_every_grade_fell_back_has_the_rate_one_though_all_scores_are_the_heuristics() -> None:
    fell = {"axes_judge": "heuristic", "answer_judge": {"fallback": True}}
    found = cells(named("a", [graded(question, 4.0, **fell) for question in ("q0", "q1")]))
    assert found["a"]["judge_fallback_rate"] == 1.0
