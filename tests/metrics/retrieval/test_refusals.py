"""What cannot be measured is refused, by name and with the next step."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

from cairn_nb.errors import InputError
from cairn_nb.metrics import retrieval
from cairn_nb.metrics.retrieval import framed, mapped

QRELS = {"q": {"a": 1}}
RUN = {"q": {"a": 1.0}}


def run_frame(**columns: Any) -> pd.DataFrame:
    return pd.DataFrame({"query_id": ["q", "q"], "doc_id": ["a", "b"], "score": [2.0, 1.0]} | columns)


@pytest.mark.parametrize(
    ("run", "said"),
    [
        (run_frame().rename(columns={"score": "sim"}), r"no column score .*query_id, doc_id, sim"),
        (run_frame(score=[1.0, np.nan]), r"score, row 1: a number is missing"),
        (run_frame(score=["high", "low"]), r"score: a value is no number"),
        (run_frame(doc_id=["a", None]), r"doc_id, row 1: an id is missing"),
        (run_frame(query_id=[None, "q"]), r"query_id, row 0: an id is missing"),
        (run_frame(doc_id=[1.5, 2.5]), r"doc_id: ids are floating"),
        (run_frame(doc_id=pd.Series(["a", 7], dtype=object)), r"doc_id: ids are mixed"),
        (run_frame(doc_id=["b", "b"]), r"run, query 'q': 'b' is there twice .*collapse"),
        ([("q", "a", 1.0)], r"the run is a list .*DataFrame"),
        ({"q": ["a", "b"]}, r"a list by query, .*as_run"),
        ({"q": {"a": None}}, r"score of 'a' is no number"),
        ({"q": {"a": "1"}}, r"score of 'a' is no number"),
        ({"q": {"a": float("nan")}}, r"a score is NaN"),
        ({"q": {7: 1.0}}, r"document ids of the run hold a int"),
        ({7: {"a": 1.0}}, r"query ids of the run hold a int"),
    ],
)
def test_a_run(run: Any, said: str) -> None:
    with pytest.raises(InputError, match=said):
        retrieval.evaluate(QRELS, run)


@pytest.mark.parametrize(
    ("qrels", "said"),
    [
        (pd.DataFrame({"query_id": ["q"], "doc_id": ["a"]}), r"qrels has no column relevance"),
        (pd.DataFrame({"query_id": ["q"] * 2, "doc_id": ["a"] * 2, "relevance": [1, 2]}), r"qrels, query 'q': 'a' is"),
        ({"q": {"a": 1024}}, r"a relevance of 1024 .*up to 1023"),
        ({"q": {"a": float("inf")}}, r"a relevance of inf"),
        ({"q": {"a": float("nan")}}, r"relevance: a value is NaN"),
        ({"q": {"a": "high"}}, r"relevance: a value is no number"),
        ({"q": ["a"]}, r"qrels holds a list by query"),
        ({"q": {3: 1}}, r"document ids of qrels hold a int"),
    ],
)
def test_qrels(qrels: Any, said: str) -> None:
    with pytest.raises(InputError, match=said):
        retrieval.evaluate(qrels, RUN)


@pytest.mark.parametrize("k", [(), 5, "10", (0,), (1.5,), (True,)])
def test_cutoffs(k: Any) -> None:
    with pytest.raises(InputError, match="k "):
        retrieval.evaluate(QRELS, RUN, k=k)


def test_whole_numbers_are_ids_and_meet_text() -> None:
    run = pd.DataFrame({"query_id": [601, 601], "doc_id": [9, 12], "score": [1, 1]})
    found = retrieval.evaluate({"601": {"12": 1}}, run, k=(2,))
    assert found.loc["601", "mrr@2"] == 1 / 2  # ids are text: "9" goes before "12"


@pytest.mark.parametrize("dtype", ["object", "category", "string"])
def test_every_kind_of_text_column(dtype: str) -> None:
    run = run_frame().astype({"query_id": dtype, "doc_id": dtype})
    assert retrieval.evaluate(QRELS, run).loc["q", "mrr@1"] == 1


def test_what_is_read_at_once_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    run = {f"q{i}": {f"d{j}": float((7 * i * j) % 5) for j in range(i % 6)} for i in range(40)}
    qrels = {f"q{i}": {f"d{j}": j % 3 for j in range(4)} for i in range(0, 50, 2)}
    rows = [(q, d, s) for q, names in run.items() for d, s in names.items()]
    frame = pd.DataFrame(rows, columns=["query_id", "doc_id", "score"])
    whole = retrieval.evaluate(qrels, run), retrieval.evaluate(qrels, frame)
    monkeypatch.setattr(mapped, "BLOCK_RANKINGS", 3)
    monkeypatch.setattr(framed, "BLOCK_DOCUMENTS", 7)
    pd.testing.assert_frame_equal(retrieval.evaluate(qrels, run), whole[0])
    pd.testing.assert_frame_equal(retrieval.evaluate(qrels, frame), whole[1])
