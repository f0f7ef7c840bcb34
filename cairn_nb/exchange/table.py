"""A file of rows, whatever its format: each row with the line it stands on, each missing cell as None."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True)
class Line:
    """One row.

    Parameters
    ----------
    place
        Where it stands, as a person would write it: ``answers.jsonl:12``.
    values
        Its cells by column.
    system
        Whose answer it is, where one file holds several systems' answers.
    """

    place: str
    values: Mapping[str, Any]
    system: str = ""


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
    grades
        How relevant each document is to each query, where the file says it.
    """

    name: str
    lines: tuple[Line, ...]
    tool: str = ""
    misfits: tuple[Misfit, ...] = ()
    grades: Mapping[str, Mapping[str, int]] | None = None

    @property
    def columns(self) -> tuple[str, ...]:
        """Every key that some row has, in order of appearance."""
        return tuple(dict.fromkeys(key for line in self.lines for key in line.values))

    @property
    def systems(self) -> tuple[str, ...]:
        """The systems whose answers it holds, in order of appearance."""
        return tuple(dict.fromkeys(line.system for line in self.lines))

    def of(self, system: str) -> Table:
        """The rows of one system."""
        return replace(self, lines=tuple(line for line in self.lines if line.system == system))


def numbered(name: str, rows: Iterable[tuple[int, Mapping[str, Any]]]) -> tuple[Line, ...]:
    """Rows with their line numbers, as lines of a file of this name."""
    return tuple(Line(f"{name}:{number}", values) for number, values in rows)
