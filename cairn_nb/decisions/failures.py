"""Why a case failed, in a few words, from what its row holds. docs/definitions.md says what each means."""

from __future__ import annotations

from cairn_nb.records import CaseRow, Outcome, Status

NONE = ""
TIMEOUT = "error: timeout"
ANSWERED_UNANSWERABLE = "answered unanswerable"
WRONG_NOT_RETRIEVED = "wrong answer, evidence not retrieved"
WRONG = "wrong answer"
UNSUPPORTED = "unsupported claims"
ABSTAINED_RETRIEVED = "abstained with evidence retrieved"
ABSTAINED_NOT_RETRIEVED = "abstained, evidence not retrieved"
ABSTAINED = "abstained"


def failure_type(row: CaseRow) -> str:
    """The first of these that applies to a row; empty for one that did what it should.

    An abstention is a failure only where the documents hold the answer. A right answer with a claim that
    the verifier could not support is one too.
    """
    if row.status is Status.ERROR:
        return _error(row)
    if row.status is Status.ABSTAINED:
        return _abstained(row) if row.answerable else NONE
    if not row.answerable:
        return ANSWERED_UNANSWERABLE
    if row.correct is False:
        return WRONG_NOT_RETRIEVED if _missed(row) else WRONG
    return UNSUPPORTED if _unsupported(row) else NONE


def _error(row: CaseRow) -> str:
    if Outcome.TIMEOUT in row.outcomes.values() or "timeout" in (row.error_kind or "").lower():
        return TIMEOUT
    return f"error: {row.error_kind}" if row.error_kind else "error"


def _abstained(row: CaseRow) -> str:
    if row.retrieved_support_rank is not None:
        return ABSTAINED_RETRIEVED
    return ABSTAINED_NOT_RETRIEVED if _missed(row) else ABSTAINED


def _missed(row: CaseRow) -> bool:
    """Whether the support was there to be found, and was not; unknown where no report says that it was located."""
    return row.support_located is True and row.retrieved_support_rank is None


def _unsupported(row: CaseRow) -> bool:
    if row.claims_total is not None and row.claims_supported is not None:
        return row.claims_supported < row.claims_total
    return row.citation_validity is not None and row.citation_validity < 1
