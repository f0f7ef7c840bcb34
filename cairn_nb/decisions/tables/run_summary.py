"""run_summary.json: what was run, on what, what it cost, and which files say more."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pydantic import Field

from cairn_nb.decisions.board.board import SkippedConfig
from cairn_nb.decisions.reading.settings import Settings, differing_settings
from cairn_nb.decisions.reading.systems import System, Systems
from cairn_nb.decisions.tables.baseline import Baseline
from cairn_nb.decisions.tables.costs import judge_cost
from cairn_nb.decisions.tables.judges import JudgeSummary, judge_summary, summary_warnings
from cairn_nb.decisions.tables.metrics_summary import fallback_rate
from cairn_nb.decisions.wording.judging_warnings import fallback_sentence
from cairn_nb.metrics.operational import total
from cairn_nb.records import Record, Report
from cairn_nb.records.arena import ArenaSummary
from cairn_nb.records.contrast import AskedContrast
from cairn_nb.version import __version__


class SystemRun(Record):
    """One system's run: the report's name in ``reports/``, and what it was made with."""

    system: str
    config_hash: str
    cairn_version: str
    git_commit: str | None
    created_at: str | None
    complete: bool
    n_ok: int
    n_error: int
    models: tuple[str, ...] = ()
    switches: dict[str, str] = Field(default_factory=dict)


class CacheSpend(Record):
    """What replies from the cache would have cost."""

    saved_cost_usd: float | None


class RunSummary(Record):
    """A bench run.

    `charged_cost_usd` is answering and judging every question of every system, also those that failed, with cached
    replies at their price, and the arena's comparisons (`pairwise`); ingestion and the latency probe are beside it.
    `real_spend_usd` is what was paid.
    `asked_baseline` and `asked_contrast` are what was asked for at the command line.
    """

    run_id: str
    cairn_version: str = __version__
    created_at: str | None
    corpus_hash: str
    golden_version: str
    golden_hash: str | None
    split: str
    n_questions: int
    n_trials: int
    systems: tuple[SystemRun, ...]
    skipped: tuple[SkippedConfig, ...] = ()
    settings: Settings
    baseline: Baseline
    asked_baseline: str | None = None
    asked_contrast: AskedContrast | None = None
    charged_cost_usd: float | None
    ingestion_cost_usd: float | None
    latency_probe_cost_usd: float | None
    real_spend_usd: float | None
    cache: CacheSpend
    judge: JudgeSummary
    pairwise: ArenaSummary | None = None
    judge_audits: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()


def run_summary(
    run_id: str,
    systems: Systems,
    baseline: Baseline,
    *,
    asked_baseline: str | None = None,
    asked_contrast: AskedContrast | None = None,
    skipped: Sequence[SkippedConfig] = (),
    outputs: Sequence[str] = (),
    warnings: Sequence[str] = (),
    arena: ArenaSummary | None = None,
    judge_audits: Sequence[str] = (),
) -> RunSummary:
    """The summary of these systems; `warnings` are added to those that the reports carry, and to the arena's.

    `judge_audits` are sentences on how far the judge is from people.
    """
    reports = [system.report for system in systems.systems]
    arenas = () if arena is None else (arena,)
    judge = judge_summary(systems)
    first, measured = reports[0], [report.operational for report in reports]
    return RunSummary(
        run_id=run_id,
        created_at=max((report.created_at for report in reports if report.created_at), default=None),
        corpus_hash=first.corpus_hash,
        golden_version=first.golden_version,
        golden_hash=next((report.golden_hash for report in reports if report.golden_hash), None),
        split=first.split,
        n_questions=len(systems.questions),
        n_trials=systems.n_trials,
        systems=tuple(map(_system_run, systems.systems)),
        skipped=tuple(skipped),
        settings=systems.settings,
        baseline=baseline,
        asked_baseline=asked_baseline,
        asked_contrast=asked_contrast,
        charged_cost_usd=total((_charged(systems.systems), *(one.cost_usd for one in arenas))),
        ingestion_cost_usd=total(section.ingestion_cost_usd for section in measured),
        latency_probe_cost_usd=_probes(reports),
        real_spend_usd=total((*(one.spent_usd for one in measured), *(one.spent_usd for one in arenas))),
        cache=CacheSpend(saved_cost_usd=total(section.avoided_usd for section in measured)),
        judge=judge,
        pairwise=arena,
        judge_audits=tuple(judge_audits),
        warnings=(
            *(*warnings, *_warnings(systems, baseline), *summary_warnings(systems, judge)),
            *(sentence for one in arenas for sentence in one.warnings),
        ),
        outputs=tuple(outputs),
    )


def _system_run(system: System) -> SystemRun:
    report = system.report
    return SystemRun(
        system=system.name,
        config_hash=report.config_hash,
        cairn_version=report.cairn_version,
        git_commit=report.git_commit,
        created_at=report.created_at,
        complete=report.complete,
        n_ok=len(system.succeeded),
        n_error=len(system.rows) - len(system.succeeded),
        models=tuple(sorted({row.model for row in system.rows if row.model})),
        switches=report.switches,
    )


def _charged(systems: Sequence[System]) -> float | None:
    rows = [row for system in systems for row in system.rows]
    return total([*(row.cost_usd for row in rows), *map(judge_cost, rows)])


def _probes(reports: Sequence[Report]) -> float | None:
    return total(report.latency_probe.cost_usd for report in reports if report.latency_probe is not None)


def _warnings(systems: Systems, baseline: Baseline) -> Iterator[str]:
    reports = [system.report for system in systems.systems]
    for sentence in (differing_settings(reports), baseline.warning):
        if sentence is not None:
            yield sentence
    for system in systems.systems:
        rate = fallback_rate(system)
        if rate and fallback_sentence(rate) not in system.report.warnings:
            yield f"{system.name}: {fallback_sentence(rate)}"
        yield from (f"{system.name}: {warning}" for warning in system.report.warnings)
