"""Which system the others are compared with."""

from __future__ import annotations

from collections.abc import Sequence

from cairn_nb.decisions.reading.systems import System, Systems
from cairn_nb.decisions.tables.costs import Costs
from cairn_nb.records import Record

DUST_DECIMALS = 12


class Baseline(Record):
    """`source` says why it is this one; `warning` that another was configured and is not among the systems."""

    system: str
    source: str
    warning: str | None = None


def baseline_of(systems: Systems, asked: str | None = None) -> Baseline:
    """The system asked for, else `stats.baseline`, else the cheapest by cost per question, the first of them on a tie.

    One that is not among the systems (it could not be measured) gives way to the cheapest, with a warning. A system
    whose cost is unknown is not the cheapest, unless no cost is known: then it is the first.
    """
    wanted = ((asked, "asked for"), (systems.settings.baseline, "stats.baseline"))
    missing: list[str] = []
    for name, source in wanted:
        if name in systems.names:
            return Baseline(system=name, source=source, warning=_warning(missing))
        if name is not None:
            missing.append(f"{name} ({source})")
    name, source = _cheapest(systems.systems)
    return Baseline(system=name, source=source, warning=_warning(missing))


def _warning(missing: Sequence[str]) -> str | None:
    return f"not among the systems, so not the baseline: {', '.join(missing)}" if missing else None


def _cheapest(systems: Sequence[System]) -> tuple[str, str]:
    costs = [Costs(system).per_question for system in systems]
    known = [(round(cost, DUST_DECIMALS), place) for place, cost in enumerate(costs) if cost is not None]
    if not known:
        return systems[0].name, "the first; no cost is known"
    return systems[min(known)[1]].name, "the cheapest by cost per question"
