from __future__ import annotations

from math import exp
from typing import Any

import pytest

from cairn_nb.confidence.signals import sigmoid, signals
from cairn_nb.records import Claim, Passage


def passage(rank: int, score: float = 0.0, shown: bool = True, **components: float) -> Passage:
    return Passage(
        chunk_id=f"c{rank}", source="a.md", text="t", rank=rank, score=score, components=components, shown=shown
    )


def retrieval(*passages: Passage, **params: Any) -> float:
    return signals(passages=passages, claims=(), confidence_self=None, params=params)["retrieval"]


def test_dense_level_and_margin() -> None:
    # 0.65 x 0.8 + 0.35 x (0.8 - 0.6) / 0.8 = 0.52 + 0.0875
    assert retrieval(passage(1, dense=0.8), passage(2, dense=0.6)) == pytest.approx(0.6075)


def test_bm25_level_has_no_upper_limit_to_clamp_at() -> None:
    # level 10 / 20, margin (10 - 5) / 10
    assert retrieval(passage(1, bm25=10), passage(2, bm25=5)) == pytest.approx(0.65 * 0.5 + 0.35 * 0.5)
    assert retrieval(passage(1, bm25=10), bm25_half=30.0) == 0.25


def test_dense_wins_over_bm25_where_any_passage_has_it() -> None:
    # The second has no dense score, which counts as 0: margin 1.
    assert retrieval(passage(1, dense=0.4, bm25=9), passage(2, bm25=8)) == pytest.approx(0.65 * 0.4 + 0.35)
    # The first has none: nothing above 0 to measure.
    assert retrieval(passage(1, bm25=9), passage(2, dense=0.4)) == 0.0


def test_stage_score_where_no_component_is_known() -> None:
    assert retrieval(passage(1, 0.5), passage(2, 0.5)) == pytest.approx(0.65 * 0.5)


def test_first_in_rank_order_even_when_the_second_scores_higher() -> None:
    assert retrieval(passage(1, dense=0.5), passage(2, dense=0.9)) == pytest.approx(0.65 * 0.5)


def test_one_passage_has_a_level_and_no_margin() -> None:
    assert retrieval(passage(1, dense=0.8)) == 0.8
    assert retrieval(passage(1, dense=1.7)) == 1.0
    assert retrieval(passage(1, dense=-0.2), passage(2, dense=-0.5)) == 0.0


def test_only_what_was_shown_counts() -> None:
    assert retrieval(passage(1, dense=0.8), passage(2, dense=0.6, shown=False)) == 0.8
    assert signals(passages=[passage(1, shown=False)], claims=(), confidence_self=1.0) == {}


def test_no_passages_no_signals() -> None:
    assert signals(passages=(), claims=(Claim(text="a", supported=True),), confidence_self=0.9) == {}


def test_signals_that_do_not_apply_are_absent() -> None:
    one = passage(1, dense=0.5)
    assert set(signals(passages=[one], claims=(), confidence_self=None)) == {"retrieval"}
    full = signals(
        passages=[passage(1, dense=0.5, rerank=2.0), passage(2, dense=0.4, rerank=0.5)],
        claims=(Claim(text="a", supported=True), Claim(text="b")),
        confidence_self=1.4,
    )
    assert full["rerank"] == pytest.approx(1 / (1 + exp(-1.5)))
    assert (full["self"], full["citation"]) == (1.0, 0.5)
    alone = signals(passages=[passage(1, dense=0.5, rerank=2.0)], claims=(), confidence_self=None)
    assert alone["rerank"] == pytest.approx(1 / (1 + exp(-2.0)))


def test_the_sigmoid_does_not_overflow() -> None:
    assert (sigmoid(-1e4), sigmoid(0.0), sigmoid(1e4)) == (0.0, 0.5, 1.0)
