"""Calibration records on disk: read strictly, written whole."""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from cairn_nb.errors import InputError
from cairn_nb.files import strict_json
from cairn_nb.files.atomic import write_json
from cairn_nb.records.calibration import CalibrationRecord


def read_record(path: Path) -> CalibrationRecord:
    """Read a calibration record.

    Raises
    ------
    InputError
        If it is missing, not JSON, or not a record of this version; the key is named.
    """
    if not path.is_file():
        raise InputError("there is no calibration record", path=path, hint="`cairn calibrate` writes one")
    text = strict_json.read_text(path)
    strict_json.loads(text, path)
    try:
        return CalibrationRecord.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        key = ".".join(str(part) for part in first["loc"])
        raise InputError(first["msg"], path=path, key=key, hint="run `cairn calibrate` again") from error


def write_record(record: CalibrationRecord, path: Path) -> None:
    """Replace the record's file, whole or not at all.

    Raises
    ------
    StorageError
        If it cannot be written.
    """
    write_json(path, record.model_dump(mode="json"))
