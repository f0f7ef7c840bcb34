"""A judge held against people: a blind sheet drawn for them, and what their labels say."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from cairn_nb.api.inputs import ReportLike

if TYPE_CHECKING:
    from cairn_nb.records.audit import AuditSheet, JudgeAudit, Purpose

AuditRun: TypeAlias = "ReportLike | Sequence[ReportLike]"


def audit(
    run: AuditRun,
    *,
    labels: str | Path | None = None,
    sample: int = 50,
    seed: int = 0,
    purpose: Purpose | None = None,
    bar: float | None = None,
    measure: Literal["answer_score", "correct"] | None = None,
    cluster: Literal["document", "none"] = "document",
    out: str | Path | None = None,
    state_dir: str | Path = ".cairn",
) -> AuditSheet | JudgeAudit:
    """Draw answers for a person to score blind, or hold the judge against the labels that people gave.

    Parameters
    ----------
    run
        A bench run's folder, a folder of reports, or reports or their files.
    labels
        A filled sheet (CSV), or labels exported from the explorer (JSON Lines). Without it a sheet is drawn.
    sample
        How many answers the sheet holds.
    seed
        Of the draw, and of resamples.
    purpose
        ``certify`` asks whether the judge's sensitivity and specificity surely reach the bar; ``tune`` notes that the
        labels served to choose or mend a judge, so that they certify none later.
    bar
        What both lower bounds must reach, by default 0.8; giving one asks for ``certify``.
    measure
        What the judge's verdict is: ``correct``, or ``answer_score`` of at least 4. By default that of the sheet is the
        answer score, and of labels ``correct`` where the report has it.
    cluster
        What intervals resample: documents, or plain questions.
    out
        The folder for the files; by default the bench run's, else the first report's.
    state_dir
        Where the labels that were used are noted.

    Returns
    -------
    AuditSheet or JudgeAudit
        Without labels where the sheet lies, and how many answers of each group it has. With labels the audit, which is
        also written as ``judge_audit.json`` and ``judge_audit.md``.

    Raises
    ------
    InputError
        If a label does not fit (its row and column are named), nothing can be drawn, labels that were used are to
        certify, or an option is out of range.
    ReportError
        If a report cannot be read.
    """
    from cairn_nb.api.audit_files import audited, draw_sheet
    from cairn_nb.api.audit_inputs import AuditOptions, audit_place

    place = audit_place(run, None if out is None else Path(out))
    options = AuditOptions.of(
        sample=sample, seed=seed, purpose=purpose, bar=bar, measure=measure, cluster=cluster, state_dir=Path(state_dir)
    )
    return draw_sheet(place, options) if labels is None else audited(place, Path(labels), options)
