"""The audit of the labels as Markdown: how often they may lack a document, which ones to read first, and each case."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cairn_nb.decisions.failures.qrels_audit import (
    AuditedAnswer,
    AuditedDocument,
    AuditedSystem,
    DocumentCount,
    QrelsAudit,
)
from cairn_nb.decisions.wording.case_name import case_name
from cairn_nb.decisions.wording.escape import markdown
from cairn_nb.decisions.wording.markdown_table import markdown_table

SHOWN_CHARS = 160
ABOUT = (
    "Answers judged well supported (answer score and faithfulness of at least 4) although no labelled document "
    "reached the generator. Either a label is missing, and the system was marked down for a good document, or the "
    "judge was too kind: read the documents. Systems that retrieve nothing and unlabelled questions are left out."
)
NOTHING = "No system retrieved anything for a labelled question: there is nothing to audit."


def qrels_audit_markdown(audit: QrelsAudit) -> str:
    """Counts by system and by document, then the cases of each system; every text of a case is escaped."""
    blocks = ["# Label audit", ABOUT, *(_found(audit) if audit.systems else [NOTHING])]
    return "\n\n".join(blocks) + "\n"


def _found(audit: QrelsAudit) -> Iterator[str]:
    yield _counts(audit.systems)
    if audit.documents:
        yield "## Documents to read first"
        yield _documents(audit.documents)
    for system in audit.systems:
        if system.answers:
            yield f"## {markdown(system.name)}"
            yield _answers(system.answers)


def _counts(systems: Sequence[AuditedSystem]) -> str:
    heads = ("system", "answers to labelled questions", "well supported without a labelled document")
    rows = [(markdown(system.name), str(system.n_compared), str(len(system.answers))) for system in systems]
    return markdown_table(heads, rows, numeric=(1, 2))


def _documents(documents: Sequence[DocumentCount]) -> str:
    rows = [(markdown(entry.document), str(entry.n_answers), str(entry.n_questions)) for entry in documents]
    return markdown_table(("document, not labelled", "answers", "questions"), rows, numeric=(1, 2))


def _answers(answers: Sequence[AuditedAnswer]) -> str:
    head = ("case", "question", "given, not labelled", "labelled, not given", "answer score", "faithfulness")
    return markdown_table(head, [_row(answer) for answer in answers], numeric=(4, 5))


def _row(answer: AuditedAnswer) -> tuple[str, ...]:
    return (
        markdown(case_name(answer.case_id, answer.trial)),
        markdown(answer.question or "not recorded", SHOWN_CHARS),
        "; ".join(map(_document, answer.given)),
        "; ".join(map(_document, answer.labelled)),
        _grade(answer.answer_score),
        _grade(answer.faithfulness),
    )


def _grade(value: float | None) -> str:
    return "n/a" if value is None else f"{value:.1f}"


def _document(entry: AuditedDocument) -> str:
    where = "not ranked" if entry.rank is None else f"rank {entry.rank}"
    return f"{markdown(entry.document)} ({where})"
