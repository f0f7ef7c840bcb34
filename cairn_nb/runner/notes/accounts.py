"""What a run's money and clock add to its report: ingestion, prices, the latency probe, the cap, the limits."""

from __future__ import annotations

from datetime import UTC, datetime

from cairn_nb.config.model import Config
from cairn_nb.records.manifest import Manifest
from cairn_nb.records.report import Report
from cairn_nb.runner.budget import Spending
from cairn_nb.runner.notes.notes import budget_note, over_budget
from cairn_nb.runner.notes.prices import prices_note
from cairn_nb.runner.probe.probe import Probed

GO_ON = "raise it and run again: nothing is paid for twice. The gate refuses this report"


def with_accounts(
    report: Report, config: Config, manifest: Manifest, *, spending: Spending, probed: Probed | None, n_planned: int
) -> Report:
    """The report with its ingestion cost, its probe, and what a cap kept it from.

    Parameters
    ----------
    report
        Of the rows that are finished.
    n_planned
        How many were to be; with fewer rows the report is incomplete.
    """
    section = None if probed is None else probed.section
    operational = report.operational.changed(
        ingestion_cost_usd=manifest.embedding_cost_usd,
        spent_usd=_sum(report.operational.spent_usd, probed),
    )
    stopped = _stopped(report.n_cases, n_planned, spending)
    note = budget_note(config, operational, section)
    warnings = (
        *([] if stopped is None else [f"incomplete: {stopped}; {GO_ON}"]),
        *report.warnings,
        *_of_probe(probed, spending),
        *_uncounted(spending),
        *over_budget(note),
    )
    return report.model_copy(
        update={
            "operational": operational,
            "latency_probe": section,
            "complete": report.complete and stopped is None,
            "notes": {
                **report.notes,
                "budget": note,
                "prices": prices_note(config, today=datetime.now(UTC).date()),
                **({} if stopped is None else {"stopped": stopped}),
            },
            "warnings": warnings,
        }
    )


def _sum(spent_usd: float | None, probed: Probed | None) -> float | None:
    if probed is None:
        return spent_usd
    return None if spent_usd is None or probed.spent_usd is None else spent_usd + probed.spent_usd


def _stopped(n_rows: int, n_planned: int, spending: Spending) -> str | None:
    return None if n_rows == n_planned else f"{spending.sentence()} with {n_rows} of {n_planned} cases done"


def _of_probe(probed: Probed | None, spending: Spending) -> list[str]:
    if probed is None:
        return []
    if probed.stopped_by == "budget":
        return [f"the latency probe ended after {probed.n_calls} questions: {spending.sentence()}"]
    if probed.section is None:
        return [f"none of the {probed.n_calls} questions of the latency probe was answered; latencies are concurrent"]
    return []


def _uncounted(spending: Spending) -> list[str]:
    if not (spending.is_capped and spending.is_partly_unknown):
        return []
    return [f"{spending.cap_key} counts priced calls alone, and a model without a price was called"]
