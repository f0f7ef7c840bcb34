"""cost_breakdown.csv: what one question costs by stage of answering, judging apart, ingestion apart."""

from __future__ import annotations

from collections.abc import Sequence

from cairn_nb.decisions.reading.systems import Systems
from cairn_nb.decisions.tables.costs import UNTRACKED, Costs
from cairn_nb.decisions.wording.table import Cell, Table


def cost_breakdown(systems: Systems) -> Table:
    """Mean USD a question, one row a system; a stage that a system does not have costs it nothing.

    The stages and ``untracked`` add up to ``answering_cost``, that and ``judge_cost`` to ``cost_per_question``.
    """
    costs = [Costs(system) for system in systems.systems]
    stages = dict.fromkeys(stage for cost in costs for stage in cost.by_stage if stage != UNTRACKED)
    if any(UNTRACKED in cost.by_stage for cost in costs):
        stages[UNTRACKED] = None
    columns: dict[str, Sequence[Cell]] = {
        "system": systems.names,
        "n_ok": [len(system.succeeded) for system in systems.systems],
        **{f"{stage}_cost": [_stage(cost, stage) for cost in costs] for stage in stages},
        "answering_cost": [cost.answering_per_question for cost in costs],
        "judge_cost": [cost.judging_per_question for cost in costs],
        "cost_per_question": [cost.per_question for cost in costs],
        "ingestion_cost": [cost.ingestion for cost in costs],
    }
    return Table.of(columns)


def _stage(cost: Costs, stage: str) -> float | None:
    """0 where the system has no such stage, which is known only where its answering cost is."""
    absent = None if cost.answering_per_question is None else 0.0
    return cost.by_stage.get(stage, absent)
