"""A report's rows as ragas reads them: ``user_input``, ``response``, ``retrieved_contexts``, ``reference``."""

from __future__ import annotations

from typing import Any

from cairn_nb.files.evidence import EvidenceByCase
from cairn_nb.files.jsonl import dump_row
from cairn_nb.records import CaseRow, Outcome, Report, Status


def ragas_text(report: Report, evidence: EvidenceByCase | None) -> str:
    """JSON Lines, a row a case and trial.

    Parameters
    ----------
    evidence
        Where the passages' texts are; without it the rows have ids alone.
    """
    return "".join(dump_row(_row(row, evidence)) + "\n" for row in report.per_case)


def _row(row: CaseRow, evidence: EvidenceByCase | None) -> dict[str, Any]:
    values: dict[str, Any] = {
        "id": row.case_id,
        "trial": row.trial,
        "user_input": row.question,
        "response": None if row.status is Status.ERROR else row.answer_text,
        "status": row.status,
        "reference": row.expected_answer,
        "answerable": row.answerable,
    }
    if _unread(row):
        return values
    values["retrieved_context_ids"] = list(row.retrieved_ids)
    if evidence is not None and (row.case_id, row.trial) in evidence:
        passages = evidence[row.case_id, row.trial].passages
        values["retrieved_contexts"] = [passage.text for passage in passages]
        values["retrieved_context_ids"] = [passage.chunk_id for passage in passages]
    return values


def _unread(row: CaseRow) -> bool:
    """Whether nothing says what the answer was made from: an empty list would say that nothing was found."""
    return not row.retrieved_ids and row.outcomes.get("answer_score") is not Outcome.SCORED
