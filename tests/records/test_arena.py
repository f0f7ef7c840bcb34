"""Standings in order, with equal scores sharing a place."""

from __future__ import annotations

from cairn_nb.records import Estimate
from cairn_nb.records.arena import ArenaStanding, ArenaSummary


def standing(system: str, score: float | None, comparisons: int = 4) -> ArenaStanding:
    return ArenaStanding(system=system, score=Estimate(value=score), comparisons=comparisons)


def test_equal_scores_share_a_place_and_who_met_nobody_has_none() -> None:
    tied = (standing("b", 1100.0), standing("a", 1100.0 + 1e-9), standing("c", 800.0), standing("d", None, 0))
    found = ArenaSummary.model_construct(standings=tied)
    assert [(row.system, found.place(row)) for row in found.ranked] == [("a", 1), ("b", 1), ("c", 3), ("d", None)]
