"""Chunks to documents, an agent's calls to one ranking, and what an external system reports."""

from __future__ import annotations

import pytest

from cairn_nb.errors import InputError
from cairn_nb.metrics import retrieval

DOCUMENT_OF = {"a1": "a", "a2": "a", "b1": "b", "c1": "c"}


def test_a_documents_first_chunk_counts() -> None:
    assert retrieval.collapse(["b1", "a2", "a1", "c1"], DOCUMENT_OF) == ["b", "a", "c"]
    assert retrieval.collapse(["b#1", "a#2", "b#3"], lambda chunk: chunk.split("#")[0]) == ["b", "a"]


def test_an_unknown_chunk_is_named() -> None:
    with pytest.raises(InputError, match="chunk 'z9'"):
        retrieval.collapse(["a1", "z9"], DOCUMENT_OF)


def test_a_document_has_the_score_of_its_best_chunk() -> None:
    run = {"q": {"a1": 0.2, "b1": 0.5, "a2": 0.9}, "p": {"c1": 1.0}}
    assert retrieval.collapse_run(run, DOCUMENT_OF) == {"q": {"a": 0.9, "b": 0.5}, "p": {"c": 1.0}}


def test_recall_is_over_documents_not_chunks() -> None:
    # Chunks b1 a1 a2 c1: documents b a c, so a is second and c third although its chunk is fourth.
    run = retrieval.as_run({"q": retrieval.collapse(["b1", "a1", "a2", "c1"], DOCUMENT_OF)})
    found = retrieval.evaluate({"q": {"a": 1, "c": 1}}, run, k=(2, 3))
    assert found.loc["q", ["recall@2", "recall@3"]].tolist() == [1 / 2, 2 / 2]


def test_calls_are_merged_by_reciprocal_ranks() -> None:
    # a: 1/61 + 1/62, b: 1/62 + 1/61, c: 1/63, d: 1/63. Equal sums go to the earlier call, then the better rank.
    assert retrieval.fuse_calls([["a", "b", "c"], ["b", "a", "d"]]) == ["a", "b", "c", "d"]
    # b: 1/62 + 1/61 = 0.03252 beats a: 1/61 = 0.01639.
    assert retrieval.fuse_calls([["a", "b"], ["b"]]) == ["b", "a"]
    # With a small rrf_k the first place weighs more: a: 1/1 = 1, b: 1/3 + 1/3.
    assert retrieval.fuse_calls([["a", "x", "b"], ["y", "z", "b"]], rrf_k=0)[0] == "a"
    assert retrieval.fuse_calls([["a", "x", "b"], ["y", "z", "b"]])[0] == "b"


def test_one_call_keeps_its_order_and_no_call_is_nothing() -> None:
    assert retrieval.fuse_calls([["c", "a", "c", "b"]]) == ["c", "a", "b"]
    assert retrieval.fuse_calls([]) == retrieval.fuse_calls([[], []]) == []


def test_the_order_of_many_calls_changes_no_sum() -> None:
    calls = [[f"d{(7 * i + j) % 11}" for j in range(11)] for i in range(11)]  # every document has every rank once
    assert retrieval.fuse_calls(calls) == list(dict.fromkeys(calls[0]))


def test_a_ranking_keeps_its_order_as_a_run() -> None:
    names = [f"d{i}" for i in (3, 1, 2, 11, 10)]
    found = retrieval.evaluate({name: {name: 1} for name in names}, retrieval.as_run(dict.fromkeys(names, names)))
    assert (1 / found["mrr@10"]).tolist() == [1, 2, 3, 4, 5]


CORPUS = {"a", "b", "c"}


@pytest.mark.parametrize(
    "passages",
    [
        {"q": [], "p": []},  # reports none
        {},
        {"q": ["a"], "p": ["b", "elsewhere"]},  # one id names no document of the corpus
    ],
)
def test_an_external_system_without_usable_passages_has_no_retrieval_metric_for_any_question(
    passages: dict[str, list[str]],
) -> None:
    run = retrieval.external_run(passages, CORPUS)
    assert run is None
    found = retrieval.evaluate({"q": {"a": 1}, "p": {"b": 1}}, run)
    assert found.filter(like="@").isna().all(axis=None)


def test_an_external_system_is_scored_on_what_it_reports_in_its_order() -> None:
    run = retrieval.external_run({"q": ["b", "a"], "p": []}, CORPUS)
    found = retrieval.evaluate({"q": {"a": 1}, "p": {"b": 1}}, run)
    assert found["mrr@5"].tolist() == [1 / 2, 0]  # it retrieves, so an empty list is a miss
