from __future__ import annotations

import asyncio
import gzip
import hashlib
import json
from pathlib import Path

import pytest

from cairn_nb.config import config_hash
from cairn_nb.errors import GoldenError, InputError, StoredIndexError
from cairn_nb.files.reports import read_report
from cairn_nb.golden.load import load_golden
from cairn_nb.records import Report, Status
from cairn_nb.runner.calibrate import acalibrate
from cairn_nb.runner.evaluate import aevaluate
from cairn_nb.runner.ingest import aingest
from cairn_nb.runner.plan import slice_of
from cairn_nb.runner.timing import without_timing
from tests.runner.conftest import MakeProject, Project


@pytest.fixture
def project(make_project: MakeProject) -> Project:
    made = make_project()
    asyncio.run(aingest(made.config()))
    return made


def evaluate(project: Project, overrides: dict[str, object] | None = None, **choices: object) -> Report:
    config = project.config(**(overrides or {}))
    return asyncio.run(aevaluate(config, reports_dir=project.reports, **choices))  # type: ignore[arg-type]


def test_from_documents_to_a_calibrated_report(project: Project) -> None:
    asyncio.run(acalibrate(project.config()))
    report = evaluate(project)
    assert report.notes["threshold_source"] == "calibrated"
    assert report.config_hash == config_hash(project.config())
    golden = load_golden(project.config().golden_path)
    assert [row.case_id for row in report.per_case] == [case.id for case in slice_of(project.config(), golden, "eval")]
    assert report.n_cases == len(report.per_case)
    assert report.complete and report.n_errors == 0
    assert report.retrieval.recall_at_k["1"] == 1.0  # every fact names its own team
    assert report.retrieval.n_with_support == sum(row.answerable for row in report.per_case)
    assert report.abstention.answerable_answered_rate == 1.0
    assert report.abstention.guarantee_met is True
    assert report.operational.cost_usd_total == 0.0
    assert report.operational.cache_hit_rate == 1.0
    assert report.calibration is not None and report.calibration["threshold"] == report.abstention.threshold
    assert report.estimates["answer_rate"].value == report.abstention.answer_rate


def test_a_report_is_read_as_it_was_returned_and_becomes_the_baseline(project: Project) -> None:
    report = evaluate(project)
    assert report.source is not None and report.source.parent == project.reports
    assert read_report(report.source) == report
    latest = read_report(project.reports / "latest" / "tiny.json")
    assert latest.model_copy(update={"source": None}) == report.model_copy(update={"source": None})


def test_the_evidence_is_what_the_report_says_it_is(project: Project) -> None:
    report = evaluate(project)
    assert report.evidence is not None and report.source is not None
    data = (report.source.parent / report.evidence.file).read_bytes()
    assert hashlib.sha256(data).hexdigest() == report.evidence.sha256
    assert b"amber" in gzip.decompress(data)


def test_without_a_record_the_model_s_flag_decides_and_a_warning_says_so(project: Project) -> None:
    report = evaluate(project)
    assert report.notes["threshold_source"] == "uncalibrated (model abstain flag)"
    assert report.abstention.threshold is None
    assert any("no calibration record" in warning for warning in report.warnings)


@pytest.mark.parametrize(
    "choices", [{"split": "all"}, {"split": "calibration"}, {"limit": 3}, {"out": "here.json"}], ids=str
)
def test_only_a_whole_eval_split_becomes_the_baseline(project: Project, choices: dict[str, object]) -> None:
    if "out" in choices:
        choices = {"out": project.folder / "ci" / "here.json"}
    report = evaluate(project, **choices)
    assert report.source is not None and report.source.exists()
    assert not (project.reports / "latest").exists() or not list((project.reports / "latest").iterdir())


def test_a_degraded_run_is_named_and_never_becomes_the_baseline(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    asyncio.run(acalibrate(project.config()))
    monkeypatch.setenv("CAIRN_STUB_DEGRADE", "1")
    report = evaluate(project)
    assert report.notes["threshold_source"] == "calibrated"  # the healthy system's threshold stays in force
    assert report.switches == {"CAIRN_STUB_DEGRADE": "1"}
    assert any("degraded on purpose" in warning for warning in report.warnings)
    assert report.abstention.error_rate_answered is not None and report.abstention.error_rate_answered > 0.5
    assert not (project.reports / "latest" / "tiny.json").exists()


def test_the_same_work_gives_the_same_report_with_any_concurrency(project: Project) -> None:
    asyncio.run(acalibrate(project.config()))
    reports = [evaluate(project, {"evaluation__concurrency": n}, out=project.folder / f"{n}.json") for n in (1, 7, 64)]
    plain = [json.dumps(without_timing(report) | {"config": None}) for report in reports]
    assert plain[0] == plain[1] == plain[2]


def test_trials_stand_one_after_the_other(project: Project) -> None:
    report = evaluate(project, limit=2, trials=3)
    ids = [(row.case_id, row.trial) for row in report.per_case]
    assert [trial for _, trial in ids] == [0, 1, 2, 0, 1, 2]
    assert len({case_id for case_id, _ in ids}) == 2


def test_two_reports_in_one_second_keep_apart(project: Project) -> None:
    first, second = evaluate(project, limit=1), evaluate(project, limit=1)
    assert first.source != second.source
    assert read_report(first.source or "") == first


def test_a_case_without_its_quote_is_counted_beside_the_denominator(project: Project) -> None:
    path = project.folder / "cases.jsonl"
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    for row in rows:
        if row["id"] == "amber-0":
            row["support"][0]["quote"] = "The notice period of the amber team is unlimited."
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    report = evaluate(project, split="all")
    assert report.retrieval.unlocated_ids == ("amber-0",)
    assert report.retrieval.n_with_support == sum(row.answerable for row in report.per_case) - 1
    assert any("amber-0" in warning for warning in report.warnings)


def test_wrong_requests_are_refused_before_anything_is_asked(project: Project, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is a folder"):
        evaluate(project, out=tmp_path)
    with pytest.raises(InputError, match=r"ends in \.json"):
        evaluate(project, out=tmp_path / "report.txt")
    record = project.config().calibration_path
    asyncio.run(acalibrate(project.config()))
    kept = record.read_bytes()
    with pytest.raises(InputError, match="is not a report"):
        evaluate(project, out=record)
    assert record.read_bytes() == kept
    with pytest.raises(InputError, match="a baseline's place"):
        evaluate(project, out=project.reports / "latest" / "tiny.json")
    with pytest.raises(InputError, match="at least 1"):
        evaluate(project, limit=0)
    with pytest.raises(InputError, match="at least 1"):
        evaluate(project, trials=0)


def test_an_index_that_is_missing_or_of_another_configuration_is_refused(project: Project) -> None:
    with pytest.raises(StoredIndexError):
        evaluate(project, {"ingest__chunker__params": {"window": 3, "overlap": 1}})
    with pytest.raises(StoredIndexError):
        evaluate(project, {"name": "other"})


def test_an_empty_slice_is_refused(project: Project) -> None:
    (project.folder / "cases.jsonl").write_text('{"id": "a", "question": "?", "answerable": false}\n')
    with pytest.raises(GoldenError, match="holds no case"):
        evaluate(project, {"calibration__split": 0.9})


def test_a_budget_is_checked_and_noted(project: Project) -> None:
    limits = {"budget__max_cost_per_question_usd": 0.0, "budget__max_p95_latency_ms": 60000.0}
    report = evaluate(project, limits)
    assert report.notes["budget"] == {
        "max_cost_per_question_usd": 0.0,
        "cost_within_budget": True,
        "max_p95_latency_ms": 60000.0,
        "p95_within_budget": True,
    }


def test_a_refusing_model_abstains_everywhere(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAIRN_STUB_REFUSE", "1")
    report = evaluate(project)
    assert {row.status for row in report.per_case} == {Status.ABSTAINED}
    assert report.answer.token_f1 is None
    assert report.abstention.error_rate_answered is None
    assert report.abstention.guarantee_met is None
