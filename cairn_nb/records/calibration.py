"""The record of a fitted abstention threshold, stamped with everything it depends on."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cairn_nb.records.base import Record


class GridPoint(Record):
    """One threshold that was tested: how many answered, how many of those were wrong, and the exact bound."""

    threshold: float
    n_answered: int
    n_wrong: int
    bound: float
    certified: bool


class SplitSensitivity(Record):
    """What other seeds of the split would have given, same data and rule."""

    n_splits: int
    n_certified: int
    threshold_low: float | None = None
    threshold_high: float | None = None
    answer_rate_low: float | None = None
    answer_rate_high: float | None = None


class CalibrationRecord(Record):
    """A threshold with its certificate, or a null threshold with the shortfall.

    A null `threshold` means: abstain always. `statement` is the sentence a person may quote, with the
    assumption in it. A record applies only where every stamp equals the run's.
    """

    config_name: str
    config_hash: str
    alpha: float = Field(gt=0, lt=1)
    delta: float = Field(gt=0, lt=1)
    unit: Literal["question", "document"]
    threshold: float | None
    n_calibration: int
    n_units: int
    n_answered_at_threshold: int
    empirical_error_at_threshold: float | None
    bound_at_threshold: float | None
    abstain_always: bool
    shortfall: str | None = None
    statement: str
    method: str
    grid: tuple[GridPoint, ...] = ()
    sensitivity: SplitSensitivity | None = None
    corpus_hash: str
    golden_hash: str
    case_ids_hash: str
    judge: str
    rubric_version: str
    provider: str
    model: str | None = None
    cairn_version: str
    switches: dict[str, str] = Field(default_factory=dict)
    created_at: str
