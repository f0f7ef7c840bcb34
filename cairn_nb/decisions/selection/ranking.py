"""The order of the systems that meet every limit: the winner, the tied best first, the rest by weighted score."""

from __future__ import annotations

from collections.abc import Sequence

from cairn_nb.decisions.selection.scoring import Scores, by_effort, by_score
from cairn_nb.records.recommendation import Place, RankedSystem, SystemNumbers, TieTest
from cairn_nb.records.selection_policy import SelectionPolicy


def ranking(
    systems: Sequence[SystemNumbers], best: str | None, tests: Sequence[TieTest], policy: SelectionPolicy
) -> tuple[RankedSystem, ...]:
    """Every system at its place.

    Parameters
    ----------
    systems
        Those that meet every limit.
    best
        The one with the highest mean; null where there is none, and then the ranking is empty.
    tests
        Each other system's test against the best.
    """
    if best is None:
        return ()
    scores, weights = Scores.of(systems), policy.weighing()
    level = {best, *(test.system for test in tests if test.is_tied)}
    if policy.merges_ties:
        tied = [found for found in systems if found.system in level]
        front = sorted(tied, key=lambda found: by_effort(found, scores, weights))
    else:
        front = [found for found in systems if found.system == best]
    rest = [found for found in systems if found not in front]
    behind = sorted(rest, key=lambda found: by_score(found, scores, weights))
    return tuple(
        RankedSystem(
            numbers=found,
            place=_place(at, len(front)),
            rank=at + 1,
            score=None if found.quality.value is None else scores.weighted(found.system, weights),
        )
        for at, found in enumerate([*front, *behind])
    )


def _place(at: int, n_front: int) -> Place:
    return "winner" if at == 0 else "tied" if at < n_front else "rest"
