"""judge_audit.json, beside the report or in the bench run's folder that it is about."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pydantic import ValidationError

from cairn_nb.errors import InputError
from cairn_nb.files import strict_json
from cairn_nb.files.bench_run import REPORTS
from cairn_nb.records.audit import AuditKey, JudgeAudit
from cairn_nb.records.report import Report

AUDIT, AUDIT_PAGE = "judge_audit.json", "judge_audit.md"


def read_audit(path: Path) -> JudgeAudit:
    """An audit.

    Raises
    ------
    InputError
        If the file is missing or damaged.
    """
    try:
        return JudgeAudit.model_validate_json(strict_json.read_text(path))
    except ValidationError as problem:
        raise InputError(_said(problem), path=path, hint="remove it, or run `cairn audit` again") from None


def read_key(path: Path) -> AuditKey:
    """A sheet's key.

    Raises
    ------
    InputError
        If the file is missing or damaged.
    """
    try:
        return AuditKey.model_validate_json(strict_json.read_text(path))
    except ValidationError as problem:
        raise InputError(_said(problem), path=path, hint="take the key that was written with the sheet") from None


def audit_beside(report: Report) -> JudgeAudit | None:
    """The audit that took in this very run; null where none lies beside its report or in its bench run's folder.

    Raises
    ------
    InputError
        If there is one and it is damaged.
    """
    if report.source is None:
        return None
    folder = report.source.parent
    for place in (folder, folder.parent) if folder.name == REPORTS else (folder,):
        if (place / AUDIT).is_file():
            found = read_audit(place / AUDIT)
            if any((run.config_name, run.run_id) == (report.config_name, report.run_id) for run in found.runs):
                return found
    return None


def audits_beside(reports: Sequence[Report]) -> tuple[JudgeAudit, ...]:
    """The audits of these runs, each once."""
    found: dict[str, JudgeAudit] = {}
    for report in reports:
        audit = audit_beside(report)
        if audit is not None:
            found[audit.model_dump_json()] = audit
    return tuple(found.values())


def _said(problem: ValidationError) -> str:
    first = problem.errors(include_url=False)[0]
    place = ".".join(map(str, first["loc"]))
    return f"{place}: {first['msg'].lower()}" if place else first["msg"].lower()
