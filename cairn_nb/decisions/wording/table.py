"""A table: named columns and rows of cells, written as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from cairn_nb.records import Record

if TYPE_CHECKING:
    import pandas as pd

Cell: TypeAlias = str | int | float | bool | None


@dataclass(frozen=True)
class Table:
    """Rows as long as `columns`; None is a value that is missing."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]

    @classmethod
    def of(cls, columns: Mapping[str, Sequence[Cell]]) -> Table:
        """A table from its columns, all equally long."""
        return cls(tuple(columns), tuple(zip(*columns.values(), strict=True)))

    @classmethod
    def of_records(cls, kind: type[Record], records: Sequence[Record]) -> Table:
        """A table with a row a record and a column a field of `kind`, whose values are cells."""
        names = tuple(kind.model_fields)
        return cls(names, tuple(tuple(getattr(record, name) for name in names) for record in records))

    def beside(self, columns: Mapping[str, Sequence[Cell]]) -> Table:
        """The table with more columns, as long as its own."""
        return Table.of({**{name: self.column(name) for name in self.columns}, **columns})

    def column(self, name: str) -> tuple[Cell, ...]:
        """The cells of one column."""
        place = self.columns.index(name)
        return tuple(row[place] for row in self.rows)

    def csv_text(self) -> str:
        """UTF-8 text with a heading; an empty cell is a missing value, a number reads back as it was."""
        stream = io.StringIO(newline="")
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows([_written(cell) for cell in row] for row in self.rows)
        return stream.getvalue()

    def records(self) -> list[dict[str, Cell]]:
        """A row each as name to cell, for JSON."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]

    def frame(self) -> pd.DataFrame:
        """The table as a DataFrame."""
        import pandas as pd

        return pd.DataFrame(list(self.rows), columns=list(self.columns))


def _written(cell: Cell) -> str:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    return repr(cell) if isinstance(cell, float) else str(cell)
