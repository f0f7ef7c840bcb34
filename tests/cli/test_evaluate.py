"""`cairn eval` prints numbers with their intervals, and warns on stderr alone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Verb

EVAL = ("eval", "--headless", "--config", "configs/small.yaml")


def test_it_prints_where_the_threshold_comes_from_first(in_project: Verb) -> None:
    ran = in_project(*EVAL, "--out", "reports/again.json")
    assert ran.code == 0
    first, *rest = ran.out.splitlines()
    assert first.startswith("threshold ") and first.endswith(", calibrated")
    assert any("[" in line and line.startswith("judge score") for line in rest)
    assert rest[-1].split() == ["report", str(Path("reports/again.json"))]


def test_json_is_the_report_with_its_files(in_project: Verb) -> None:
    ran = in_project(*EVAL, "--json", "--out", "reports/again.json")
    report = ran.json
    assert report["report_path"] == str(Path("reports/again.json"))
    assert report["latest_path"] == str(Path("reports/latest/small.json"))
    kept = json.loads(Path("reports/again.json").read_text(encoding="utf-8"))
    assert {key: report[key] for key in kept} == kept


def test_a_full_run_replaces_the_baseline_and_a_limited_one_does_not(in_project: Verb) -> None:
    latest = Path("reports/latest/small.json")
    assert in_project(*EVAL, "--limit", "3").code == 0
    assert not latest.exists()
    assert in_project(*EVAL).code == 0
    assert latest.exists()


def test_without_a_record_it_says_uncalibrated_on_both_streams(in_project: Verb) -> None:
    Path(".cairn/calibration/small.json").unlink()
    ran = in_project(*EVAL, "--out", "reports/flag.json")
    assert ran.code == 0
    assert ran.out.startswith("threshold               none: uncalibrated (model abstain flag)")
    assert "warning: uncalibrated: no calibration record" in ran.err


def test_a_switch_is_warned_of_and_recorded(in_project: Verb, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAIRN_STUB_DEGRADE", "1")
    ran = in_project(*EVAL, "--json", "--out", "reports/worse.json")
    assert ran.json["switches"] == {"CAIRN_STUB_DEGRADE": "1"}
    assert "warning: the system was degraded on purpose" in ran.err


@pytest.mark.parametrize("out", ["reports", "reports/candidate.txt"])
def test_a_place_where_no_report_can_go_is_refused_before_anything_runs(in_project: Verb, out: str) -> None:
    before = sorted(Path(".cairn/ledger").iterdir())
    ran = in_project(*EVAL, "--out", out)
    assert (ran.code, ran.out) == (2, "")
    assert sorted(Path(".cairn/ledger").iterdir()) == before
