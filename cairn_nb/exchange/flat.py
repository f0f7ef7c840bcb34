"""A report's rows as flat rows: one value a cell, what is nested written as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from cairn_nb.records import CaseRow, Report

COLUMNS = tuple(CaseRow.model_fields)


def flat_rows(report: Report) -> Iterator[dict[str, Any]]:
    """A row a case and trial, by the names that the report gives its fields."""
    for row in report.per_case:
        yield {name: _cell(value) for name, value in row.model_dump(mode="json").items()}


def _cell(value: Any) -> Any:
    return json.dumps(value, ensure_ascii=False, allow_nan=False) if isinstance(value, list | dict) else value
