"""Equal scores: the stated rule, and that the order of the input plays no part."""

from __future__ import annotations

import random

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cairn_nb.metrics import retrieval


def test_equal_scores_go_by_descending_id() -> None:
    found = retrieval.evaluate({"q": {"b": 1}}, {"q": {"a": 1.0, "b": 1.0, "c": 1.0, "d": 0.5}}, k=(10,))
    assert found.loc["q", "mrr@10"] == 1 / 2  # c b a d


def test_scores_that_single_precision_cannot_tell_apart_are_equal() -> None:
    # 16777217 is the first whole number that single precision lacks: it reads as 16777216.
    found = retrieval.evaluate({"q": {"a": 1}}, {"q": {"a": 16777217.0, "b": 16777216.0}}, k=(10,))
    assert found.loc["q", "mrr@10"] == 1 / 2


@pytest.mark.parametrize("scores", [(0.0, -0.0), (1e300, 2e300), (-1e300, -2e300), (1e-60, -1e-60)])
def test_zeros_and_what_is_beyond_single_precision_tie(scores: tuple[float, float]) -> None:
    first, second = scores
    for run in ({"a": first, "b": second}, {"a": second, "b": first}):
        assert retrieval.evaluate({"q": {"a": 1}}, {"q": run}, k=(2,)).loc["q", "mrr@2"] == 1 / 2


def test_negative_scores_rank_below_positive_ones() -> None:
    run = {"a": -5.0, "b": -1.0, "c": 3.0, "d": float("-inf"), "e": float("inf")}
    ranks = {name: 1 / retrieval.evaluate({"q": {name: 1}}, {"q": run}).loc["q", "mrr@10"] for name in run}
    assert ranks == {"e": 1, "c": 2, "b": 3, "a": 4, "d": 5}


def test_ids_are_compared_by_code_points_in_every_script() -> None:
    run = {"q": {"Z": 1.0, "é": 1.0, "中": 1.0, "🦆": 1.0}}
    ranks = [1 / retrieval.evaluate({"q": {name: 1}}, run).loc["q", "mrr@10"] for name in ("🦆", "中", "é", "Z")]
    assert ranks == [1, 2, 3, 4]


RUNS = st.dictionaries(
    st.sampled_from(["q1", "q2", "q10"]),
    st.dictionaries(st.text("abc", min_size=1, max_size=3), st.sampled_from([0.1, 0.5, 0.5, 1.0]), max_size=12),
    max_size=3,
)
QRELS = st.dictionaries(
    st.sampled_from(["q1", "q2", "q3"]),
    st.dictionaries(st.text("abc", min_size=1, max_size=3), st.integers(-1, 4), max_size=12),
    max_size=3,
)


@settings(deadline=None)
@given(QRELS, RUNS, st.randoms(use_true_random=False))
def test_tables_in_any_order_say_what_dicts_say(
    qrels: dict[str, dict[str, int]], run: dict[str, dict[str, float]], shuffler: random.Random
) -> None:
    judged = [(q, d, g) for q, names in qrels.items() for d, g in names.items()]
    ranked = [(q, d, s) for q, names in run.items() for d, s in names.items()]
    shuffler.shuffle(ranked)
    shuffler.shuffle(judged)
    from_frames = retrieval.evaluate(
        pd.DataFrame(judged, columns=["query_id", "doc_id", "relevance"]),
        pd.DataFrame(ranked, columns=["query_id", "doc_id", "score"]),
        k=(1, 3, 10),
    )
    # A table cannot name a question without a row.
    named = {q: names for q, names in qrels.items() if names}, {q: names for q, names in run.items() if names}
    from_dicts = retrieval.evaluate(*named, k=(1, 3, 10))
    assert set(from_dicts.index) == set(from_frames.index)
    # Only what is summed may differ, in the last digit, with the order of the judgements.
    pd.testing.assert_frame_equal(
        from_dicts.sort_index(), from_frames.sort_index(), check_dtype=False, rtol=1e-14, atol=1e-14
    )
