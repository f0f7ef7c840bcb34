"""A report's rows as CSV: UTF-8, a heading, a row a case."""

from __future__ import annotations

import csv
import io

from cairn_nb.exchange.flat import COLUMNS, flat_rows
from cairn_nb.records import Report


def csv_text(report: Report) -> str:
    """The rows; an empty cell is a value that is missing."""
    stream = io.StringIO(newline="")
    writer = csv.DictWriter(stream, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(flat_rows(report))
    return stream.getvalue()
