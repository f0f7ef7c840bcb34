"""Rows by an earlier cairn, filled in as far as the report says what they mean.

Those rows do not say whether a support was located, only where it was retrieved, and the report says how
many were located. Which of the others they were changes no mean, so the first ones are taken.
"""

from __future__ import annotations

from collections.abc import Sequence

from cairn_nb.records import CaseRow, Report, Status


def comparable_rows(report: Report) -> tuple[CaseRow, ...]:
    """The report's rows, with `support_located` where an earlier cairn left it out."""
    rows = report.per_case
    if any(row.support_located is not None for row in rows):
        return rows
    lost = report.retrieval.n_with_support - sum(row.retrieved_support_rank is not None for row in rows)
    filled = []
    for row in rows:
        takes = row.retrieved_support_rank is None and row.answerable and lost > 0
        lost -= takes
        located = takes or row.retrieved_support_rank is not None
        filled.append(row.model_copy(update={"support_located": located}))
    return tuple(filled)


def validity_bounds(rows: Sequence[CaseRow]) -> tuple[float, float] | None:
    """The lowest and highest citation validity of an answer; None where no answer has claims."""
    values = [row.citation_validity for row in rows if row.status is Status.ANSWERED]
    known = [value for value in values if value is not None]
    return (min(known), max(known)) if known else None
