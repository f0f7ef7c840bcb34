"""The judge held against people, as the page shows it: the headline, axis by axis, and the whole text to copy."""

from __future__ import annotations

from collections.abc import Iterator

from cairn_nb.decisions.audit.markdown import audit_markdown, measure_cells, verdict_sentences, written
from cairn_nb.explorer.view import FileText, Section, Sentence
from cairn_nb.files.judge_audits import AUDIT_PAGE
from cairn_nb.records.audit import JudgeAudit

KEY = "judge-audit"


def judge_audit_section(audit: JudgeAudit) -> Section:
    """What people's labels say of the judge."""
    heads, rows = measure_cells(audit.measures)
    return Section(
        key=KEY,
        title="Judge audit",
        paragraphs=(f"{audit.sentence} ({audit.judge}, rubric {audit.rubric}).", *audit.warnings),
        sentences=tuple(Sentence(text=text) for text in (*verdict_sentences(audit), *_corrected(audit))),
        heads=heads,
        rows=tuple(rows),
        files=(FileText(name=AUDIT_PAGE, text=audit_markdown(audit)),),
    )


def _corrected(audit: JudgeAudit) -> Iterator[str]:
    for found in audit.corrected:
        if found.prediction_powered is not None and found.prediction_powered.value is not None:
            whose = "all systems" if found.system is None else found.system
            what = "share right" if found.measure == "right" else "mean answer score"
            yield f"{what}, {whose}: {written(found.raw)} by the judge, {written(found.prediction_powered)} by people"
