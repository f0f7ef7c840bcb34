"""TREC's runs (``query Q0 document rank score tag``) and judgements (``query 0 document grade``)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from cairn_nb.errors import InputError
from cairn_nb.exchange.table import Line, Table
from cairn_nb.files import strict_json
from cairn_nb.files.qrels import TREC_FIELDS as QRELS_FIELDS
from cairn_nb.files.qrels import Grades, trec_grades, trec_lines

RUN_FIELDS = 6
TOOL = "TREC"


def is_trec(path: Path) -> int | None:
    """How many fields the first line has, where it is a run's or a judgement's, also one with a damaged number."""
    text = next((line for line in strict_json.read_text(path).split("\n") if line.strip()), "")
    fields = text.split()
    if [len(fields), *fields[1:2]] in ([RUN_FIELDS, "Q0"], [QRELS_FIELDS, "0"]):
        return len(fields)
    try:
        if len(fields) == RUN_FIELDS:
            float(fields[4])
        elif len(fields) == QRELS_FIELDS:
            int(fields[3])
    except ValueError:
        return None
    return len(fields) if len(fields) in (RUN_FIELDS, QRELS_FIELDS) else None


def from_run(path: Path) -> Table:
    """A row a query: its documents by falling score, equal scores by falling id, as trec_eval ranks them.

    The rank that stands in the file is not looked at.

    Raises
    ------
    InputError
        If a line does not have six fields, a score is no number, or a document stands twice in a query.
    """
    rankings: dict[str, dict[str, float]] = {}
    for number, (query, _, document, _, score, _) in trec_lines(path, RUN_FIELDS):
        scores = rankings.setdefault(query, {})
        if document in scores:
            raise InputError(f"{document} stands twice in query {query}", path=path, line=number)
        scores[document] = _number(score, path, number)
    lines = [Line(f"{path} query {query}", _ranked(query, scores)) for query, scores in rankings.items()]
    return Table(str(path), tuple(lines), TOOL)


def from_qrels(path: Path) -> Table:
    """A row a query with its relevant documents as supports; the grades are beside the rows.

    Raises
    ------
    InputError
        If a line does not have four fields, or a grade is no whole number.
    """
    grades = trec_grades(path)
    return judged(str(path), grades, {query: query for query in grades})


def judged(name: str, grades: Grades, questions: Mapping[str, str], texts: Mapping[str, str] | None = None) -> Table:
    """Queries with their relevant documents as supports.

    Parameters
    ----------
    grades
        Grades by query and document; above 0 is relevant.
    questions
        The queries' words.
    texts
        The documents' texts, where they are known; else a document's id stands for what it says.
    """
    known = texts or {}
    lines = []
    for query, by_document in grades.items():
        relevant = [document for document, grade in by_document.items() if grade > 0]
        supports = [{"doc": document, "quote": known.get(document) or document} for document in relevant]
        values = {"id": query, "question": questions.get(query, query), "support": supports}
        lines.append(Line(f"{name} query {query}", values))
    return Table(name, tuple(lines), TOOL, grades=grades)


def _number(score: str, path: Path, line: int) -> float:
    try:
        found = float(score)
    except ValueError:
        found = float("nan")
    if not np.isfinite(found):
        raise InputError(f"the score {score!r} is no number", path=path, line=line)
    return found


def _ranked(query: str, scores: Mapping[str, float]) -> dict[str, object]:
    order = sorted(scores, key=lambda document: (np.float32(scores[document]), document), reverse=True)
    return {"id": query, "contexts": [{"id": document, "score": scores[document]} for document in order]}
