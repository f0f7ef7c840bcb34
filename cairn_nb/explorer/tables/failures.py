"""Why answers failed, and where the labels may lack a document, as tables."""

from __future__ import annotations

from collections.abc import Iterable

from cairn_nb.decisions.failures.qrels_audit import AuditedAnswer, AuditedDocument, QrelsAudit, qrels_audit
from cairn_nb.decisions.failures.types import FAILURE_TYPES
from cairn_nb.decisions.tables.bench_tables import BenchTables
from cairn_nb.decisions.tables.outputs import failure_counts
from cairn_nb.decisions.wording.case_name import case_name
from cairn_nb.decisions.wording.escape import plain
from cairn_nb.explorer.tables.table import MISSING, Table

SHOWN_ANSWERS = 100
SHOWN_CHARS = 160
AUDIT_HEADS = (
    *("system", "case", "question", "given, not labelled", "labelled, not given"),
    *("answer score (0 to 5)", "faithfulness (0 to 5)"),
)


def failure_types(tables: BenchTables) -> Table:
    """How many answers of each type each system has, in the order of the table of types."""
    counts = {system.name: failure_counts(system) for system in tables.systems.systems}
    found = {kind for count in counts.values() for kind in count}
    kinds = [kind for kind in (*FAILURE_TYPES, *sorted(found - set(FAILURE_TYPES))) if kind in found]
    rows = [(kind, *(str(count.get(kind, 0)) for count in counts.values())) for kind in kinds]
    return Table(caption="Answers by failure type, one type each.", heads=("type", *counts), rows=tuple(rows))


def label_audit(tables: BenchTables) -> Table:
    """Answers that are well supported although no labelled document was given; read their documents first."""
    found = qrels_audit([system.report for system in tables.systems.systems])
    rows = [_row(system.name, answer) for system in found.systems for answer in system.answers]
    return Table(caption=_counted(found, len(rows)), heads=AUDIT_HEADS, rows=tuple(rows[:SHOWN_ANSWERS]))


def _counted(found: QrelsAudit, n: int) -> str:
    if not found.systems:
        return "There is nothing to audit: no system retrieved anything for a question with labelled documents."
    counts = ", ".join(f"{system.name} {len(system.answers)} of {system.n_compared}" for system in found.systems)
    said = f"Answers well supported without a labelled document, of those to labelled questions: {counts}."
    return f"{said} The first {SHOWN_ANSWERS} are shown; qrels_audit.md has all." if n > SHOWN_ANSWERS else said


def _row(system: str, answer: AuditedAnswer) -> tuple[str, ...]:
    return (
        system,
        case_name(answer.case_id, answer.trial),
        plain(answer.question, SHOWN_CHARS) if answer.question else f"{MISSING} not recorded",
        _documents(answer.given),
        _documents(answer.labelled),
        *(MISSING if grade is None else f"{grade:.1f}" for grade in (answer.answer_score, answer.faithfulness)),
    )


def _documents(entries: Iterable[AuditedDocument]) -> str:
    return "; ".join(
        f"{entry.document} ({'not ranked' if entry.rank is None else f'rank {entry.rank}'})" for entry in entries
    )
