"""The questions that answers made elsewhere are scored against: a golden set's, or those of the answers' own file."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cairn_nb.errors import GoldenError
from cairn_nb.exchange.answers import cases_of
from cairn_nb.exchange.given import GivenAnswer, GivenCase
from cairn_nb.exchange.mapping import ColumnMapping
from cairn_nb.exchange.read import Source, read_cases
from cairn_nb.exchange.table import Misfit
from cairn_nb.golden.content import content_hash
from cairn_nb.golden.load import CASE_KEYS, load_golden
from cairn_nb.records import Case
from cairn_nb.text.fold import fold

ID_CHARS = 12


@dataclass(frozen=True)
class Question:
    """A golden case, and every answer that counts as right."""

    case: Case
    references: tuple[str, ...] = ()


@dataclass(frozen=True)
class Questions:
    """The questions in their order, with the identity that tells one set from another.

    Parameters
    ----------
    name
        Where they come from.
    version, content_hash
        As a report states them.
    mapping
        The columns they were read by; None for a golden set of ours.
    grades
        How relevant each document is to each query, where judgements are given.
    """

    name: str
    questions: tuple[Question, ...]
    version: str
    content_hash: str
    mapping: ColumnMapping | None = None
    misfits: tuple[Misfit, ...] = ()
    grades: Mapping[str, Mapping[str, int]] | None = None


def read_questions(source: Source, mapping: Mapping[str, str] | None = None) -> Questions:
    """A golden set of ours, or another tool's questions with their references.

    Raises
    ------
    InputError
        If it cannot be read, or two cases have one id.
    """
    if isinstance(source, str | Path) and not mapping and _is_ours(Path(source)):
        golden = load_golden(Path(source))
        found = tuple(Question(case, _expected(case)) for case in golden.cases)
        return Questions(golden.path, found, golden.version, golden.content_hash)
    given = cases_of(read_cases(source), mapping)
    made = question_ids(given.rows, numbered=True)
    ids = [case.id or question_id for case, question_id in zip(given.rows, made, strict=True)]
    questions = tuple(question_of(case, case_id) for case, case_id in zip(given.rows, ids, strict=True))
    _refuse_duplicates(given.rows, ids)
    return replace(_identified(given.name, questions, given.mapping, given.misfits), grades=given.grades)


def own_questions(name: str, rows: Sequence[GivenAnswer], ids: Sequence[str]) -> Questions:
    """The questions that a file of answers brings along: each id's first row says what is expected."""
    first: dict[str, GivenCase] = {}
    for row, case_id in zip(rows, ids, strict=True):
        first.setdefault(case_id, row.case)
    return _identified(name, tuple(question_of(case, case_id) for case_id, case in first.items()))


def question_ids(cases: Sequence[GivenCase], *, numbered: bool = False) -> Iterator[str]:
    """An id for each row from its question's words, the same in every file.

    Parameters
    ----------
    numbered
        A question that is asked again is another one, and gets another id; else its rows share one.
    """
    seen: Counter[str] = Counter()
    for case in cases:
        digest = hashlib.sha256(fold(case.question or "").encode("utf-8")).hexdigest()[:ID_CHARS]
        seen[digest] += 1
        yield f"q-{digest}-{seen[digest]}" if numbered and seen[digest] > 1 else f"q-{digest}"


def question_of(given: GivenCase, case_id: str) -> Question:
    """A question as a golden case; its id stands for its words where the file has none."""
    references = () if given.answerable is False else given.references or ()
    case = Case(
        id=case_id,
        question=given.question or case_id,
        answerable=given.answerable is not False,
        expected_answer=references[0] if references else None,
        support=given.supports,
        answer_type=given.answer_type,
        category=given.category,
        tags=given.tags,
    )
    return Question(case, references)


def _is_ours(path: Path) -> bool:
    """Whether a file's first row is a golden case of ours, by its keys."""
    if path.suffix.lower() != ".jsonl" or not path.is_file():
        return False
    with path.open("rb") as stream:
        text = next((line for line in stream if line.strip()), b"")
    try:
        row = json.loads(text.decode("utf-8-sig"))
    except ValueError:
        return False
    keys = set(row) if isinstance(row, dict) else set()
    return {"id", "question"} <= keys and ("expected_answer" in keys or "support" in keys or keys <= set(CASE_KEYS))


def _expected(case: Case) -> tuple[str, ...]:
    return (case.expected_answer,) if case.expected_answer else ()


def _identified(
    name: str,
    questions: tuple[Question, ...],
    mapping: ColumnMapping | None = None,
    misfits: tuple[Misfit, ...] = (),
) -> Questions:
    cases = content_hash(question.case for question in questions)
    more = sorted((q.case.id, q.references) for q in questions if len(q.references) > 1)
    digest = cases if not more else hashlib.sha256(f"{cases}{json.dumps(more)}".encode()).hexdigest()
    return Questions(name, questions, f"sha256:{digest[:ID_CHARS]}", digest, mapping, misfits)


def _refuse_duplicates(cases: Sequence[GivenCase], ids: Sequence[str]) -> None:
    first: dict[str, str] = {}
    for case, case_id in zip(cases, ids, strict=True):
        if case_id in first:
            raise GoldenError(f"the id {case_id!r} is already at {first[case_id]}", path=case.place, key="id")
        first[case_id] = case.place
