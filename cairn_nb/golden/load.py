"""Reading a golden set: JSON Lines, one case a row, every fault named by its line."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from cairn_nb.errors import GoldenError
from cairn_nb.files.jsonl import read_rows
from cairn_nb.golden.content import content_hash, golden_version
from cairn_nb.golden.relevance import with_judgements
from cairn_nb.records import Case, GoldenSet, Support

CASE_KEYS = tuple(name for name in Case.model_fields if name != "line")
SUPPORT_KEYS = tuple(Support.model_fields)


def load_golden(path: Path) -> GoldenSet:
    """A validated golden set.

    A byte-order mark and CRLF line ends are accepted. Each row has ``id`` and ``question``; an answerable
    one (the default) also ``expected_answer``. The other keys are in `CASE_KEYS`. Judgements of relevance that
    stand beside the file become the cases' `relevant_doc_ids`.

    Raises
    ------
    GoldenError
        If a file cannot be read, is empty, or a row is not a usable case; it names the line and the key.
    """
    hint = "check `golden` in the experiment file; `cairn corpus generate` writes the sample set"
    if path.is_dir():
        raise GoldenError("a golden set is a file, and this is a folder", path=path, hint=hint)
    if not path.exists():
        raise GoldenError("there is no such golden set", path=path, hint=hint)
    rows = read_rows(path, error=GoldenError)
    if not rows:
        raise GoldenError("the golden set has no cases", path=path, hint="write one JSON object a line")
    cases = tuple(_case(row, path, line) for line, row in rows)
    _refuse_duplicates(cases, path)
    cases = with_judgements(cases, path)
    return GoldenSet(path=path.as_posix(), version=golden_version(path), content_hash=content_hash(cases), cases=cases)


def _case(row: dict[str, Any], path: Path, line: int) -> Case:
    _refuse_unknown(row, CASE_KEYS, path, line)
    supports = row.get("support")
    for support in supports if isinstance(supports, list) else ():
        if isinstance(support, dict):
            _refuse_unknown(support, SUPPORT_KEYS, path, line)
    if not isinstance(row.get("answerable", True), bool):
        raise GoldenError("must be true or false", path=path, line=line, key="answerable")
    try:
        case = Case.model_validate({**row, "line": line})
    except ValidationError as error:
        raise _first_fault(error, path, line) from error
    _check(case, path, line)
    return case


def _refuse_unknown(row: dict[str, Any], known: Iterable[str], path: Path, line: int) -> None:
    for key in row:
        if key not in known:
            close = get_close_matches(key, known, n=1, cutoff=0.6)
            hint = f"did you mean {close[0]!r}?" if close else f"known keys: {', '.join(known)}"
            raise GoldenError("unknown key", path=path, line=line, key=key, hint=hint)


def _first_fault(error: ValidationError, path: Path, line: int) -> GoldenError:
    fault = error.errors(include_url=False)[0]
    key = ".".join(str(part) for part in fault["loc"])
    problem = "is missing" if fault["type"] == "missing" else fault["msg"][:1].lower() + fault["msg"][1:]
    return GoldenError(problem, path=path, line=line, key=key or None)


def _check(case: Case, path: Path, line: int) -> None:
    for key, text in (("id", case.id), ("question", case.question)):
        if not text.strip():
            raise GoldenError("must not be blank", path=path, line=line, key=key)
    for number, support in enumerate(case.support):
        for key, text in (("doc", support.doc), ("quote", support.quote)):
            if not text.strip():
                raise GoldenError("must not be blank", path=path, line=line, key=f"support.{number}.{key}")
    if any(not document.strip() for document in case.relevant_doc_ids):
        raise GoldenError("must not be blank", path=path, line=line, key="relevant_doc_ids")
    if case.answerable and not (case.expected_answer or "").strip():
        raise GoldenError(
            "an answerable case needs an expected answer",
            path=path,
            line=line,
            key="expected_answer",
            hint='write the answer, or "answerable": false',
        )


def _refuse_duplicates(cases: Iterable[Case], path: Path) -> None:
    first: dict[str, int | None] = {}
    for case in cases:
        if case.id in first:
            problem = f"the id {case.id!r} is already on line {first[case.id]}"
            raise GoldenError(problem, path=path, line=case.line, key="id", hint="give each case its own id")
        first[case.id] = case.line
