"""Calibration records on disk: read strictly, written whole."""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from cairn_nb.errors import InputError
from cairn_nb.files import strict_json
from cairn_nb.files.atomic import write_json
from cairn_nb.records.calibration import CalibrationRecord

AGAIN = "run `cairn calibrate` again"


def read_record(path: Path) -> CalibrationRecord:
    """Read a calibration record.

    Raises
    ------
    InputError
        If it is missing, not JSON, not a record of this version, or states another threshold than its
        grid certifies; the key is named.
    """
    if not path.is_file():
        raise InputError("there is no calibration record", path=path, hint="`cairn calibrate` writes one")
    text = strict_json.read_text(path)
    strict_json.loads(text, path)
    try:
        record = CalibrationRecord.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        key = ".".join(str(part) for part in first["loc"])
        raise InputError(first["msg"], path=path, key=key, hint=AGAIN) from error
    _check_threshold(record, path)
    return record


def _check_threshold(record: CalibrationRecord, path: Path) -> None:
    """A threshold that was set by hand must not pass for a certified one."""
    certified = [point for point in record.grid if point.certified and point.bound <= record.alpha]
    lowest = min((point.threshold for point in certified), default=None)
    if record.threshold != lowest:
        problem = f"{record.threshold} is not what its grid certifies ({lowest})"
        raise InputError(problem, path=path, key="threshold", hint=AGAIN)
    if record.abstain_always != (lowest is None):
        raise InputError("contradicts the threshold", path=path, key="abstain_always", hint=AGAIN)


def write_record(record: CalibrationRecord, path: Path) -> None:
    """Replace the record's file, whole or not at all.

    Raises
    ------
    StorageError
        If it cannot be written.
    """
    write_json(path, record.model_dump(mode="json"))
