"""Reports on disk: read by the letter, so that no number reaches a decision unchecked, and written whole."""

from __future__ import annotations

import json
from collections.abc import Sequence
from operator import itemgetter
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from cairn_nb.errors import ReportError
from cairn_nb.files import strict_json
from cairn_nb.files.atomic import write_text
from cairn_nb.records import CaseRow, Report

SHOWN_CHARS = 40
# From here on a row's fields are left out where they are empty: most rows have few of them.
_NAMES = tuple(CaseRow.model_fields)
_MAY_BE_LEFT_OUT = _NAMES[_NAMES.index("refused") :]
_VALUES = itemgetter(*_MAY_BE_LEFT_OUT)
_CONTAINERS = (tuple, list, dict)
MEND = "take an undamaged copy, or write it again with `cairn eval`"


def read_report(path: Path | str) -> Report:
    """Read a report, ours or one by an earlier cairn.

    Keys that are not known are ignored, so that a later version's report can be read. A number must be
    a number (``"0.95"`` is not), finite, and within its range.

    Raises
    ------
    ReportError
        If the file is missing, a folder, not JSON, cut off, repeats a key, lacks a key, or holds a value
        that does not fit; the path and the key are named.
    """
    place = Path(path)
    if place.is_dir():
        raise ReportError("is a folder, not a report", path=place, hint="name the report's JSON file")
    if not place.exists():
        raise ReportError("there is no such report", path=place, hint="`cairn eval` writes one")
    text = strict_json.read_text(place, error=ReportError)
    value = _parsed(text, place)
    if not isinstance(value, dict):
        raise ReportError(f"a report is a JSON object, this is {_shown(value)}", path=place)
    return _validated(text, place).model_copy(update={"source": place})


def write_report(report: Report, path: Path | str) -> None:
    """Write a report; equal reports give equal bytes, and a reader never sees half of one.

    Raises
    ------
    StorageError
        If the file cannot be written; an older one is untouched.
    """
    write_text(path, report_text(report))


def report_text(report: Report) -> str:
    """A report as it is written; equal reports give equal texts.

    A row's fields from `refused` on are left out where they have no value (null, an empty list or object).

    Raises
    ------
    ValueError
        If a number is not finite.
    """
    left_out = {place: names for place, row in enumerate(report.per_case) if (names := _empty_fields(row))}
    text = report.model_dump_json(indent=1, exclude={"per_case": left_out})
    if "NaN" in text or "Infinity" in text:  # a number, or a word of an answer
        json.dumps(report.model_dump(mode="json"), allow_nan=False)
    return text + "\n"


def _empty_fields(row: CaseRow) -> set[str]:
    given = zip(_MAY_BE_LEFT_OUT, _VALUES(row.__dict__), strict=True)
    return {name for name, value in given if not value and (value is None or isinstance(value, _CONTAINERS))}


def _parsed(text: str, path: Path) -> Any:
    try:
        return strict_json.loads(text, path, error=ReportError)
    except ReportError as error:
        raise ReportError(error.problem, path=path, line=error.line, key=error.key, hint=MEND) from None


def _validated(text: str, path: Path) -> Report:
    try:
        return Report.model_validate_json(text, strict=True, extra="ignore")
    except ValidationError as error:
        raise _report_error(error, path) from None


def _report_error(error: ValidationError, path: Path) -> ReportError:
    problems = error.errors(include_url=False)
    first = problems[0]
    more = len(problems) - 1
    hint = f"and {more} more like it" if more else MEND
    return ReportError(
        _sentence(first["type"], first["msg"], first["input"]), path=path, key=key_path(first["loc"]), hint=hint
    )


def _sentence(kind: str, message: str, value: Any) -> str:
    if kind == "missing":
        return "this key is missing"
    return f"{message[:1].lower()}{message[1:]}, not {_shown(value)}"


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= SHOWN_CHARS else f"{text[:SHOWN_CHARS]}…"


def key_path(location: Sequence[str | int]) -> str:
    """A place in a JSON document as a person writes it: ``per_case[3].token_f1``."""
    parts = [f"[{part}]" if isinstance(part, int) else f".{part}" for part in location]
    return "".join(parts).removeprefix(".")
