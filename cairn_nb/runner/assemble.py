"""From finished pieces to the report: rows, sections, estimates, and the context to read them in.

The same pieces give the same report, in whatever order and with whatever concurrency they were finished,
but for what depends on the clock or on what was already paid for (`cairn_nb.runner.timing`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from cairn_nb.config.hash import config_hash
from cairn_nb.decisions.wording.judging_warnings import judging_warnings
from cairn_nb.metrics import sections
from cairn_nb.metrics.judging import judging_section
from cairn_nb.metrics.operational import total
from cairn_nb.records.calibration import CalibrationRecord
from cairn_nb.records.case_row import CaseRow
from cairn_nb.records.golden import SupportLocation
from cairn_nb.records.judging import JudgingSection
from cairn_nb.records.outcome import Status
from cairn_nb.records.report import Report
from cairn_nb.records.sections import OperationalSection
from cairn_nb.runner.decision import Decision
from cairn_nb.runner.finished import Finished
from cairn_nb.runner.notes.environment import git_commit
from cairn_nb.runner.notes.notes import is_incomplete, report_notes, report_warnings
from cairn_nb.runner.parts import Parts
from cairn_nb.runner.pieces import Piece
from cairn_nb.runner.plan import SplitName
from cairn_nb.runner.rows.relevance import Relevance, in_corpus, relevance_of
from cairn_nb.runner.rows.row import case_row, with_failure_type
from cairn_nb.version import __version__

SCHEMA_VERSION = 1
RECORD_SUMMARY = (
    "threshold",
    "alpha",
    "delta",
    "unit",
    "n_calibration",
    "n_units",
    "n_answered_at_threshold",
    "empirical_error_at_threshold",
    "bound_at_threshold",
    "abstain_always",
    "shortfall",
    "statement",
    "method",
    "sensitivity",
    "switches",
    "created_at",
)

Locations = Mapping[str, Sequence[SupportLocation]]


@dataclass(frozen=True)
class Outcomes:
    """A run's finished pieces in planned order, and where each case's support stands."""

    run_id: str
    split: SplitName
    pieces: tuple[Piece, ...]
    finished: tuple[Finished, ...]
    locations: Locations


def locate_supports(parts: Parts, pieces: Sequence[Piece]) -> Locations:
    """Where each case's quotes stand in the chunk store, located once a case."""
    cases = {piece.case.id: piece.case for piece in pieces}
    return {case_id: parts.index.locator.locate(case) for case_id, case in cases.items()}


def assemble(parts: Parts, decision: Decision, outcomes: Outcomes, *, now: datetime) -> Report:
    """The report of a run, without its evidence file."""
    config = parts.config
    relevance = _relevance(parts, outcomes)
    rows = sections.MeasuredRows(_rows(outcomes, relevance, config.evaluation.primary_k))
    retrieval = sections.retrieval_section(rows)
    ingestion_cost_usd = parts.index.manifest.embedding_cost_usd
    operational = _operational(rows, outcomes.finished, ingestion_cost_usd)
    judging = _judging(parts, rows)
    n_failed = sum(finished.failure is not None for finished in outcomes.finished)
    stats = config.stats
    return Report(
        cairn_version=__version__,
        config_name=config.name,
        config_hash=config_hash(config),
        corpus_hash=parts.index.manifest.corpus_hash,
        golden_version=parts.golden.version,
        split=outcomes.split,
        created_at=timestamp(now),
        n_cases=len(rows),
        retrieval=retrieval,
        documents=sections.documents_section(rows),
        answer=sections.answer_section(rows),
        abstention=sections.abstention_section(rows, alpha=config.calibration.alpha, threshold=decision.threshold),
        operational=operational,
        failures=sections.failure_counts(rows),
        per_case=tuple(rows),
        notes=report_notes(parts, decision, rows),
        schema_version=SCHEMA_VERSION,
        run_id=outcomes.run_id,
        golden_hash=parts.golden.content_hash,
        complete=not is_incomplete(config, n_failed=n_failed, n_rows=len(rows)),
        n_errors=sum(row.status is Status.ERROR for row in rows),
        outcomes=sections.outcome_counts(rows),
        estimates=sections.estimates(
            rows, cluster=stats.cluster, n_boot=stats.n_boot, level=stats.level, seed=stats.seed
        ),
        smallest_visible_drop=sections.smallest_visible_drops(rows, cluster=stats.cluster),
        trials=sections.trials_section(
            rows, cluster=stats.cluster, n_boot=stats.n_boot, level=stats.level, seed=stats.seed
        ),
        calibration=_summary(decision.record),
        config=config.model_dump(mode="json"),
        git_commit=git_commit(config.base_dir),
        seed=config.calibration.seed,
        switches=parts.switches,
        judging=judging,
        warnings=(
            *report_warnings(parts, decision, rows, retrieval, n_failed=n_failed, unknown=_unknown(relevance)),
            *judging_warnings(judging),
        ),
    )


def _judging(parts: Parts, rows: Sequence[CaseRow]) -> JudgingSection | None:
    """Who graded the five axes; null where no model did."""
    design, stats = None if parts.checks.axes is None else parts.checks.axes.design, parts.config.stats
    if design is None:
        return None
    return judging_section(design, rows, cluster=stats.cluster, n_boot=stats.n_boot, level=stats.level, seed=stats.seed)


def _relevance(parts: Parts, outcomes: Outcomes) -> dict[str, Relevance]:
    """Each case's relevant documents; a system that retrieves nothing for any question has no ranking of any."""
    retrieves = any(finished.answer.passages for finished in outcomes.finished)
    resolve = in_corpus(parts.index.locator)
    cases = {piece.case.id: piece.case for piece in outcomes.pieces}
    return {case_id: relevance_of(case, resolve, comparable=retrieves) for case_id, case in cases.items()}


def _rows(outcomes: Outcomes, relevance: Mapping[str, Relevance], primary_k: int) -> list[CaseRow]:
    return [
        with_failure_type(
            case_row(piece.case, finished, outcomes.locations[piece.case.id], relevance[piece.case.id]), primary_k
        )
        for piece, finished in zip(outcomes.pieces, outcomes.finished, strict=True)
    ]


def _unknown(relevance: Mapping[str, Relevance]) -> tuple[str, ...]:
    """Explicit labels that name no document of the corpus; of a support's document the unlocated cases speak."""
    return tuple(dict.fromkeys(name for labels in relevance.values() for name in labels.unknown))


def timestamp(now: datetime) -> str:
    """ISO 8601 in UTC with microseconds and a ``Z``."""
    return now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def _summary(record: CalibrationRecord | None) -> dict[str, Any] | None:
    return None if record is None else record.model_dump(mode="json", include=set(RECORD_SUMMARY))


def _operational(
    rows: Sequence[CaseRow], finished: Sequence[Finished], ingestion_cost_usd: float | None
) -> OperationalSection:
    """`spent_usd` is what this run paid, `avoided_usd` what cached replies saved; the judge's calls included."""
    steps = [step for piece in finished for step in piece.steps]
    spent = total(step.spent_usd for step in steps)
    cost = total(step.cost_usd for step in steps)
    avoided = None if spent is None or cost is None else max(0.0, cost - spent)
    return sections.operational_section(
        rows, spent_usd=spent, avoided_usd=avoided, ingestion_cost_usd=ingestion_cost_usd
    )
