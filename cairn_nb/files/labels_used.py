"""labels-used.jsonl in the state folder: which labels served what, so that none certifies a judge twice."""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from cairn_nb.errors import InputError
from cairn_nb.files.ledger import Ledger, read_ledger
from cairn_nb.records.audit import UsedLabels

USED = "labels-used.jsonl"


def read_used(state_dir: Path) -> tuple[UsedLabels, ...]:
    """Every use so far, the first one first.

    Raises
    ------
    InputError
        If a line is damaged.
    """
    place = state_dir / USED
    try:
        return tuple(UsedLabels.model_validate(row) for row in read_ledger(place))
    except ValidationError as problem:
        hint = "mend the line; without this file a judge could be certified twice on the same labels"
        raise InputError(problem.errors()[0]["msg"].lower(), path=place, hint=hint) from None


def note_used(state_dir: Path, use: UsedLabels) -> None:
    """Add a use; one that stands there already is not written again.

    Raises
    ------
    StorageError
        If the file cannot be written.
    """
    if use in read_used(state_dir):
        return
    state_dir.mkdir(parents=True, exist_ok=True)
    with Ledger(state_dir / USED) as ledger:
        ledger.append(use.model_dump(mode="json"))
