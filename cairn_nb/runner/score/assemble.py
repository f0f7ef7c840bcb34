"""From joined answers to the report, with everything a run's report has but a configuration."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from cairn_nb.config.model import CalibrationConfig, EvaluationConfig, StatsConfig
from cairn_nb.exchange.given import GivenAnswers
from cairn_nb.exchange.table import Misfit
from cairn_nb.judges.stub import RUBRIC_VERSION, StubJudge
from cairn_nb.metrics import sections
from cairn_nb.records import CaseRow, Report, Status
from cairn_nb.runner.assemble import SCHEMA_VERSION, timestamp
from cairn_nb.runner.finished import Finished
from cairn_nb.runner.notes.notes import FEW_CLUSTERS, few_clusters_warning
from cairn_nb.runner.score.cost import without_cost
from cairn_nb.runner.score.grade import Graded
from cairn_nb.runner.score.join import Joined
from cairn_nb.runner.score.judging import with_judging
from cairn_nb.runner.score.ranking import ranking_note
from cairn_nb.runner.score.rows import Locations, located, rows_of
from cairn_nb.runner.score.unsaid import unsaid
from cairn_nb.version import __version__

NO_CORPUS = "none"
SOURCE = "none: answers made elsewhere"
NAMELESS = "(a column without a name)"
HASH_CHARS = 16
NAMED = 5


class Scored:
    """Answers, graded and measured: the report, and what its evidence file is made from."""

    def __init__(self, answers: GivenAnswers, joined: Joined, graded: Graded, *, name: str, now: datetime) -> None:
        self.finished: tuple[Finished, ...] = graded.finished
        self.locations: list[Locations] = located(joined.pairings, self.finished)
        rows = rows_of(joined, self.finished, self.locations)
        self.report = with_judging(_report(answers, joined, rows, name=name, now=now), graded)


def misfits_of(answers: GivenAnswers, joined: Joined) -> tuple[Misfit, ...]:
    """Every row that enters no number: of the golden set, of the answers, and answers without a case."""
    return (*joined.questions.misfits, *answers.misfits, *joined.misfits)


def _report(answers: GivenAnswers, joined: Joined, rows: tuple[CaseRow, ...], *, name: str, now: datetime) -> Report:
    measured = sections.MeasuredRows(rows)
    alpha, stats = CalibrationConfig().alpha, StatsConfig()
    misfits = misfits_of(answers, joined)
    n_errors = sum(row.status is Status.ERROR for row in rows)
    complete = n_errors <= EvaluationConfig().max_error_rate * len(rows)
    config_hash = _digest([{**row.model_dump(mode="json"), "latency_by_stage_ms": {}} for row in rows])
    return Report(
        cairn_version=__version__,
        config_name=name,
        config_hash=config_hash,
        corpus_hash=NO_CORPUS,
        golden_version=joined.questions.version,
        split="eval",
        created_at=timestamp(now),
        n_cases=len(rows),
        retrieval=sections.retrieval_section(measured),
        documents=sections.documents_section(measured),
        answer=sections.answer_section(measured),
        abstention=sections.abstention_section(measured, alpha=alpha, threshold=None),
        operational=sections.operational_section(measured),
        failures=sections.failure_counts(measured),
        per_case=rows,
        notes=_notes(answers, joined, rows, misfits),
        schema_version=SCHEMA_VERSION,
        run_id=_digest([config_hash, joined.questions.content_hash, RUBRIC_VERSION, __version__, name]),
        golden_hash=joined.questions.content_hash,
        complete=complete,
        n_errors=n_errors,
        outcomes=sections.outcome_counts(measured),
        estimates=sections.estimates(
            measured, cluster=stats.cluster, n_boot=stats.n_boot, level=stats.level, seed=stats.seed
        ),
        smallest_visible_drop=sections.smallest_visible_drops(measured, cluster=stats.cluster),
        trials=sections.trials_section(
            measured, cluster=stats.cluster, n_boot=stats.n_boot, level=stats.level, seed=stats.seed
        ),
        warnings=(*_warnings(rows, misfits, complete=complete), *([] if answers.is_ranking else without_cost(rows))),
    )


def _notes(answers: GivenAnswers, joined: Joined, rows: Sequence[CaseRow], misfits: Sequence[Misfit]) -> dict[str, Any]:
    golden = joined.questions
    ranking = ranking_note(joined)
    return {
        **({} if ranking is None else {"ranking": ranking}),
        "threshold_source": SOURCE,
        "judge": StubJudge.name,
        "rubric_version": RUBRIC_VERSION,
        "models": sorted({row.model for row in rows if row.model}),
        "answers": {
            "file": answers.name,
            "tool": answers.tool,
            "mapping": dict(answers.mapping.columns),
            "unused": [column.strip() or NAMELESS for column in answers.mapping.unused],
            "notes": [*answers.mapping.notes, *unsaid(answers, joined)],
            "golden": golden.name,
            "golden_mapping": None if golden.mapping is None else dict(golden.mapping.columns),
            "left_out": [str(misfit) for misfit in misfits],
        },
    }


def _warnings(rows: Sequence[CaseRow], misfits: Sequence[Misfit], *, complete: bool) -> list[str]:
    failed = [row.case_id for row in rows if row.status is Status.ERROR]
    found = []
    if failed:
        shown = f"{len(failed)} of {len(rows)} cases have no answer ({_named(failed)}) and enter no rate"
        found.append(shown if complete else f"incomplete: {shown}, so the gate refuses this report")
    if misfits:
        rows_were = "1 row was" if len(misfits) == 1 else f"{len(misfits)} rows were"
        found.append(f"{rows_were} left out: {_named([str(misfit) for misfit in misfits])}")
    clusters = {row.cluster_id for row in rows}
    if len(clusters) < FEW_CLUSTERS:
        found.append(few_clusters_warning(len(clusters)))
    return found


def _named(texts: Sequence[str]) -> str:
    more = "" if len(texts) <= NAMED else ", …"
    return ", ".join(texts[:NAMED]) + more


def _digest(content: Any) -> str:
    text = json.dumps(content, sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:HASH_CHARS]
