"""Which systems are worth choosing among: those that no other one beats on score, cost and latency at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from cairn_nb.decisions.reading.systems import Systems
from cairn_nb.decisions.tables.costs import Costs
from cairn_nb.decisions.tables.latencies import latency_of
from cairn_nb.decisions.tables.measures import ANSWER_SCORE
from cairn_nb.records import Record
from cairn_nb.stats.pareto import dominators


class Axis(Record):
    """One axis, by its column of the metrics table."""

    name: str
    better: Literal["higher", "lower"]


AXES = (
    Axis(name=ANSWER_SCORE, better="higher"),
    Axis(name="cost_per_question", better="lower"),
    Axis(name="latency_ms_mean", better="lower"),
)


class Point(Record):
    """One system's three values."""

    system: str
    answer_score: float
    cost_per_question: float
    latency_ms_mean: float


class ParetoFront(Record):
    """The front compares means: it may hold by a margin that the intervals do not support.

    `dominated_by` lists for every system off the front which ones beat it; `unplaced` names for a system that lacks
    a value the axes without one.
    """

    axes: tuple[Axis, ...] = AXES
    front: tuple[str, ...]
    points: tuple[Point, ...]
    dominated_by: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    unplaced: dict[str, tuple[str, ...]] = Field(default_factory=dict)

    def is_on(self, system: str) -> bool | None:
        """Whether a system is on the front; None where it could not be placed."""
        return None if system in self.unplaced else system in self.front


def pareto_front(systems: Systems) -> ParetoFront:
    """The front of all systems that have the three values; two identical ones are both kept."""
    scores = systems.means(ANSWER_SCORE)
    costs = [Costs(system).per_question for system in systems.systems]
    latencies = [latency_of(system, systems.settings.level).mean_ms for system in systems.systems]
    return front_of(systems.names, list(zip(scores, costs, latencies, strict=True)))


def front_of(names: Sequence[str], values: Sequence[tuple[float | None, float | None, float | None]]) -> ParetoFront:
    """The front of named (score, cost, latency).

    Raises
    ------
    InputError
        If a number is not finite.
    """
    placed = [
        (name, (score, cost, latency))
        for name, (score, cost, latency) in zip(names, values, strict=True)
        if score is not None and cost is not None and latency is not None
    ]
    beaten_by = dominators([(-score, cost, latency) for _, (score, cost, latency) in placed])
    dominated_by = {
        name: tuple(placed[place][0] for place in places)
        for (name, _), places in zip(placed, beaten_by, strict=True)
        if places
    }
    return ParetoFront(
        front=tuple(name for name, _ in placed if name not in dominated_by),
        points=tuple(
            Point(system=name, answer_score=score, cost_per_question=cost, latency_ms_mean=latency)
            for name, (score, cost, latency) in placed
        ),
        dominated_by=dominated_by,
        unplaced={
            name: tuple(axis.name for axis, value in zip(AXES, found, strict=True) if value is None)
            for name, found in zip(names, values, strict=True)
            if None in found
        },
    )
