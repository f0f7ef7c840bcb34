"""A row's five axes in words, with each judge's grades and reasoning: what the detail panel shows below the grade."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cairn_nb.records import CaseRow
from cairn_nb.records.axis_verdict import AXES

SHORT = {axis: axis.replace("_", " ") for axis in AXES}


def axes_text(row: CaseRow) -> str:
    """Empty for a row that no model graded: of the heuristic judge there is nothing to add to the columns.

    First what counts, with who gave it; then every judge's own grades and reasons, and who sat out or failed.
    """
    if not (row.axes and row.answer_judge):
        return ""
    return "\n".join((*_counted(row), *_by_judge(row), *_doubts(row.answer_judge)))


def _counted(row: CaseRow) -> Iterator[str]:
    yield f"Five axes by {row.axes_judge or 'an unnamed judge'}: {_grades(row.axes, row.answer_score)}"
    flags = {"supported by the context": row.is_supported_by_context, "hallucinated": row.is_hallucinated}
    said = [f"{name}: {'yes' if flag else 'no'}" for name, flag in flags.items() if flag is not None]
    if said:
        yield "; ".join(said)


def _by_judge(row: CaseRow) -> Iterator[str]:
    reasons: Mapping[str, str] = row.answer_judge.get("reasons") or {}
    panel: Mapping[str, Mapping[str, float]] = row.answer_judge.get("panel_scores") or {}
    for judge in dict.fromkeys((*panel, *reasons)):
        scores, reason = panel.get(judge), reasons.get(judge, "")
        grades = _grades(scores, scores.get("answer_score")) if scores else ""
        parts = [part for part in (grades, reason) if part]
        if parts:
            yield f"{judge}: {'. '.join(parts)}"


def _doubts(found: Mapping[str, Any]) -> Iterator[str]:
    if found.get("fallback"):
        yield "No judge's reply could be used, so the heuristic judge graded."
    for label, key in (("sat out", "sat_out"), ("gave no usable reply", "member_fallbacks")):
        if found.get(key):
            yield f"{label}: {', '.join(found[key])}"
    if found.get("parse_error"):
        yield f"a reply that was no judgement: {found['parse_error']}"
    if found.get("error"):
        yield f"a call that failed: {found['error']}"
    if found.get("answer_score_variance") is not None:
        yield f"variance of the answer score between samples: {found['answer_score_variance']:.3g}"


def _grades(axes: Mapping[str, float], answer_score: float | None) -> str:
    each = ", ".join(f"{SHORT[axis]} {axes[axis]:.3g}" for axis in AXES if axis in axes)
    return each if answer_score is None else f"{answer_score:.3g} of 5 ({each})"
