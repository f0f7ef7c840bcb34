"""The comparisons of a pairwise arena on disk: pairwise.jsonl, and beside it what was planned."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pydantic import ValidationError

from cairn_nb.errors import InputError
from cairn_nb.files import strict_json
from cairn_nb.files.atomic import write_text
from cairn_nb.files.jsonl import read_rows
from cairn_nb.records.arena import ArenaPlan
from cairn_nb.records.pair_comparison import PairComparison

COMPARISONS = "pairwise.jsonl"
PLAN = "pairwise_plan.json"
MEND = "take an undamaged copy, or hold the arena again with `cairn arena`"


def read_comparisons(folder: Path) -> tuple[PairComparison, ...] | None:
    """The folder's comparisons; None where there was no arena.

    Raises
    ------
    InputError
        Naming file and line, if a line is damaged.
    """
    path = folder / COMPARISONS
    if not path.is_file():
        return None
    return tuple(_comparison(row, path, line) for line, row in read_rows(path))


def read_plan(folder: Path) -> ArenaPlan:
    """What was planned; an empty plan where nobody kept it.

    Raises
    ------
    InputError
        If the file is damaged.
    """
    path = folder / PLAN
    if not path.is_file():
        return ArenaPlan()
    try:
        return ArenaPlan.model_validate(strict_json.read(path))
    except ValidationError as error:
        raise InputError(error.errors()[0]["msg"], path=path, hint=MEND) from None


def write_arena(folder: Path, comparisons: Sequence[PairComparison], plan: ArenaPlan) -> None:
    """Write both files, the plan last.

    Raises
    ------
    StorageError
        If one cannot be written.
    """
    lines = (comparison.model_dump_json() + "\n" for comparison in comparisons)
    write_text(folder / COMPARISONS, "".join(lines))
    write_text(folder / PLAN, plan.model_dump_json(indent=2) + "\n")


def copy_arena(source: Path, target: Path) -> None:
    """Put a folder's arena into another one, where it has an arena.

    Raises
    ------
    InputError
        If it is damaged.
    StorageError
        If it cannot be written.
    """
    comparisons = read_comparisons(source)
    if comparisons is not None:
        write_arena(target, comparisons, read_plan(source))


def _comparison(row: dict[str, object], path: Path, line: int) -> PairComparison:
    try:
        return PairComparison.model_validate(row)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        key = ".".join(map(str, first["loc"])) or None
        raise InputError(first["msg"], path=path, line=line, key=key, hint=MEND) from None
