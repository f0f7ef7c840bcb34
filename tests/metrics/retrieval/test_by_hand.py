"""One case worked by hand for each row of the method's retrieval table, from DataFrames and from dicts."""

from __future__ import annotations

from math import log2

import pandas as pd
import pytest

from cairn_nb.metrics import retrieval

# a 3, b 1, c 2 are relevant; d was judged and is not. The run ranks x a d c, and never finds b.
QRELS = {"q": {"a": 3, "b": 1, "c": 2, "d": 0}}
RUN = {"q": {"x": 9.0, "a": 7.5, "d": 7.0, "c": 1.0}}


def frames(qrels: dict[str, dict[str, int]], run: dict[str, dict[str, float]]) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The same judgements and run as tables, the run's rows in another order."""
    judged = [(query, name, grade) for query, names in qrels.items() for name, grade in names.items()]
    ranked = [(query, name, score) for query, names in run.items() for name, score in reversed(names.items())]
    return (
        pd.DataFrame(judged, columns=["query_id", "doc_id", "relevance"]),
        pd.DataFrame(ranked, columns=["query_id", "doc_id", "score"]),
    )


@pytest.mark.parametrize(
    ("column", "expected"),
    [
        # Relevant among the top k / all relevant: a of three; a and c of three.
        ("recall@1", 0 / 3),
        ("recall@3", 1 / 3),
        ("recall@5", 2 / 3),
        # Relevant among the top k / k, also where the ranking has only four documents.
        ("precision@1", 0 / 1),
        ("precision@3", 1 / 3),
        ("precision@5", 2 / 5),
        ("precision@10", 2 / 10),
        ("hit@1", 0),
        ("hit@3", 1),
        # 1 / rank of the first relevant within the top k: a is second.
        ("mrr@1", 0),
        ("mrr@3", 1 / 2),
        # (2^3 - 1) / log2(2 + 1) over the best order a c b cut at 3: 7 / log2(2) + 3 / log2(3) + 1 / log2(4).
        ("ndcg@3", (7 / log2(3)) / (7 + 3 / log2(3) + 1 / 2)),
        # c comes in at rank 4: 3 / log2(5). The best order is no longer than the three relevant documents.
        ("ndcg@5", (7 / log2(3) + 3 / log2(5)) / (7 + 3 / log2(3) + 1 / 2)),
        # The best single document has 7, the first here 0.
        ("ndcg@1", 0 / 7),
        # trec_eval's gain is the grade: 3 and 2 here, 3, 2 and 1 at best.
        ("ndcg_linear@5", (3 / log2(3) + 2 / log2(5)) / (3 + 2 / log2(3) + 1 / 2)),
    ],
)
def test_each_measure(column: str, expected: float) -> None:
    for qrels, run in ((QRELS, RUN), frames(QRELS, RUN)):
        found = retrieval.evaluate(qrels, run)
        assert found.loc["q", column] == pytest.approx(expected, abs=1e-15)


def test_the_columns_are_a_status_counts_and_each_measure_at_each_k() -> None:
    found = retrieval.evaluate(QRELS, RUN, k=(2, 7))
    measures = ("recall", "precision", "hit", "mrr", "ndcg", "ndcg_linear")
    assert list(found) == ["status", "n_relevant", "n_retrieved", *(f"{m}@{k}" for m in measures for k in (2, 7))]
    assert found.index.name == "query_id"
    assert found.loc["q", ["status", "n_relevant", "n_retrieved"]].tolist() == ["scored", 3, 4]


def test_a_question_missing_from_the_run_counts_as_zero_and_is_counted() -> None:
    found = retrieval.evaluate({"p": {"a": 1}, "q": {"a": 1}}, {"q": {"a": 1.0}})
    assert found.loc["p", "status"] == "missing_from_run"
    assert found.loc["p", "recall@5"] == found.loc["p", "ndcg@10"] == 0
    said = retrieval.summary(found)
    assert (said.means["recall@5"], said.n, said.n_missing_from_run) == (0.5, 2, 1)  # (0 + 1) / 2


def test_a_question_without_relevant_documents_has_no_value_and_enters_no_mean() -> None:
    qrels = {"graded 0": {"a": 0}, "judged nothing": {}, "q": {"a": 1}}
    run = {"graded 0": {"a": 1.0}, "q": {"b": 2.0, "a": 1.0}, "not judged": {"a": 1.0}}
    for given in ((qrels, run), (qrels, frames({}, run)[1])):
        found = retrieval.evaluate(*given)
        unlabelled = found[found["status"] == "unlabelled"]
        assert list(unlabelled.index) == ["graded 0", "judged nothing", "not judged"]
        assert unlabelled.filter(like="@").isna().all(axis=None)
        said = retrieval.summary(found)
        assert (said.means["mrr@10"], said.n, said.n_unlabelled) == (0.5, 1, 3)


def test_where_no_question_is_labelled_every_mean_is_missing() -> None:
    said = retrieval.summary(retrieval.evaluate({"q": {"a": 0}}, {"q": {"a": 1.0}}))
    assert set(said.means.values()) == {None}
    assert said.n == 0


def test_a_system_that_retrieves_nothing_has_no_value_anywhere() -> None:
    found = retrieval.evaluate(QRELS, None)
    assert found.loc["q", ["status", "n_relevant", "n_retrieved"]].tolist() == ["retrieves_nothing", 3, 0]
    assert found.filter(like="@").isna().all(axis=None)
    assert retrieval.summary(found).n == 0


def test_an_empty_ranking_of_a_system_that_retrieves_is_a_miss() -> None:
    found = retrieval.evaluate(QRELS, {"q": {}})
    assert found.loc["q", "status"] == "scored"
    assert found.loc["q", "recall@10"] == 0


def test_the_headline_is_recall_at_the_primary_k_and_the_deepest_of_the_others() -> None:
    assert retrieval.headline((1, 3, 5, 10)) == ("recall@5", "mrr@10", "ndcg@10")
    assert retrieval.headline((1, 20, 3), primary_k=3) == ("recall@3", "mrr@20", "ndcg@20")


def test_a_fraction_is_a_grade_and_a_negative_grade_is_not_relevant() -> None:
    found = retrieval.evaluate({"q": {"a": 0.5, "b": -1}}, {"q": {"b": 2.0, "a": 1.0}}, k=(2,))
    assert found.loc["q", "recall@2"] == 1
    assert found.loc["q", "ndcg@2"] == pytest.approx(1 / log2(3))  # the gain 2^0.5 - 1 cancels
