"""`cairn gate`: 0 promote, 1 roll back, 2 no verdict, each with its sentences."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.cli.conftest import Ran, Verb

GOOD = "reports/good.json"


def gate(verb: Verb, candidate: str, *options: str) -> Ran:
    return verb("gate", "--headless", "--baseline", GOOD, "--candidate", candidate, *options)


@pytest.fixture
def degraded(in_project: Verb, monkeypatch: pytest.MonkeyPatch) -> str:
    """The report of the system with every answer degraded."""
    monkeypatch.setenv("CAIRN_STUB_DEGRADE", "1")
    args = ("--headless", "--config", "configs/small.yaml", "--out", "reports/degraded.json")
    assert in_project("eval", *args).code == 0
    return "reports/degraded.json"


def test_a_report_against_itself_promotes(in_project: Verb) -> None:
    ran = gate(in_project, GOOD)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("promote: small against small on judge_score\n")


def test_a_worse_one_rolls_back_with_a_sentence(verb: Verb, degraded: str) -> None:
    ran = gate(verb, degraded)
    assert ran.code == 1
    assert ran.out.startswith("roll back: small against small on judge_score\n")
    assert "- judge_score dropped by " in ran.out


def test_json_is_the_verdict_alone(verb: Verb, degraded: str) -> None:
    ran = gate(verb, degraded, "--json")
    assert ran.code == 1
    assert ran.json["promote"] is False
    assert ran.json["reasons"] and ran.json["details"][0]["case_ids"]


def test_summary_and_junit_are_written_beside_the_verdict(verb: Verb, degraded: str) -> None:
    ran = gate(verb, degraded, "--summary", "out/gate.md", "--junit", "out/gate.xml")
    assert ran.code == 1
    assert "roll back" in Path("out/gate.md").read_text(encoding="utf-8")
    assert ET.parse("out/gate.xml").getroot().findall(".//failure")


@pytest.mark.parametrize("place", [".", "no.json", "configs/small.yaml"])
def test_what_is_no_report_is_no_verdict(in_project: Verb, place: str) -> None:
    ran = gate(in_project, place)
    assert (ran.code, ran.out) == (2, "")
    assert place in ran.err


@pytest.mark.parametrize("text", ["NaN", "Infinity", '"0.9"', "-1", "2"])
def test_a_number_that_means_nothing_is_no_verdict(in_project: Verb, text: str) -> None:
    report = json.loads(Path(GOOD).read_text(encoding="utf-8"))
    report["answer"]["judge_score"] = "HERE"
    Path("reports/bad.json").write_text(json.dumps(report).replace('"HERE"', text), encoding="utf-8")
    ran = gate(in_project, "reports/bad.json")
    assert (ran.code, ran.out) == (2, "")
    assert "bad.json" in ran.err


def test_a_truncated_report_is_no_verdict(in_project: Verb) -> None:
    data = Path(GOOD).read_bytes()
    Path("reports/half.json").write_bytes(data[: len(data) // 2])
    assert gate(in_project, "reports/half.json").code == 2


def test_aggregates_that_contradict_their_rows_are_no_verdict(in_project: Verb) -> None:
    report = json.loads(Path(GOOD).read_text(encoding="utf-8"))
    for row in report["per_case"]:
        row["judge_score"] = 0.0 if row["judge_score"] is not None else None
    Path("reports/liar.json").write_text(json.dumps(report), encoding="utf-8")
    ran = gate(in_project, "reports/liar.json")
    assert ran.code == 2
    assert ran.out.startswith("no verdict: ")
    assert "contradicts itself" in ran.out


@pytest.mark.parametrize("value", ["nan", "inf", "-0.1"])
def test_a_limit_that_means_nothing_is_refused(in_project: Verb, value: str) -> None:
    ran = gate(in_project, GOOD, f"--max-quality-drop={value}")
    assert (ran.code, ran.out) == (2, "")
    assert "--max-quality-drop" in ran.err


def test_another_corpus_is_a_no(in_project: Verb) -> None:
    report = json.loads(Path(GOOD).read_text(encoding="utf-8"))
    report["corpus_hash"] = "0" * 64
    Path("reports/other.json").write_text(json.dumps(report), encoding="utf-8")
    ran = gate(in_project, "reports/other.json")
    assert ran.code == 1
    assert "corpus hash differs" in ran.out
