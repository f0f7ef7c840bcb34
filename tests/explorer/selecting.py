"""Which rows of the cases table a filter selects, worked out from the filter's definition."""

from __future__ import annotations

from typing import Any

from cairn_nb.explorer.rows.cells import own_cells, shared_cells
from cairn_nb.explorer.rows.compare import compare
from cairn_nb.explorer.rows.filter import Filter
from cairn_nb.explorer.runs import Runs


def selected(runs: Runs, wanted: Filter) -> list[str]:
    """The ids of the rows, in the order of the table."""
    columns = _columns(runs)
    return [row_id for place, row_id in enumerate(runs.ids) if _fits(columns, place, wanted)]


def _columns(runs: Runs) -> dict[str, list[Any]]:
    columns = shared_cells(runs)
    for run in range(len(runs.reports)):
        columns |= {runs.column(key, run): values for key, values in own_cells(runs, run).items()}
    return columns | (compare(runs).cells if runs.mode == "two" else {})


def _fits(columns: dict[str, list[Any]], place: int, wanted: Filter) -> bool:
    def value(name: str) -> Any:
        return columns[name][place]

    return (
        all(_has(value(name), values) for name, values in wanted.facets.items())
        and all(_within(value(name), *ends) for name, ends in wanted.ranges.items())
        and all(value(name) is None for name in wanted.missing)
        and (wanted.ids is None or value("id") in wanted.ids)
    )


def _has(value: Any, wanted: tuple[str, ...]) -> bool:
    return bool(set(value) & set(wanted)) if isinstance(value, list) else value in wanted


def _within(value: float | None, low: float | None, high: float | None) -> bool:
    return value is not None and (low is None or value >= low) and (high is None or value <= high)
