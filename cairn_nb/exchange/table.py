"""A file of rows, whatever its format: each row with the line it stands on, each missing cell as None."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Line:
    """One row. `place` says where it stands, as a person would write it: ``answers.jsonl:12``."""

    place: str
    values: Mapping[str, Any]


@dataclass(frozen=True)
class Misfit:
    """A row that cannot be used, and why."""

    place: str
    problem: str

    def __str__(self) -> str:
        return f"{self.place}: {self.problem}"


@dataclass(frozen=True)
class Table:
    """The rows of one file.

    Parameters
    ----------
    name
        The file, or what stands for it.
    lines
        The rows in their order.
    tool
        The tool that wrote it, where the format tells; empty for plain rows.
    misfits
        What could not even be read as a row.
    """

    name: str
    lines: tuple[Line, ...]
    tool: str = ""
    misfits: tuple[Misfit, ...] = ()

    @property
    def columns(self) -> tuple[str, ...]:
        """Every key that some row has, in order of appearance."""
        return tuple(dict.fromkeys(key for line in self.lines for key in line.values))


def numbered(name: str, rows: Iterable[tuple[int, Mapping[str, Any]]]) -> tuple[Line, ...]:
    """Rows with their line numbers, as lines of a file of this name."""
    return tuple(Line(f"{name}:{number}", values) for number, values in rows)
