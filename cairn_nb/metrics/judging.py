"""What came of grading a report's answers by models: how many, how often the heuristic stood in, and how they agree."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from cairn_nb.metrics.estimates import cluster_labels
from cairn_nb.metrics.judge_agreement import judge_agreement
from cairn_nb.records.case_row import CaseRow
from cairn_nb.records.judging import JudgingDesign, JudgingSection


def judging_section(
    design: JudgingDesign,
    rows: Sequence[CaseRow],
    *,
    cluster: Literal["document", "none"] = "document",
    n_boot: int = 2000,
    seed: int = 0,
    level: float = 0.95,
) -> JudgingSection:
    """The section of a report whose rows carry their judgements (`answer_judge`)."""
    judged = [row for row in rows if "fallback" in row.answer_judge]
    n_fallbacks = sum(bool(row.answer_judge["fallback"]) for row in judged)
    agreement = judge_agreement(rows, clusters=cluster_labels(rows, cluster), n_boot=n_boot, seed=seed, level=level)
    return JudgingSection(
        **design.model_dump(),
        n_judged=len(judged),
        n_by_rule=sum("fallback" not in row.answer_judge for row in rows if row.answer_judge),
        n_fallbacks=n_fallbacks,
        judge_fallback_rate=n_fallbacks / len(judged) if judged else None,
        n_self_preferred=sum(bool(row.answer_judge.get("self_preference")) for row in judged),
        agreement=agreement,
    )


def fallback_rate(rows: Sequence[CaseRow]) -> float | None:
    """The share of the answers put to a model that the heuristic judge graded instead; None where none was."""
    judged = [bool(row.answer_judge["fallback"]) for row in rows if "fallback" in row.answer_judge]
    return sum(judged) / len(judged) if judged else None
