"""The time and the cost of each stage of one run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cairn_nb.explorer.figures.cases import Cases
from cairn_nb.records import Status
from cairn_nb.stats.values import Floats

TOTAL = "whole answer"


@dataclass(frozen=True)
class StageValues:
    """A stage's value in each row that has one, and those rows' places among the run's."""

    values: Floats
    places: NDArray[np.intp]


def stage_times_ms(cases: Cases) -> dict[str, StageValues]:
    """Milliseconds by stage in the order of the first row that has it, the whole answer last.

    Rows that ended in an error are left out: how fast a case failed says nothing of answering.
    """
    failed = np.array([row.status is Status.ERROR for row in cases.rows], dtype=np.bool_)
    stages = _by_stage([row.latency_by_stage_ms for row in cases.rows])
    stages[TOTAL] = np.array([row.latency_ms for row in cases.rows], dtype=np.float64)
    return _present({stage: np.where(failed, np.nan, values) for stage, values in stages.items()})


def stage_costs_usd(cases: Cases) -> dict[str, StageValues]:
    """Dollars by stage over all rows; a stage whose model has no price is left out."""
    return _present(_by_stage([row.cost_by_stage_usd for row in cases.rows]))


def _by_stage(rows: Sequence[Mapping[str, float | None]]) -> dict[str, Floats]:
    stages = dict.fromkeys(stage for keys in dict.fromkeys(map(tuple, rows)) for stage in keys)
    return {stage: np.array([row.get(stage) for row in rows], dtype=np.float64) for stage in stages}


def _present(stages: Mapping[str, Floats]) -> dict[str, StageValues]:
    kept = {stage: np.flatnonzero(~np.isnan(values)) for stage, values in stages.items()}
    return {stage: StageValues(stages[stage][places], places) for stage, places in kept.items() if places.size}
