from __future__ import annotations

import asyncio

import pytest

from cairn_nb.judges.pairwise.compare import compare
from cairn_nb.judges.pairwise.heuristic import HeuristicPairJudge
from cairn_nb.judges.pairwise.pair import Contestant
from cairn_nb.records.pair_comparison import PairComparison
from tests.judges.pairwise.pairs import pair


def judged(one: float | None, two: float | None) -> PairComparison:
    shown = pair(first=Contestant("a", "x", answer_score=one), second=Contestant("b", "y", answer_score=two))
    return asyncio.run(compare(HeuristicPairJudge(), shown)).comparison


@pytest.mark.parametrize(
    ("one", "two", "score"),
    [
        (4.0, 3.74, 1.0),  # 0.26 apart
        (4.0, 3.75, 0.5),  # 0.25 is a tie
        (3.0, 3.25, 0.5),
        (3.0, 3.5, 0.0),
    ],
)
def test_the_higher_score_wins_and_a_quarter_point_is_a_tie(one: float, two: float, score: float) -> None:
    found = judged(one, two)
    assert found.score == score and not found.flipped and not found.same_family
    assert (found.judge, found.cost_usd, found.prompt_version) == ("heuristic", 0.0, "")


@pytest.mark.parametrize(("one", "two"), [(None, 3.0), (3.0, None), (None, None)])
def test_without_a_score_there_is_no_verdict(one: float | None, two: float | None) -> None:
    assert judged(one, two).failed
