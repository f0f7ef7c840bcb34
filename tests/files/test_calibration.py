"""A record is believed only where it is whole and states the threshold that its own grid certifies."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cairn_nb.errors import InputError
from cairn_nb.files.calibration import read_record, write_record
from cairn_nb.records.calibration import CalibrationRecord

GRID = [
    {"threshold": 0.6, "n_answered": 40, "n_wrong": 1, "bound": 0.11, "certified": True},
    {"threshold": 0.5, "n_answered": 50, "n_wrong": 4, "bound": 0.18, "certified": True},
    {"threshold": 0.4, "n_answered": 60, "n_wrong": 9, "bound": 0.25, "certified": False},
]
RECORD: dict[str, Any] = {
    **dict.fromkeys(("config_name", "config_hash", "statement", "method", "corpus_hash", "golden_hash"), "x"),
    **dict.fromkeys(("case_ids_hash", "judge", "rubric_version", "provider", "cairn_version", "created_at"), "x"),
    "alpha": 0.2,
    "delta": 0.05,
    "unit": "question",
    "threshold": 0.5,
    "n_calibration": 80,
    "n_units": 80,
    "n_answered_at_threshold": 50,
    "empirical_error_at_threshold": 0.08,
    "bound_at_threshold": 0.18,
    "abstain_always": False,
    "grid": GRID,
}


def written(folder: Path, **changes: Any) -> Path:
    path = folder / "default.json"
    path.write_text(json.dumps({**RECORD, **changes}), encoding="utf-8")
    return path


def test_a_record_comes_back_as_it_was_written(tmp_path: Path) -> None:
    record = CalibrationRecord.model_validate_json(json.dumps(RECORD))
    write_record(record, tmp_path / "record.json")
    assert read_record(tmp_path / "record.json") == record


HAND_EDITED: list[tuple[str, dict[str, Any]]] = [
    ("threshold", {"threshold": 0.1}),
    ("threshold", {"threshold": 0.4}),
    ("threshold", {"threshold": None}),
    ("threshold", {"alpha": 0.15}),
    ("threshold", {"grid": []}),
    ("abstain_always", {"abstain_always": True}),
]


@pytest.mark.parametrize(("key", "changes"), HAND_EDITED)
def test_a_threshold_that_was_set_by_hand_is_refused(tmp_path: Path, key: str, changes: dict[str, Any]) -> None:
    with pytest.raises(InputError) as caught:
        read_record(written(tmp_path, **changes))
    assert caught.value.key == key


def test_a_record_that_certified_nothing(tmp_path: Path) -> None:
    grid = [{**GRID[0], "certified": False}]
    path = written(tmp_path, threshold=None, abstain_always=True, grid=grid, bound_at_threshold=None)
    assert read_record(path).threshold is None
