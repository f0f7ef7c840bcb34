"""judge_audit_sheet.csv and judge_audit_key.json: what a person scores blind, and which answer each row is.

The sheet shows what the judge saw, and neither the system nor a score. A cell that a spreadsheet would take for a
formula gets an apostrophe in front.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cairn_nb.decisions.audit.answers import AnswerKey, JudgedAnswer
from cairn_nb.decisions.audit.draw import band_of, grouped
from cairn_nb.decisions.audit.judge_name import JudgeName
from cairn_nb.records import AXES, CaseRow, Evidence, Passage, Report, answer_digest
from cairn_nb.records.audit import AuditKey, KeyRow

SHEET, KEY = "judge_audit_sheet.csv", "judge_audit_key.json"
ROW = "row"
SHOWN = (ROW, "question", "answerable", "reference", "context", "answer")
COLUMNS = (*SHOWN, *AXES)
FORMULA = ("=", "+", "-", "@", "\t", "\r")
NOT_KEPT = "(the passages were not kept)"


@dataclass(frozen=True)
class Sheet:
    """Both files as records and text."""

    text: str
    key: AuditKey
    drawn: tuple[JudgedAnswer, ...]


def sheet_of(
    reports: Sequence[Report],
    answers: Sequence[JudgedAnswer],
    chosen: Sequence[JudgedAnswer],
    evidence: Mapping[int, Mapping[tuple[str, int], Evidence] | None],
    *,
    judge: JudgeName,
    seed: int,
) -> Sheet:
    """The sheet of the chosen answers.

    Parameters
    ----------
    reports, answers, chosen
        The run, all its judged answers, and those that were drawn, in the sheet's order.
    evidence
        By the place of a report its passages; null where they were not kept, which the sheet then says.
    judge, seed
        What the key remembers.
    """
    names = [f"a{number:0{len(str(len(chosen)))}d}" for number in range(1, len(chosen) + 1)]
    rows = [_cells(name, answer.row, evidence.get(answer.run)) for name, answer in zip(names, chosen, strict=True)]
    key = AuditKey(
        judge=judge.name,
        rubric=judge.rubric,
        seed=seed,
        group_sizes=group_sizes(answers),
        rows=tuple(_key_row(name, answer, reports[answer.run]) for name, answer in zip(names, chosen, strict=True)),
    )
    return Sheet(_csv_text(rows), key, tuple(chosen))


def group_sizes(answers: Sequence[JudgedAnswer]) -> dict[str, dict[str, int]]:
    """How many scored answers there are of each system and band."""
    found: dict[str, dict[str, int]] = {}
    for (system, band), members in grouped(answers).items():
        found.setdefault(system, {})[band] = len(members)
    return found


def _cells(name: str, row: CaseRow, evidence: Mapping[tuple[str, int], Evidence] | None) -> dict[str, str]:
    return {
        ROW: name,
        "question": row.question or "",
        "answerable": "yes" if row.answerable else "no",
        "reference": row.expected_answer or "",
        "context": _context(row, evidence),
        "answer": row.answer_text,
    }


def _context(row: CaseRow, evidence: Mapping[tuple[str, int], Evidence] | None) -> str:
    if evidence is None:
        return NOT_KEPT
    found = evidence.get((row.case_id, row.trial))
    shown = [] if found is None else [passage for passage in found.passages if passage.shown]
    return "\n\n".join(map(_passage, shown))


def _passage(passage: Passage) -> str:
    return f"[{passage.chunk_id}] {passage.source}\n{passage.text}"


def _key_row(name: str, answer: JudgedAnswer, report: Report) -> KeyRow:
    row = answer.row
    return KeyRow(
        row=name,
        system=answer.system,
        config_name=report.config_name,
        run_id=report.run_id,
        case_id=row.case_id,
        trial=row.trial,
        answer_sha256=answer_digest(row.answer_text),
        band=band_of(row.answer_score or 0.0),
    )


def _csv_text(rows: Sequence[Mapping[str, str]]) -> str:
    stream = io.StringIO(newline="")
    writer = csv.DictWriter(stream, COLUMNS, lineterminator="\n", restval="")
    writer.writeheader()
    writer.writerows({name: _no_formula(text) for name, text in row.items()} for row in rows)
    return stream.getvalue()


def _no_formula(text: str) -> str:
    return f"'{text}" if text.startswith(FORMULA) else text


def key_of(row: KeyRow) -> AnswerKey:
    """The answer that a row of the key names."""
    return row.system, row.case_id, row.trial
