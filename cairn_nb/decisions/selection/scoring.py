"""Weighted scores, and the order in which systems that are tied would be picked.

Quality, cost and latency are each put on 0 to 1 between the worst and the best of the systems that meet every limit, 1
being best. A cost or time that is not known counts as the worst.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf

from cairn_nb.decisions.selection.numbers import DIGITS
from cairn_nb.records.recommendation import SystemNumbers
from cairn_nb.records.selection_policy import Weights

Order = tuple[float | str, ...]


@dataclass(frozen=True)
class Scores:
    """Each system's place between the worst and the best of all, by name."""

    quality: dict[str, float]
    cost: dict[str, float]
    latency: dict[str, float]

    @classmethod
    def of(cls, systems: Sequence[SystemNumbers]) -> Scores:
        """Min-max normalised over these systems."""
        return cls(
            quality=_normalised(systems, lambda found: found.quality.value),
            cost=_normalised(systems, lambda found: _negated(found.cost_per_question_usd)),
            latency=_normalised(systems, lambda found: _negated(found.latency_ms)),
        )

    def weighted(self, system: str, weights: Weights) -> float:
        """0 to 1; 1 is the best in everything that counts."""
        parts = (
            weights.quality * self.quality[system],
            weights.cost * self.cost[system],
            weights.latency * self.latency[system],
        )
        return round(sum(parts) / (weights.quality + weights.cost + weights.latency), DIGITS)

    def effort(self, system: str, weights: Weights) -> float:
        """Cost and latency alone, by their weights; higher is less effort."""
        return round(weights.cost * self.cost[system] + weights.latency * self.latency[system], DIGITS)


def _negated(value: float | None) -> float | None:
    return None if value is None else -value


def _normalised(systems: Sequence[SystemNumbers], read: Callable[[SystemNumbers], float | None]) -> dict[str, float]:
    known = [value for found in systems if (value := read(found)) is not None]
    low, high = min(known, default=0.0), max(known, default=0.0)

    def placed(value: float | None) -> float:
        if value is None:
            return 0.0
        return (value - low) / (high - low) if high > low else 1.0

    return {found.system: placed(read(found)) for found in systems}


def by_mean(found: SystemNumbers) -> Order:
    """The highest mean first; of equal ones the cheapest, then the fastest, then the simplest, then the name."""
    mean = -inf if found.quality.value is None else round(found.quality.value, DIGITS)
    return (-mean, _or_last(found.cost_per_question_usd), _or_last(found.latency_ms), *_simplicity(found))


def by_effort(found: SystemNumbers, scores: Scores, weights: Weights) -> Order:
    """What the tied are sorted by: the best mix of cost and latency, then the simplest, then the name."""
    return (-scores.effort(found.system, weights), *_simplicity(found))


def by_score(found: SystemNumbers, scores: Scores, weights: Weights) -> Order:
    """The highest weighted score first; a system without a quality is last."""
    return (float(found.quality.value is None), -scores.weighted(found.system, weights), found.system)


def _simplicity(found: SystemNumbers) -> Order:
    return (_or_last(found.model_calls), _or_last(found.steps), found.system)


def _or_last(value: float | None) -> float:
    return inf if value is None else value
