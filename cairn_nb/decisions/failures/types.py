"""Why a case failed: one type a row, from what the row holds. docs/definitions.md has the table and the order."""

from __future__ import annotations

from cairn_nb.decisions.failures.answer_grades import AnswerGrades, answer_grades, is_refused, is_well_supported
from cairn_nb.decisions.failures.evidence_seen import evidence_ranked, evidence_seen, is_ranking
from cairn_nb.metrics.retrieval.means import PRIMARY_K
from cairn_nb.records import CaseRow, Outcome, Status

NO_FAILURE = "no_failure"
RETRIEVAL_MISS = "retrieval_miss"
BAD_RERANKING = "bad_reranking"
POSSIBLE_QRELS_GAP = "possible_qrels_gap"
OVER_REFUSAL = "over_refusal"
INSUFFICIENT_CONTEXT = "insufficient_context"
ANSWER_HALLUCINATION = "answer_hallucination"
WRONG_DATE = "wrong_date"
WRONG_ENTITY = "wrong_entity"
PARTIAL_ANSWER = "partial_answer"
FORMAT_ERROR = "format_error"
RUN_ERROR = "run_error"
FAILURE_TYPES = (
    *(NO_FAILURE, RETRIEVAL_MISS, BAD_RERANKING, POSSIBLE_QRELS_GAP, OVER_REFUSAL, INSUFFICIENT_CONTEXT),
    *(ANSWER_HALLUCINATION, WRONG_DATE, WRONG_ENTITY, PARTIAL_ANSWER, FORMAT_ERROR, RUN_ERROR),
)
VALUES = {"date": WRONG_DATE, **dict.fromkeys(("entity", "person", "name", "organization"), WRONG_ENTITY)}


def failure_type(row: CaseRow, *, primary_k: int = PRIMARY_K) -> str:
    """The one of `FAILURE_TYPES` that a row is of: the first that applies.

    An error and an empty answer come first, as nothing else can be said of them; then a gap in the labels, which a
    right answer would hide; then whether it was right. What is left goes by the cause that comes first in a
    system: what was ranked, what the generator saw of it, what it made of that.

    Parameters
    ----------
    primary_k
        The cutoff of the ranking that stands in for what the generator saw where that was not measured.
    """
    if row.status is Status.ERROR:
        return RUN_ERROR
    seen, refused = evidence_seen(row, primary_k), is_refused(row)
    if is_ranking(row):
        return _unseen(row) if row.answerable and seen == 0 else NO_FAILURE
    if _is_empty(row, refused=refused):
        return FORMAT_ERROR
    if not row.answerable:
        return NO_FAILURE if refused else ANSWER_HALLUCINATION
    if row.relevant_documents and seen == 0 and is_well_supported(row):
        return POSSIBLE_QRELS_GAP
    grades = answer_grades(row)
    return NO_FAILURE if grades.right else _below_the_bar(row, grades, seen)


def failure_of(row: CaseRow) -> str:
    """The type that the report gave the row, else its `failure_type`."""
    return row.failure_type or failure_type(row)


def failure_label(name: str) -> str:
    """A type as people read it."""
    return name.replace("_", " ")


def _is_empty(row: CaseRow, *, refused: bool) -> bool:
    """Whether there is no text, and nothing says that this is an abstention."""
    stated = refused and row.outcomes.get("status") is not Outcome.UNPARSED
    return not row.answer_text.strip() and not stated


def _below_the_bar(row: CaseRow, grades: AnswerGrades, seen: float | None) -> str:
    if seen == 0:
        return _unseen(row)
    if is_refused(row):
        return OVER_REFUSAL if seen == 1 else INSUFFICIENT_CONTEXT
    if grades.wrong and seen is not None and seen < 1:
        return INSUFFICIENT_CONTEXT
    if row.is_hallucinated or grades.invented:
        return ANSWER_HALLUCINATION
    if grades.wrong and (named := _wrong_value(row)) is not None:
        return named
    return INSUFFICIENT_CONTEXT if seen is None else PARTIAL_ANSWER


def _unseen(row: CaseRow) -> str:
    return BAD_RERANKING if evidence_ranked(row) else RETRIEVAL_MISS


def _wrong_value(row: CaseRow) -> str | None:
    """What a wrong answer that lacks an expected keyword is called where the question asks for such a value."""
    if row.keyword_recall is None or row.keyword_recall >= 1:
        return None
    return VALUES.get((row.answer_type or "").strip().lower())
