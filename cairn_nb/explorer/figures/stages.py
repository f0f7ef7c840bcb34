"""The time and the cost of each stage of one run."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cairn_nb.explorer.figures.cases import Cases
from cairn_nb.stats.values import Floats

TOTAL = "whole answer"


@dataclass(frozen=True)
class StageValues:
    """A stage's value in each row that has one, and those rows' ids."""

    values: Floats
    ids: tuple[str, ...]


def stage_times_ms(cases: Cases) -> dict[str, StageValues]:
    """Milliseconds by stage in the order of the first row that has it, the whole answer last; rows without an error."""
    found: dict[str, tuple[list[float], list[str]]] = {}
    for row_id, row in cases.measured:
        for stage, value in row.latency_by_stage_ms.items():
            _add(found, stage, value, row_id)
    for row_id, row in cases.measured:
        _add(found, TOTAL, row.latency_ms, row_id)
    return {
        stage: StageValues(np.array(values, dtype=np.float64), tuple(ids)) for stage, (values, ids) in found.items()
    }


def stage_costs_usd(cases: Cases) -> dict[str, StageValues]:
    """Dollars by stage over all rows; a stage whose model has no price is left out."""
    found: dict[str, tuple[list[float], list[str]]] = {}
    for row_id, row in zip(cases.ids, cases.rows, strict=True):
        for stage, value in row.cost_by_stage_usd.items():
            if value is not None:
                _add(found, stage, value, row_id)
    return {
        stage: StageValues(np.array(values, dtype=np.float64), tuple(ids)) for stage, (values, ids) in found.items()
    }


def _add(found: dict[str, tuple[list[float], list[str]]], stage: str, value: float, row_id: str) -> None:
    values, ids = found.setdefault(stage, ([], []))
    values.append(value)
    ids.append(row_id)
