"""Audits beside reports, and the labels that were used."""

from __future__ import annotations

from pathlib import Path

import pytest

import cairn_nb as cairn
from cairn_nb.errors import InputError
from cairn_nb.files.judge_audits import audit_beside, audits_beside, read_audit, read_key
from cairn_nb.files.labels import write_labels
from cairn_nb.files.labels_used import note_used, read_used
from cairn_nb.files.reports import read_report, write_report
from cairn_nb.records import Report
from cairn_nb.records.audit import UsedLabels
from tests.decisions.audit.judged import graded, label


@pytest.fixture
def report(tmp_path: Path) -> Report:
    """A report in a bench run's folder, with its audit there."""
    place = tmp_path / "reports/a.json"
    made = graded("a", [True] * 6 + [False] * 6, run_id="r1")
    write_report(made, place)
    write_labels(tmp_path / "labels.jsonl", [label(made, i, "right" if i < 6 else "wrong") for i in range(12)])
    cairn.audit(place, labels=tmp_path / "labels.jsonl", out=tmp_path)
    return read_report(place)


def test_found_in_the_bench_runs_folder_and_beside_the_report(report: Report, tmp_path: Path) -> None:
    found = audit_beside(report)
    assert found is not None and found.n == 12
    (tmp_path / "judge_audit.json").rename(tmp_path / "reports/judge_audit.json")
    assert audit_beside(report) == found
    assert audits_beside([report, report]) == (found,)


def test_another_runs_audit_is_not_this_ones(report: Report) -> None:
    assert audit_beside(report.model_copy(update={"run_id": "r2"})) is None
    assert audit_beside(report.model_copy(update={"source": None})) is None


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    place = tmp_path / "judge_audit.json"
    place.write_text("{}", encoding="utf-8")
    for read in (read_audit, read_key):
        with pytest.raises(InputError, match="field required"):
            read(place)


def test_uses_are_kept_once_each(tmp_path: Path) -> None:
    use = UsedLabels(labels_sha256="0" * 64, judge="j", rubric="r", purpose="tune", answers=("a",))
    for one in (use, use, use.changed(judge="k")):
        note_used(tmp_path / ".cairn", one)
    assert [one.judge for one in read_used(tmp_path / ".cairn")] == ["j", "k"]
    (tmp_path / ".cairn/labels-used.jsonl").write_text('{"judge":"j"}\n', encoding="utf-8")
    with pytest.raises(InputError, match=r"labels-used\.jsonl: field required"):
        read_used(tmp_path / ".cairn")
