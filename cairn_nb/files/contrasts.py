"""contrasts.jsonl and contrast_summary.json, as `cairn contrast` leaves them in a bench run's folder."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError

from cairn_nb.errors import InputError
from cairn_nb.files import strict_json
from cairn_nb.files.jsonl import read_rows
from cairn_nb.records.base import Record
from cairn_nb.records.contrast import Contrast, ContrastSets, ContrastSummary

CONTRASTS, SUMMARY = "contrasts.jsonl", "contrast_summary.json"
MEND = "take undamaged copies, or run `cairn contrast` again"
Kind = TypeVar("Kind", bound=Record)


def read_contrasts(folder: Path) -> ContrastSets | None:
    """The folder's contrasts; None where it has none.

    Raises
    ------
    InputError
        Naming file and line, if one of the two files is damaged or missing beside the other.
    """
    path, summary = folder / CONTRASTS, folder / SUMMARY
    if not path.is_file() and not summary.is_file():
        return None
    return ContrastSets(
        summary=_parsed(ContrastSummary, strict_json.read(summary), summary),
        contrasts=tuple(_parsed(Contrast, row, path, line) for line, row in read_rows(path)),
    )


def _parsed(kind: type[Kind], content: object, path: Path, line: int | None = None) -> Kind:
    try:
        return kind.model_validate(content)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        key = ".".join(map(str, first["loc"])) or None
        raise InputError(first["msg"].lower(), path=path, line=line, key=key, hint=MEND) from None
