"""A finished report to its places: evidence first, then the report, then, where it may be, the baseline."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from cairn_nb.files.atomic import write_text
from cairn_nb.files.evidence import write_evidence
from cairn_nb.files.layout import RunPaths
from cairn_nb.files.reports import report_text
from cairn_nb.providers.switches import is_degrading
from cairn_nb.records.evidence import Evidence
from cairn_nb.records.report import EvidenceFile, Report
from cairn_nb.runner.assemble import Outcomes


def publish(report: Report, outcomes: Outcomes, paths: RunPaths, *, replace_latest: bool) -> Report:
    """Write a report and its evidence; returns the report as written, which knows its file.

    Raises
    ------
    StorageError
        If a file cannot be written; what stood at its place before is untouched.
    """
    evidence = _written(outcomes, paths.evidence)
    whole = report.model_copy(update={"evidence": evidence, "source": paths.report})
    text = report_text(whole)
    write_text(paths.report, text)
    if replace_latest:
        write_text(paths.latest, text)
    return whole


def places(out: Path | None, reports_dir: Path, config_name: str, now: datetime) -> RunPaths:
    """Where a run's files go: beside `out`, or under a name of their own in the reports folder."""
    if out is not None:
        return RunPaths.beside(out, reports_dir=reports_dir, config_name=config_name)
    return RunPaths.reserve(reports_dir, config_name, now)


def is_sound(report: Report) -> bool:
    """Whether a report of a whole eval split may become ``latest``: complete, of a system not degraded on purpose."""
    return report.complete and not is_degrading(report.switches)


def _evidence(outcomes: Outcomes) -> Sequence[Evidence]:
    return [
        Evidence(
            case_id=finished.case_id,
            trial=finished.trial,
            passages=finished.answer.passages,
            steps=finished.answer.steps,
            judge_steps=finished.judge_steps,
            verdict=finished.verdict,
            supporting_ids=_supporting_ids(outcomes, finished.case_id),
        )
        for finished in outcomes.finished
    ]


def _written(outcomes: Outcomes, path: Path) -> EvidenceFile:
    try:
        return write_evidence(path, _evidence(outcomes))
    except BaseException:
        if path.exists() and not path.stat().st_size:  # it only held the run's name
            path.unlink()
        raise


def _supporting_ids(outcomes: Outcomes, case_id: str) -> tuple[str, ...]:
    ids = (chunk_id for location in outcomes.locations[case_id] for group in location.groups for chunk_id in group)
    return tuple(dict.fromkeys(ids))
