"""`cairn calibrate`: the calibration slice to a threshold and its certificate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cairn_nb.cli import options

if TYPE_CHECKING:
    from cairn_nb.records import CalibrationRecord
    from cairn_nb.records.calibration import SplitSensitivity


def calibrate(
    config: options.Config = options.DEFAULT_CONFIG,
    record: options.Record = None,
    replay: options.Replay = None,
    overrides: options.Overrides = None,
    headless: options.Headless = False,
    json_: options.Json = False,
) -> None:
    """Fit the abstention threshold on the calibration slice, and say what it guarantees."""
    from cairn_nb import api
    from cairn_nb.cli.output import emit_json

    changes = options.parse_overrides(overrides)
    loaded = api.load_config(config, changes)
    if headless:
        certified = api.calibrate(loaded, record=record, replay=replay)
    else:
        from cairn_nb.cli.notebooks import run_verb
        from cairn_nb.files.calibration import read_record

        files = {"record": record, "replay": replay}
        typed = {name: None if file is None else str(file) for name, file in files.items()}
        run_verb("calibrate", {"config": str(config), "overrides": changes, **typed})
        certified = read_record(loaded.calibration_path)
    if json_:
        emit_json({**certified.model_dump(mode="json"), "path": str(loaded.calibration_path)})
    else:
        _show(certified, path=str(loaded.calibration_path))


def _show(record: CalibrationRecord, *, path: str) -> None:
    from cairn_nb.cli.output import number, say, table

    table(
        [
            ("threshold", number(record.threshold) if record.threshold is not None else "none: abstain always"),
            ("alpha / delta", f"{record.alpha:g} / {record.delta:g} (unit: {record.unit})"),
            ("calibration cases", str(record.n_calibration)),
            ("answered at threshold", str(record.n_answered_at_threshold)),
            ("error among them", number(record.empirical_error_at_threshold)),
            ("bound", number(record.bound_at_threshold)),
            ("record", path),
        ]
    )
    say(record.statement)
    if record.shortfall is not None:
        say(f"What is missing: {record.shortfall}.")
    if record.sensitivity is not None:
        say(_spread(record.sensitivity))


def _spread(spread: SplitSensitivity) -> str:
    from cairn_nb.cli.output import number

    redrawn = f"the slice redrawn {spread.n_splits} times:"
    if not spread.n_certified:
        return f"{redrawn} none certifies"
    return (
        f"{redrawn} {spread.n_certified} certify; threshold "
        f"{number(spread.threshold_low)} to {number(spread.threshold_high)}, answer rate "
        f"{number(spread.answer_rate_low)} to {number(spread.answer_rate_high)}"
    )
