"""The answers that take part in an arena: each system's first to a question, where it did not fail."""

from __future__ import annotations

import hashlib

from cairn_nb.records import CaseRow, Report, Status

FIRST_TRIAL = 0


def first_answers(report: Report) -> dict[str, CaseRow]:
    """By question; later trials and questions that the system failed on are not there."""
    rows = (row for row in report.per_case if row.trial == FIRST_TRIAL and row.status is not Status.ERROR)
    return {row.case_id: row for row in rows}


def answers_digest(report: Report) -> str:
    """16 hex digits of what takes part, by which it is known again."""
    rows = first_answers(report).values()
    lines = sorted(f"{row.case_id}\x1f{row.answer_text}\x1f{row.answer_score}" for row in rows)
    return hashlib.sha256("\x1e".join(lines).encode("utf-8", "surrogatepass")).hexdigest()[:16]
