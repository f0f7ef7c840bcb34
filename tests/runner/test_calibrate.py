from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from cairn_nb.errors import CalibrationError
from cairn_nb.files.calibration import read_record
from cairn_nb.records import Status
from cairn_nb.runner.calibrate import acalibrate
from cairn_nb.runner.evaluate import aevaluate
from cairn_nb.runner.ingest import aingest
from tests.runner.conftest import MakeProject, Project


@pytest.fixture
def project(make_project: MakeProject) -> Project:
    made = make_project()
    asyncio.run(aingest(made.config()))
    return made


def test_the_record_certifies_and_carries_its_stamps(project: Project) -> None:
    record = asyncio.run(acalibrate(project.config()))
    assert read_record(project.config().calibration_path) == record
    assert record.threshold is not None and not record.abstain_always
    assert record.bound_at_threshold is not None and record.bound_at_threshold <= record.alpha
    assert record.n_calibration == 40  # half of 64 answerable and of 16 unanswerable questions
    assert (record.judge, record.provider, record.unit) == ("stub", "stub", "question")
    assert record.sensitivity is not None and record.sensitivity.n_splits == 20


def test_it_is_the_same_record_every_time(project: Project) -> None:
    first, second = (asyncio.run(acalibrate(project.config())) for _ in range(2))
    assert first.model_copy(update={"created_at": ""}) == second.model_copy(update={"created_at": ""})


def test_flagged_drafts_are_in_the_population_because_the_threshold_answers_them_too(make_project: MakeProject) -> None:
    shy = make_project(generation={"provider": {"name": "stub", "params": {"abstain_below": 1.0}}})
    asyncio.run(aingest(shy.config()))
    record = asyncio.run(acalibrate(shy.config()))
    assert record.n_calibration == 40
    report = asyncio.run(aevaluate(shy.config(), reports_dir=shy.reports))
    assert report.abstention.answer_rate is not None and report.abstention.answer_rate > 0.5


@pytest.mark.parametrize("switch", ["CAIRN_STUB_DEGRADE", "CAIRN_STUB_DEGRADE_CITATIONS", "CAIRN_STUB_REFUSE"])
def test_a_degraded_system_is_not_calibrated(project: Project, monkeypatch: pytest.MonkeyPatch, switch: str) -> None:
    monkeypatch.setenv(switch, "1")
    with pytest.raises(CalibrationError, match=switch):
        asyncio.run(acalibrate(project.config()))
    assert not project.config().calibration_path.exists()


def test_no_calibration_case_is_an_error(project: Project) -> None:
    (project.folder / "cases.jsonl").write_text('{"id": "a", "question": "Why?", "answerable": false}\n')
    with pytest.raises(CalibrationError, match="no case falls into the calibration slice"):
        asyncio.run(acalibrate(project.config(calibration__split=0.1)))


def test_when_nothing_can_be_certified_every_case_abstains_and_the_sentence_says_what_would_do(
    project: Project,
) -> None:
    config = project.config(calibration__alpha=0.01)  # 40 cases without an error cannot show an error rate under 1%
    record = asyncio.run(acalibrate(config))
    assert record.threshold is None and record.abstain_always
    assert record.shortfall
    report = asyncio.run(aevaluate(config, reports_dir=project.reports))
    assert report.notes["threshold_source"].startswith("abstain always (")
    assert report.abstention.threshold is None
    assert {row.status for row in report.per_case} == {Status.ABSTAINED}
    assert any(record.shortfall in warning for warning in report.warnings)


def test_by_document_the_units_are_documents(make_project: MakeProject) -> None:
    calibration = {"alpha": 0.4, "split": 0.5, "unit": "document"}
    project = make_project(calibration=calibration)
    asyncio.run(aingest(project.config()))
    record = asyncio.run(acalibrate(project.config()))
    assert record.unit == "document"
    assert record.n_units < record.n_calibration
    report = asyncio.run(aevaluate(project.config(), reports_dir=project.reports))
    calibrated = asyncio.run(aevaluate(project.config(), split="calibration", reports_dir=project.reports))
    documents = [{row.cluster_id for row in part.per_case} for part in (report, calibrated)]
    assert not documents[0] & documents[1]


def edit_corpus(project: Project) -> None:
    (project.folder / "docs" / "amber.md").write_text("# Amber\n\nNothing is known.\n")
    asyncio.run(aingest(project.config()))


def edit_golden(project: Project) -> None:
    path = project.folder / "cases.jsonl"
    path.write_text(path.read_text().replace("10 days", "11 days"))


STALE: dict[str, tuple[dict[str, Any], Any, str]] = {
    "configuration": ({"retrieval__k": 5}, None, "config_hash"),
    "alpha": ({"calibration__alpha": 0.25}, None, "alpha"),
    "corpus": ({}, edit_corpus, "corpus_hash"),
    "golden content": ({}, edit_golden, "golden_hash"),
    "slice": ({"calibration__seed": 8}, None, "case_ids_hash"),
    "confidence": ({"confidence__params": {"w_self": 0.9}}, None, "config_hash"),
}


@pytest.mark.parametrize("what", STALE)
def test_a_record_of_anything_else_is_stale(project: Project, what: str) -> None:
    overrides, edit, stamp = STALE[what]
    asyncio.run(acalibrate(project.config()))
    if edit is not None:
        edit(project)
    report = asyncio.run(aevaluate(project.config(**overrides), reports_dir=project.reports))
    assert report.notes["threshold_source"] == "uncalibrated (model abstain flag)"
    assert report.abstention.threshold is None
    warning = next(warning for warning in report.warnings if "stale" in warning)
    assert stamp in warning


@pytest.mark.parametrize("field", ["judge", "rubric_version", "provider", "model", "cairn_version", "delta", "unit"])
def test_every_stamp_counts(project: Project, field: str) -> None:
    record = asyncio.run(acalibrate(project.config()))
    other = {"delta": 0.01, "unit": "document"}.get(field, "another")
    path = project.config().calibration_path
    path.write_text(json.dumps(record.model_dump(mode="json") | {field: other}))
    report = asyncio.run(aevaluate(project.config(), reports_dir=project.reports))
    assert report.notes["threshold_source"] == "uncalibrated (model abstain flag)"
    assert any(f"{field} (record {other}, now " in warning for warning in report.warnings)


@pytest.mark.parametrize("text", ["", "{", '{"threshold": NaN}', '{"threshold": 0.4}', "[]"])
def test_a_record_that_cannot_be_read_is_not_applied(project: Project, text: str) -> None:
    path = project.config().calibration_path
    path.parent.mkdir(parents=True)
    path.write_text(text)
    report = asyncio.run(aevaluate(project.config(), reports_dir=project.reports))
    assert report.notes["threshold_source"] == "uncalibrated (model abstain flag)"
    assert any("cannot be used" in warning for warning in report.warnings)


def test_what_changes_no_answer_keeps_the_record(project: Project) -> None:
    asyncio.run(acalibrate(project.config()))
    overrides = {"evaluation__concurrency": 2, "budget__max_p95_latency_ms": 1.0, "description": "other words"}
    report = asyncio.run(aevaluate(project.config(**overrides), reports_dir=project.reports))
    assert report.notes["threshold_source"] == "calibrated"
