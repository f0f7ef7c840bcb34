"""What models that graded answers made elsewhere add to the report: who they are, what they cost, what to doubt."""

from __future__ import annotations

import hashlib

from cairn_nb.config.model import StatsConfig
from cairn_nb.decisions.judging_warnings import judging_warnings
from cairn_nb.metrics.judging import judging_section
from cairn_nb.metrics.operational import total
from cairn_nb.records import Report
from cairn_nb.runner.accounts import GO_ON
from cairn_nb.runner.score.grade import Graded


def with_judging(report: Report, graded: Graded) -> Report:
    """The report with its judges; unchanged where no model graded. One that a cap stopped is incomplete."""
    if graded.design is None:
        return report
    stats = StatsConfig()
    section = judging_section(
        graded.design,
        report.per_case,
        cluster=stats.cluster,
        n_boot=stats.n_boot,
        seed=stats.seed,
        level=stats.level,
    )
    steps = [step for piece in graded.finished for step in piece.judge_steps]
    spent, cost = total(step.spent_usd for step in steps), total(step.cost_usd for step in steps)
    stopped = () if graded.stopped is None else (f"incomplete: {graded.stopped}; {GO_ON}",)
    return report.model_copy(
        update={
            "judging": section,
            "operational": report.operational.changed(
                spent_usd=spent,
                avoided_usd=None if spent is None or cost is None else max(0.0, cost - spent),
            ),
            "run_id": _with(report.run_id or "", graded),
            "complete": report.complete and graded.stopped is None,
            "notes": report.notes if graded.stopped is None else {**report.notes, "stopped": graded.stopped},
            "warnings": (*stopped, *report.warnings, *judging_warnings(section)),
        }
    )


def _with(run_id: str, graded: Graded) -> str:
    """The run's identity, with the judges': other judges make it another run."""
    design = "" if graded.design is None else graded.design.model_dump_json()
    return hashlib.sha256(f"{run_id} {design}".encode()).hexdigest()[: len(run_id)]
