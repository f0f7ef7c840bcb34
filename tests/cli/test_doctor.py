"""`cairn doctor`: 0 when nothing needs mending, else 1."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Verb

DOCTOR = ("doctor", "--config", "configs/small.yaml")


def test_a_healthy_project_is_zero_with_a_line_a_finding(in_project: Verb) -> None:
    ran = in_project(*DOCTOR)
    assert ran.code == 0
    assert {line.split()[0] for line in ran.out.splitlines()} <= {"ok", "note", "warning"}
    assert "index: 11 chunks of 11 documents, up to date with the corpus" in ran.out


def test_a_problem_is_one(project: Path, verb: Verb) -> None:
    (project / "golden/small/cases.jsonl").unlink()
    ran = verb(*DOCTOR)
    assert ran.code == 1
    assert any(line.startswith("problem golden set: ") for line in ran.out.splitlines())


def test_json_holds_every_finding(in_project: Verb) -> None:
    findings = in_project(*DOCTOR, "--json").json["findings"]
    assert all(set(finding) == {"level", "subject", "sentence"} for finding in findings)
