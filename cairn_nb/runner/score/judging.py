"""What models that looked at answers made elsewhere add to the report: who they are, their cost, what to doubt."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from cairn_nb.config.model import StatsConfig
from cairn_nb.decisions.wording.judging_warnings import judging_warnings
from cairn_nb.metrics.judging import judging_section
from cairn_nb.metrics.operational import total
from cairn_nb.records import Report
from cairn_nb.records.judging import JudgingSection
from cairn_nb.runner.notes.accounts import GO_ON
from cairn_nb.runner.notes.checks import checks_note, checks_warnings
from cairn_nb.runner.score.grade import Graded
from cairn_nb.systems.checks import Checks


def with_judging(report: Report, graded: Graded) -> Report:
    """The report with its judges; unchanged where none looked. One that a cap stopped is incomplete."""
    if graded.config is None:
        return report
    warned = checks_warnings(graded.config, graded.checks, report.per_case)
    if not graded.identity:
        return report.model_copy(update={"warnings": (*report.warnings, *warned)})
    section = _section(report, graded.checks)
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
            "run_id": _with(report.run_id or "", graded.identity),
            "complete": report.complete and graded.stopped is None,
            "notes": {
                **report.notes,
                **checks_note(graded.config, graded.checks, report.per_case),
                **({} if graded.stopped is None else {"stopped": graded.stopped}),
            },
            "warnings": (*stopped, *report.warnings, *_of_judges(section), *warned),
        }
    )


def _section(report: Report, checks: Checks) -> JudgingSection | None:
    design = None if checks.axes is None else checks.axes.design
    if design is None:
        return None
    stats = StatsConfig()
    return judging_section(
        design, report.per_case, cluster=stats.cluster, n_boot=stats.n_boot, seed=stats.seed, level=stats.level
    )


def _of_judges(section: JudgingSection | None) -> Sequence[str]:
    return () if section is None else judging_warnings(section)


def _with(run_id: str, judging: str) -> str:
    """The run's identity, with the judges': other judges make it another run."""
    return hashlib.sha256(f"{run_id} {judging}".encode()).hexdigest()[: len(run_id)]
