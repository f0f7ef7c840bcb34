"""A calibration record as a table."""

from __future__ import annotations

from cairn_nb.explorer.tables.table import MISSING, Table
from cairn_nb.records import CalibrationRecord


def calibration(record: CalibrationRecord) -> Table:
    """The sentence that may be quoted and what is missing, as the caption; the threshold and what it rests on."""
    rows = [
        ("threshold", "none: abstain always" if record.threshold is None else f"{record.threshold:.6f}"),
        ("alpha, delta", f"{record.alpha:g}, {record.delta:g}"),
        ("taken as independent", record.unit),
        ("calibration cases", str(record.n_calibration)),
        ("answered at the threshold", str(record.n_answered_at_threshold)),
        ("error among them", _number(record.empirical_error_at_threshold)),
        ("exact upper bound", _number(record.bound_at_threshold)),
    ]
    if record.sensitivity is not None:
        spread = record.sensitivity
        rows.append(("other splits that certify", f"{spread.n_certified} of {spread.n_splits}"))
        rows.append(("their thresholds", f"{_number(spread.threshold_low)} to {_number(spread.threshold_high)}"))
        rows.append(("their answer rates", f"{_number(spread.answer_rate_low)} to {_number(spread.answer_rate_high)}"))
    caption = " ".join(filter(None, (record.statement, record.shortfall)))
    return Table(caption=caption, heads=("calibration", ""), rows=tuple(rows))


def _number(value: float | None) -> str:
    return MISSING if value is None else f"{value:.3f}"
