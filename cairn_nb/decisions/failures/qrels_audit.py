"""Where the labels may lack a document: answers judged well supported although no labelled one reached the generator.

A system that finds another document with the answer is marked down by labels that do not know it. What it was given
in such a case is the first to be read by whoever keeps the labels.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cairn_nb.decisions.failures.evidence_seen import evidence_seen
from cairn_nb.decisions.failures.types import POSSIBLE_QRELS_GAP, failure_of
from cairn_nb.metrics.retrieval.means import PRIMARY_K
from cairn_nb.records import CaseRow, Record, Report, Status


class AuditedDocument(Record):
    """A document in a case, and its rank in the ranking of distinct documents; null where it was not ranked."""

    document: str
    rank: int | None


class AuditedAnswer(Record):
    """An answer that is well supported by something else than the labels say.

    `given` are the documents that its generator was given (where that was not measured, the first of the ranking), none
    of them labelled; `labelled` are the relevant ones that it missed.
    """

    case_id: str
    trial: int
    question: str | None
    answer_score: float | None
    faithfulness: float | None
    given: tuple[AuditedDocument, ...]
    labelled: tuple[AuditedDocument, ...]


class AuditedSystem(Record):
    """A system's answers: how many have labelled evidence to compare with, and those that may show a gap."""

    name: str
    n_compared: int
    answers: tuple[AuditedAnswer, ...]


class DocumentCount(Record):
    """An unlabelled document, in how many such answers it was given, and to how many questions."""

    document: str
    n_answers: int
    n_questions: int


class QrelsAudit(Record):
    """Every system that retrieves, and the unlabelled documents of its answers, the most frequent first."""

    systems: tuple[AuditedSystem, ...]
    documents: tuple[DocumentCount, ...]


def qrels_audit(reports: Sequence[Report]) -> QrelsAudit:
    """Compare what well supported answers were given with the labels, system by system.

    Parameters
    ----------
    reports
        One a system, which goes by its configuration's name. One that retrieves nothing stays out, and so do
        unlabelled and unanswerable questions and those that ended in an error.
    """
    found = [audited_system(report) for report in reports]
    systems = tuple(system for system in found if system.n_compared)
    return QrelsAudit(systems=systems, documents=tuple(_counted(systems)))


def audited_system(report: Report) -> AuditedSystem:
    """One system's part of the audit."""
    rows = report.per_case
    return AuditedSystem(
        name=report.config_name,
        n_compared=sum(_is_compared(row) for row in rows),
        answers=tuple(_answer(row) for row in rows if has_gap(row)),
    )


def has_gap(row: CaseRow) -> bool:
    """Whether the row's labels may lack a document."""
    return failure_of(row) == POSSIBLE_QRELS_GAP


def unlabelled_documents(row: CaseRow) -> tuple[str, ...]:
    """The distinct documents that the generator was given and no label names, in their order."""
    given = row.given_documents or row.ranked_documents[:PRIMARY_K]
    return tuple(document for document in dict.fromkeys(given) if document not in row.relevant_documents)


def _is_compared(row: CaseRow) -> bool:
    if row.status is Status.ERROR or not (row.answerable and row.relevant_documents):
        return False
    return evidence_seen(row) is not None


def _answer(row: CaseRow) -> AuditedAnswer:
    return AuditedAnswer(
        case_id=row.case_id,
        trial=row.trial,
        question=row.question,
        answer_score=row.answer_score,
        faithfulness=row.axes.get("faithfulness"),
        given=_ranked(row, unlabelled_documents(row)),
        labelled=_ranked(row, sorted(row.relevant_documents)),
    )


def _ranked(row: CaseRow, documents: Iterable[str]) -> tuple[AuditedDocument, ...]:
    ranks = {document: rank for rank, document in enumerate(row.ranked_documents, start=1)}
    return tuple(AuditedDocument(document=document, rank=ranks.get(document)) for document in documents)


def _counted(systems: Iterable[AuditedSystem]) -> Iterator[DocumentCount]:
    cases: dict[str, list[str]] = {}
    for answer in (answer for system in systems for answer in system.answers):
        for entry in answer.given:
            cases.setdefault(entry.document, []).append(answer.case_id)
    for document, found in sorted(cases.items(), key=lambda entry: (-len(entry[1]), entry[0])):
        yield DocumentCount(document=document, n_answers=len(found), n_questions=len(set(found)))
