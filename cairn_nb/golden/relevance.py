"""Judgements of relevance beside a golden set: the file or folder ``qrels``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cairn_nb.errors import GoldenError
from cairn_nb.files.qrels import Grades, folder_grades_file, read_grades
from cairn_nb.records import Case
from cairn_nb.records.golden import MOST_GRADE

NAMES = ("qrels", "qrels.txt", "qrels.tsv")


def with_judgements(cases: Sequence[Case], path: Path) -> tuple[Case, ...]:
    """The cases with the grades that stand beside their file, where it has any.

    They are TREC's lines or BEIR's table in ``qrels``, ``qrels.txt`` or ``qrels.tsv``, or BEIR's folder ``qrels``.

    Raises
    ------
    GoldenError
        If a line cannot be used, a case is unknown, or a case has grades of its own too.
    """
    file = judgements_file(path)
    if file is None:
        return tuple(cases)
    grades = read_grades(file, error=GoldenError)
    _refuse(cases, grades, file)
    return tuple(
        case.model_copy(update={"relevant_doc_ids": grades[case.id]}) if case.id in grades else case for case in cases
    )


def judgements_file(path: Path) -> Path | None:
    """Where the judgements of a golden set are; None where it has none.

    Raises
    ------
    GoldenError
        If there are several.
    """
    found = [place for name in NAMES if (place := path.with_name(name)).exists()]
    if len(found) > 1:
        names = " and ".join(place.name for place in found)
        raise GoldenError(f"there are {names}, and only one can hold the judgements", path=path.parent)
    if not found:
        return None
    return folder_grades_file(found[0], error=GoldenError) if found[0].is_dir() else found[0]


def _refuse(cases: Sequence[Case], grades: Grades, file: Path) -> None:
    own = {case.id: bool(case.relevant_doc_ids) for case in cases}
    for name, documents in grades.items():
        if name not in own:
            raise GoldenError("is judged, and there is no such case", path=file, key=name)
        if own[name]:
            hint = "keep one of the two"
            raise GoldenError("is judged here, and has relevant_doc_ids of its own", path=file, key=name, hint=hint)
        for document, grade in documents.items():
            if grade > MOST_GRADE:
                raise GoldenError(f"{document} has the grade {grade}; the most is {MOST_GRADE}", path=file, key=name)
