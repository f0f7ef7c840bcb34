"""Which limits a system breaks, and by how much. What was not measured cannot be shown to meet a limit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import fsum

from cairn_nb.decisions.reading.limits import DUST
from cairn_nb.decisions.selection.locality import models_elsewhere, needs_network
from cairn_nb.decisions.selection.wording import apart, points, usd, whole_ms
from cairn_nb.records import Report
from cairn_nb.records.recommendation import BrokenLimit, ExcludedSystem, SystemNumbers
from cairn_nb.records.selection_policy import Constraints

UNKNOWN_CONFIG = "its report does not carry its configuration"


@dataclass(frozen=True)
class _Bound:
    """A limit on a number: what it is called, which one it is, how it is written, and its side."""

    title: str
    read: Callable[[SystemNumbers], float | None]
    written: Callable[[float], str]
    is_most: bool


BOUNDS = {
    "max_cost_per_question": _Bound("cost per question", lambda found: found.cost_per_question_usd, usd, True),
    "max_latency_ms_p95": _Bound("p95 latency", lambda found: found.latency_p95_ms, whole_ms, True),
    "min_faithfulness": _Bound("faithfulness", lambda found: found.faithfulness, points, False),
    "min_answer_score": _Bound("answer score", lambda found: found.answer_score, points, False),
    "max_ingestion_cost": _Bound("ingestion cost", lambda found: found.ingestion_cost_usd, usd, True),
}


def broken_limits(report: Report, found: SystemNumbers, constraints: Constraints) -> tuple[BrokenLimit, ...]:
    """Every limit that the system breaks, in the order of the constraints."""
    bounds = ((name, getattr(constraints, name)) for name in BOUNDS)
    numbers = (_beyond(name, limit, found) for name, limit in bounds if limit is not None)
    return (*(broken for broken in numbers if broken is not None), *_requirements(report, constraints))


def _beyond(name: str, limit: float, found: SystemNumbers) -> BrokenLimit | None:
    bound = BOUNDS[name]
    value, asked = bound.read(found), f"{'at most' if bound.is_most else 'at least'} {bound.written(limit)}"
    if value is None:
        sentence = f"{bound.title} was not measured, and {asked} is asked"
        return BrokenLimit(constraint=name, limit=limit, sentence=sentence)
    by = value - limit if bound.is_most else limit - value
    if by <= DUST:
        return None
    side = "above" if bound.is_most else "below"
    share = f" ({_share(by / limit)})" if limit else ""
    written = apart(bound.written, value, limit)
    return BrokenLimit(
        constraint=name,
        limit=limit,
        value=value,
        by=by,
        relative=by / limit if limit else None,
        sentence=f"{bound.title} {written[0]} is {bound.written(by)}{share} {side} the limit of {written[1]}",
    )


def _share(share: float) -> str:
    return f"{share:.0%}" if share >= 0.005 else "less than 1%"


def _requirements(report: Report, constraints: Constraints) -> Iterator[BrokenLimit]:
    if constraints.require_local_models:
        why = UNKNOWN_CONFIG if report.config is None else _elsewhere(models_elsewhere(report.config))
        if why:
            yield BrokenLimit(constraint="require_local_models", sentence=f"every model must be local: {why}")
    if constraints.require_no_network:
        found = () if report.config is None else (*models_elsewhere(report.config), *needs_network(report.config))
        why = UNKNOWN_CONFIG if report.config is None else _elsewhere(found)
        if why:
            yield BrokenLimit(constraint="require_no_network", sentence=f"no network may be needed: {why}")


def _elsewhere(found: tuple[str, ...]) -> str:
    if not found:
        return ""
    return f"{', '.join(found)} {'is' if len(found) == 1 else 'are'} reached over a network"


def closest(excluded: list[ExcludedSystem]) -> ExcludedSystem | None:
    """The system that misses least: fewest limits that have no measure of a miss, then the least of the others.

    Misses are shares of their limits, summed; then plain sums; then names.
    """

    def key(system: ExcludedSystem) -> tuple[int, float, float, str]:
        measured = [broken.relative for broken in system.broken if broken.relative is not None]
        plain = fsum(broken.by or 0.0 for broken in system.broken)
        return len(system.broken) - len(measured), fsum(measured), plain, system.system

    return min(excluded, key=key, default=None)
