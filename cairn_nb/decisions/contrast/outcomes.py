"""Which of two systems is right on each question, by their scores or by the arena's verdicts.

A question that cannot be decided is skipped with its reason, and never counted as wrong.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from math import fsum
from typing import Literal, TypeAlias

from cairn_nb.decisions.contrast.side import Side
from cairn_nb.metrics.trials import DUST
from cairn_nb.records.contrast import ContrastSettings
from cairn_nb.records.pair_comparison import PairComparison

WonBy: TypeAlias = Literal["a", "b"]
Right: TypeAlias = Literal["a", "b", "both", "neither", "draw"]
Reason: TypeAlias = Literal["not_asked", "failed", "no_score", "no_verdict"]
SIDES: tuple[WonBy, WonBy] = ("a", "b")
EVEN = 0.5
Points: TypeAlias = Mapping[str, float]


@dataclass(frozen=True)
class Outcomes:
    """Who is right on each question that can be compared, and why the others cannot; both in the order asked."""

    right: dict[str, Right]
    skipped: dict[str, Reason]

    def won_by(self, side: WonBy) -> tuple[str, ...]:
        """The questions that only this side is right on."""
        return tuple(question for question, right in self.right.items() if right == side)


def outcomes(
    a: Side,
    b: Side,
    settings: ContrastSettings,
    *,
    points: Points | None = None,
    question_ids: Collection[str] | None = None,
) -> Outcomes:
    """Who is right.

    Parameters
    ----------
    points
        With verdicts, a's share of the points of each question that has a verdict; see `points_of`.
    question_ids
        The questions to look at; by default all that either was asked.
    """
    wanted = None if question_ids is None else frozenset(question_ids)
    right: dict[str, Right] = {}
    skipped: dict[str, Reason] = {}
    for question in dict.fromkeys((*a.rows, *b.rows)):
        if wanted is not None and question not in wanted:
            continue
        reason = _unfit(question, a, b, points)
        if reason is not None:
            skipped[question] = reason
        else:
            right[question] = _by_score(question, a, b, settings) if points is None else _by_points(points[question])
    return Outcomes(right, skipped)


def points_of(comparisons: Iterable[PairComparison], a: str, b: str) -> dict[str, float]:
    """a's share of the points of each question: the mean over its comparisons with b that have a verdict."""
    found: dict[str, list[float]] = {}
    for one in comparisons:
        if {one.system_a, one.system_b} == {a, b} and one.score is not None and not one.failed:
            found.setdefault(one.case_id, []).append(one.score if one.system_a == a else 1 - one.score)
    return {question: fsum(points) / len(points) for question, points in found.items()}


def _unfit(question: str, a: Side, b: Side, points: Points | None) -> Reason | None:
    if question not in a.rows or question not in b.rows:
        return "not_asked"
    if question in a.failed or question in b.failed:
        return "failed"
    if points is not None:
        return None if question in points else "no_verdict"
    return None if question in a.scores and question in b.scores else "no_score"


def _by_score(question: str, a: Side, b: Side, settings: ContrastSettings) -> Right:
    one, other = (side.scores[question] >= settings.threshold - DUST for side in (a, b))
    if one is other:
        return "both" if one else "neither"
    return "a" if one else "b"


def _by_points(points: float) -> Right:
    lead = points - EVEN
    if abs(lead) <= DUST:
        return "draw"
    return "a" if lead > 0 else "b"
