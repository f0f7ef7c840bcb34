"""Runs whose answers were judged, and people's scores of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cairn_nb.decisions.audit.answers import judged_answers
from cairn_nb.decisions.audit.filled import Scores
from cairn_nb.decisions.audit.pairs import Labelled, Pair, human_words, judge_words
from cairn_nb.records import AXES, CaseRow, Label, Report, answer_digest
from cairn_nb.records.audit import RIGHT
from tests.decisions.selection.systems import system
from tests.report_factory import build_report


def run(name: str, scores: Sequence[float], **changes: Any) -> Report:
    """A run whose judge gave each answer the same points on every axis; each question has a document of its own."""
    report = system(name, scores, **changes)
    rows = tuple(row.changed(axes=dict.fromkeys(AXES, row.answer_score)) for row in report.per_case)
    return _of_rows(report, rows)


def _of_rows(report: Report, rows: Iterable[CaseRow]) -> Report:
    """The same run with other rows, and the aggregates that follow from them."""
    kept = {"config_name": report.config_name, "run_id": report.run_id, "judging": report.judging}
    return build_report(rows, notes=report.notes, **kept)


def all_axes(points: float) -> Scores:
    """A person's five equal scores."""
    return dict.fromkeys(AXES, points)


def scored(judge: Sequence[float], human: Sequence[float | Mapping[str, float]], name: str = "a") -> Labelled:
    """Answers with the judge's points and a person's, or the person's axes."""
    answers = judged_answers([run(name, judge)])
    people = [all_axes(points) if isinstance(points, int | float) else dict(points) for points in human]
    return Labelled(
        tuple(
            Pair(answer, judge_words(answer, "answer_score"), human_words(scores))
            for answer, scores in zip(answers, people, strict=True)
        )
    )


def verdicts(judge: Sequence[bool], human: Sequence[bool]) -> Labelled:
    """Answers with the 0–1 judge's verdict and people's."""
    answers = judged_answers([graded("a", judge)])
    return Labelled(
        tuple(
            Pair(answer, judge_words(answer, "correct"), {RIGHT: float(said)})
            for answer, said in zip(answers, human, strict=True)
        )
    )


def graded(name: str, correct: Sequence[bool], **changes: Any) -> Report:
    """A run of the judge that grades 0 to 1."""
    report = system(name, [4.5 if right else 1.0 for right in correct], **changes)
    rows = tuple(row.changed(correct=right) for row, right in zip(report.per_case, correct, strict=True))
    return _of_rows(report, rows)


def label(report: Report, case: int, verdict: str, **changes: Any) -> Label:
    """What somebody said of an answer in the explorer."""
    row = report.per_case[case]
    fields = {
        "case_id": row.case_id,
        "trial": row.trial,
        "config_name": report.config_name,
        "run_id": report.run_id,
        "verdict": verdict,
        "note": "",
        "rater": "kim",
        "rated_at": "2026-01-31T12:00:00.000Z",
        "answer_sha256": answer_digest(row.answer_text),
    }
    return Label.model_validate({**fields, **changes})
