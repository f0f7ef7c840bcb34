"""The audit of a judge in the page: a fact of the banner, and a section with the whole text."""

from __future__ import annotations

from pathlib import Path

import pytest

import cairn_nb as cairn
from cairn_nb.explorer.parts.banner import banner
from cairn_nb.explorer.parts.sections import sections
from cairn_nb.explorer.runs import Runs, runs_of
from cairn_nb.explorer.tables import judge_audit
from cairn_nb.files.labels import write_labels
from cairn_nb.files.reports import write_report
from cairn_nb.records.audit import AuditSheet, JudgeAudit
from tests.decisions.audit.judged import graded, label


@pytest.fixture
def shown(tmp_path: Path) -> tuple[Runs, JudgeAudit]:
    report = graded("a", [True] * 6 + [False] * 6, run_id="r1")
    write_report(report, tmp_path / "a.json")
    write_labels(tmp_path / "labels.jsonl", [label(report, i, "right" if i < 4 else "wrong") for i in range(12)])
    audit = cairn.audit(tmp_path / "a.json", labels=tmp_path / "labels.jsonl")
    assert isinstance(audit, JudgeAudit)
    return runs_of([report]), audit


def test_the_banner_says_it_where_it_was_done(shown: tuple[Runs, JudgeAudit]) -> None:
    """Two of twelve differ, both called right by the judge alone: bias 2 / 12."""
    runs, audit = shown
    facts = dict(banner(runs, audits=[audit]).facts)
    assert facts["judge audited"] == audit.sentence.removeprefix("judge audited: ")
    assert facts["judge audited"].endswith("n 12, bias +0.17")
    assert "judge audited" not in dict(banner(runs).facts)


def test_the_section_has_the_numbers_and_the_text_to_copy(shown: tuple[Runs, JudgeAudit]) -> None:
    runs, audit = shown
    [section] = [part for part in sections(runs, (), audits=[audit]) if part.key == "judge-audit"]
    assert section.rows[0][:2] == ("right", "12")
    assert section.files[0].text.startswith("# Judge audit")
    assert any(sentence.text.startswith("sensitivity 1.000") for sentence in section.sentences)
    assert any(sentence.text.startswith("share right, all systems: 0.50 [") for sentence in section.sentences)


def test_tables_of_an_audit_and_of_a_sheet(shown: tuple[Runs, JudgeAudit]) -> None:
    assert judge_audit(shown[1]).caption == shown[1].sentence
    sheet = AuditSheet(sheet="s.csv", key="k.json", n=3, n_candidates=9, groups={"a": {"below 2": 1, "4 and up": 2}})
    assert judge_audit(sheet).rows == (("a", "1", "0", "2"),)
