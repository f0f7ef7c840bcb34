"""A labels file: people's verdicts on answers, one a line; the explorer's page writes the same bytes."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from cairn_nb.errors import InputError
from cairn_nb.files.jsonl import read_rows, write_rows
from cairn_nb.records.label import Label


def write_labels(path: Path | str, labels: Iterable[Label]) -> None:
    """Replace a file by these labels, in their order; every key is written, in the order of the record.

    Raises
    ------
    StorageError
        If it cannot be written; the old file is untouched.
    """
    write_rows(path, (label.model_dump(mode="json") for label in labels))


def read_labels(path: Path | str) -> tuple[Label, ...]:
    """The labels of a file, in its order.

    Raises
    ------
    InputError
        Naming ``path:line`` and the key where the file cannot be read, a line is no label, or a person
        labelled the same answer of the same run twice.
    """
    labels: list[Label] = []
    first: dict[tuple[Any, ...], int] = {}
    for line, row in read_rows(path):
        label = _label(row, path, line)
        same = (label.case_id, label.trial, label.config_name, label.run_id, label.rater, label.answer_sha256)
        if same in first:
            raise InputError(
                f"this answer is labelled by the same person as on line {first[same]}",
                path=path,
                line=line,
                key=label.case_id,
                hint="keep one of the two lines",
            )
        first[same] = line
        labels.append(label)
    return tuple(labels)


def _label(row: dict[str, Any], path: Path | str, line: int) -> Label:
    try:
        return Label.model_validate(row, strict=True)
    except ValidationError as problem:
        first = problem.errors()[0]
        key = ".".join(map(str, first["loc"])) or None
        hint = "export the labels again, or mend this line; docs/file-formats.md has the keys"
        raise InputError(first["msg"].lower(), path=path, line=line, key=key, hint=hint) from None
