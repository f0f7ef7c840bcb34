"""`cairn calibrate` prints the threshold with its promise, or that there is none and what would do."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Verb

CALIBRATE = ("calibrate", "--headless", "--config", "configs/small.yaml")


def test_it_prints_the_threshold_the_bound_and_the_sentence(in_project: Verb) -> None:
    ran = in_project(*CALIBRATE)
    assert ran.code == 0
    assert "alpha / delta          0.4 / 0.2 (unit: question)" in ran.out
    assert "With probability at least 0.8" in ran.out
    assert "the slice redrawn 20 times" in ran.out


def test_nothing_certified_says_abstain_always_and_what_would_do(in_project: Verb) -> None:
    ran = in_project(*CALIBRATE, "--set", "calibration.alpha=0.001")
    assert ran.code == 0
    assert "none: abstain always" in ran.out


def test_json_is_the_record_with_its_file(in_project: Verb) -> None:
    record = in_project(*CALIBRATE, "--json").json
    assert record["path"] == str(Path(".cairn/calibration/small.json"))
    assert record["alpha"] == 0.4
    assert record["bound_at_threshold"] <= 0.4


def test_a_degraded_system_is_never_calibrated(in_project: Verb, monkeypatch: pytest.MonkeyPatch) -> None:
    before = Path(".cairn/calibration/small.json").read_bytes()
    monkeypatch.setenv("CAIRN_STUB_DEGRADE", "0.5")
    ran = in_project(*CALIBRATE)
    assert ran.code == 2
    assert "CAIRN_STUB_DEGRADE" in ran.err
    assert Path(".cairn/calibration/small.json").read_bytes() == before
