"""The arena of a bench run: its comparisons held against the answers that the run has now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cairn_nb.decisions.arena.answers import answers_digest
from cairn_nb.decisions.arena.summary import arena_summary
from cairn_nb.decisions.reading.systems import Systems
from cairn_nb.records.arena import ArenaPlan, ArenaSummary
from cairn_nb.records.pair_comparison import PairComparison


def arena_of(systems: Systems, comparisons: Sequence[PairComparison], plan: ArenaPlan) -> ArenaSummary:
    """The summary over the systems and questions of the run; a warning says what was left out or has changed."""
    names, questions = set(systems.names), set(systems.questions)
    kept = [one for one in comparisons if names.issuperset(one.systems) and one.case_id in questions]
    clusters = dict(zip(systems.questions, systems.clusters, strict=True))
    found = arena_summary(kept, systems.names, clusters, plan=plan, settings=systems.settings)
    return found.changed(warnings=(*_doubts(systems, plan, len(comparisons) - len(kept)), *found.warnings))


def _doubts(systems: Systems, plan: ArenaPlan, n_foreign: int) -> Iterator[str]:
    changed = [
        system.name
        for system in systems.systems
        if plan.answers.get(system.name) not in (None, answers_digest(system.report))
    ]
    if changed:
        yield f"the arena was held on other answers of {', '.join(changed)}: hold it again"
    absent = [name for name in systems.names if plan.answers and name not in plan.answers]
    if absent:
        yield f"not in the arena: {', '.join(absent)}"
    if n_foreign:
        yield f"{n_foreign} comparisons of the arena are of systems or questions that are not in this run"
