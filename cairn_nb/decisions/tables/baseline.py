"""Which system the others are compared with."""

from __future__ import annotations

from collections.abc import Sequence

from cairn_nb.decisions.tables.costs import Costs
from cairn_nb.decisions.tables.systems import System, Systems
from cairn_nb.errors import InputError
from cairn_nb.records import Record

DUST_DECIMALS = 12


class Baseline(Record):
    """`source` says why it is this one; `warning` that another was configured and is not among the systems."""

    system: str
    source: str
    warning: str | None = None


def baseline_of(systems: Systems, asked: str | None = None) -> Baseline:
    """The system asked for, else `stats.baseline`, else the cheapest by cost per question.

    The first of them on a tie. A system whose cost is unknown is the cheapest only where no cost is known; then it is
    the first. A configured baseline that could not be measured gives way to the cheapest, with a warning.

    Raises
    ------
    InputError
        If `asked` is not among the systems.
    """
    if asked is not None:
        if asked not in systems.names:
            raise InputError(f"there is no system {asked!r}", key="baseline", hint=f"one of {', '.join(systems.names)}")
        return Baseline(system=asked, source="asked for")
    configured = systems.settings.baseline
    if configured is not None and configured in systems.names:
        return Baseline(system=configured, source="stats.baseline")
    warning = None if configured is None else f"stats.baseline names {configured}, which is not among the systems"
    name, source = _cheapest(systems.systems)
    return Baseline(system=name, source=source, warning=warning)


def _cheapest(systems: Sequence[System]) -> tuple[str, str]:
    costs = [Costs(system).per_question for system in systems]
    known = [(round(cost, DUST_DECIMALS), place) for place, cost in enumerate(costs) if cost is not None]
    if not known:
        return systems[0].name, "the first; no cost is known"
    return systems[min(known)[1]].name, "the cheapest by cost per question"
