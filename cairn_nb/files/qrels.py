"""Judgements of relevance: TREC's lines (``query 0 document grade``) and BEIR's tables (query, document, grade)."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

from cairn_nb.errors import InputError
from cairn_nb.files import strict_json

Grades: TypeAlias = dict[str, dict[str, int]]

TREC_FIELDS = 4
USUAL = "test.tsv"


def read_grades(path: Path, *, error: type[InputError] = InputError) -> Grades:
    """The grades by query and document, in whichever of the two forms the first line is.

    Raises
    ------
    InputError
        If a line does not have its fields, or a grade is no whole number.
    """
    first = next((line for line in strict_json.read_text(path, error=error).split("\n") if line.strip()), "")
    return trec_grades(path, error=error) if len(first.split()) == TREC_FIELDS else table_grades(path, error=error)


def trec_grades(path: Path, *, error: type[InputError] = InputError) -> Grades:
    """TREC's form; errors as in `read_grades`."""
    grades: Grades = {}
    for number, (query, _, document, grade) in trec_lines(path, TREC_FIELDS, error=error):
        try:
            grades.setdefault(query, {})[document] = int(grade)
        except ValueError:
            raise error(f"the grade {grade!r} is no whole number", path=path, line=number) from None
    return grades


def table_grades(path: Path, *, error: type[InputError] = InputError) -> Grades:
    """BEIR's form, cells between tabs under a heading; errors as in `read_grades`."""
    grades: Grades = {}
    text = strict_json.read_text(path, error=error)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter="\t")
    for cells in reader:
        if reader.line_num == 1 or not cells:  # the heading
            continue
        try:
            query, document, grade = cells
            grades.setdefault(query, {})[document] = int(grade)
        except ValueError:
            problem = "expected query, document and a whole number as grade"
            raise error(problem, path=path, line=reader.line_num) from None
    return grades


def folder_grades_file(folder: Path, *, error: type[InputError] = InputError) -> Path:
    """The file of BEIR's folder of judgements: ``test.tsv``, or the only one there.

    Raises
    ------
    InputError
        If there is none, or several and none of that name.
    """
    files = sorted(folder.glob("*.tsv"))
    usual = folder / USUAL
    if usual in files or len(files) == 1:
        return usual if usual in files else files[0]
    names = ", ".join(file.name for file in files) or "none"
    raise error(f"which file holds the judgements? There are: {names}", path=folder, hint=f"name one {USUAL}")


def trec_lines(path: Path, n_fields: int, *, error: type[InputError] = InputError) -> Iterator[tuple[int, list[str]]]:
    """The fields of each line that is not blank, with its number.

    Raises
    ------
    InputError
        If a line has more or fewer.
    """
    for number, line in enumerate(strict_json.read_text(path, error=error).split("\n"), start=1):
        fields = line.split()
        if not fields:
            continue
        if len(fields) != n_fields:
            raise error(f"has {len(fields)} fields, not {n_fields}", path=path, line=number)
        yield number, fields
