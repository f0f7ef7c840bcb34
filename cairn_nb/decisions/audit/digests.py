"""What a set of labels is known by, so that it is used once."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence

from cairn_nb.decisions.audit.filled import Scores
from cairn_nb.records import Label
from cairn_nb.records.audit import AuditKey

SHOWN = 32


def answer_ids(answers: Iterable[tuple[str, int, str]]) -> tuple[str, ...]:
    """A digest for each labelled answer: its question, its trial and its text's digest; sorted, each once."""
    return tuple(sorted({_digest([case_id, trial, text])[:SHOWN] for case_id, trial, text in answers}))


def label_answers(labels: Sequence[Label]) -> tuple[str, ...]:
    """`answer_ids` of labels that say right or wrong."""
    return answer_ids(
        (label.case_id, label.trial, label.answer_sha256) for label in labels if label.verdict != "unsure"
    )


def sheet_answers(key: AuditKey, filled: Mapping[str, Scores]) -> tuple[str, ...]:
    """`answer_ids` of the rows that are filled in."""
    return answer_ids((row.case_id, row.trial, row.answer_sha256) for row in key.rows if row.row in filled)


def labels_sha256(labels: Sequence[Label]) -> str:
    """Of what the labels say, whatever their order, notes and times."""
    return _digest(sorted([*_said(label)] for label in labels))


def sheet_sha256(key: AuditKey, filled: Mapping[str, Scores]) -> str:
    """Of what a sheet says, whatever the order of its rows."""
    return _digest(
        sorted(
            [row.case_id, row.trial, row.answer_sha256, sorted(filled[row.row].items())]
            for row in key.rows
            if row.row in filled
        )
    )


def _said(label: Label) -> tuple[str | int, ...]:
    return label.case_id, label.trial, label.answer_sha256, label.rater or "", label.verdict


def _digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()).hexdigest()
