"""A row's five axes, each judge's beside what counted, and what there is to say of them, for the detail panel."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cairn_nb.explorer.reductions import Kept
from cairn_nb.records import CaseRow
from cairn_nb.records.axis_verdict import AXES

SCORE = "answer_score"
Grades = Mapping[str, float]


def axes_shown(row: CaseRow, kept: Kept) -> dict[str, Any] | None:
    """Null without axes. `who` heads the columns: who gave what counts, then a panel's members; `grades` are theirs.

    A column of grades has the five axes in their order, then the answer score; null where a member gave none. `said`
    are flags, reasons, and who sat out or failed, a sentence each.
    """
    if not row.axes:
        return None
    panel: Mapping[str, Grades] = row.answer_judge.get("panel_scores") or {}
    given = {row.axes_judge or "an unnamed judge": {**row.axes, SCORE: row.answer_score}}
    columns = {**given, **{judge: grades for judge, grades in panel.items() if judge not in given}}
    return {
        "who": list(columns),
        "grades": [[grades.get(name) for name in (*AXES, SCORE)] for grades in columns.values()],
        "said": [kept.cut(text) for text in (*_flags(row), *_reasons(row), *_doubts(row.answer_judge))],
    }


def _flags(row: CaseRow) -> Iterator[str]:
    flags = {"supported by the context": row.is_supported_by_context, "hallucinated": row.is_hallucinated}
    said = [f"{name}: {'yes' if flag else 'no'}" for name, flag in flags.items() if flag is not None]
    if said:
        yield "; ".join(said)


def _reasons(row: CaseRow) -> Iterator[str]:
    reasons: Mapping[str, str] = row.answer_judge.get("reasons") or {}
    for judge, reason in reasons.items():
        if reason:
            yield f"{judge}: {reason}"


def _doubts(found: Mapping[str, Any]) -> Iterator[str]:
    if found.get("fallback"):
        yield "No judge's reply could be used, so the heuristic judge graded."
    if found.get("self_preference"):
        yield "Every judge is of the answering model's family."
    for label, key in (("sat out", "sat_out"), ("gave no usable reply", "member_fallbacks")):
        if found.get(key):
            yield f"{label}: {', '.join(found[key])}"
    for label, key in (("a reply that was no judgement", "parse_error"), ("a call that failed", "error")):
        if found.get(key):
            yield f"{label}: {found[key]}"
    if found.get("retries"):
        yield f"replies asked for again: {found['retries']}"
    if found.get("answer_score_variance") is not None:
        yield f"variance of the answer score between samples: {found['answer_score_variance']:.3g}"
